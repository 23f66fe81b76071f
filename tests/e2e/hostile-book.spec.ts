import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { epubFiles, writeEpub } from "../support/make-epub";
import { addBookToProduct, openReader, shownFrame, signIn } from "../support/reader-visit";

/** Nothing that a book contains runs, reaches out or touches the page around it. Design, section 5; security, line 30. */

const strike = "try{top.struck=(top.struck||[]).concat('HERE')}catch(e){}";
const hit = (where: string) => strike.replace("HERE", where);

const hostilePage = (
  outside: string,
) => `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:svg="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><head><title>Hostile</title>
<meta http-equiv="refresh" content="0;url=${outside}/refresh"/>
<base href="${outside}/"/>
<link rel="stylesheet" href="hostile.css"/>
<link rel="prefetch" href="${outside}/prefetch"/>
<script>${hit("script")}</script><script src="hostile.js"></script>
<style>body{background:url(${outside}/style.png)}</style></head>
<body onload="${hit("onload")}"><p id="text">The page is shown.</p>
<img src="${outside}/pixel.png" onerror="${hit("onerror")}" alt=""/><img src="missing.png" onerror="${hit("missing")}" alt=""/>
<a id="js" href="javascript:${hit("link")}">a link</a>
<svg:svg width="20" height="20"><svg:script>${hit("svg")}</svg:script><svg:a xlink:href="javascript:${hit("svg-link")}"><svg:text id="svg-text" y="15">x</svg:text></svg:a><svg:image xlink:href="${outside}/svg.png" width="5" height="5"/></svg:svg>
<iframe src="${outside}/frame" srcdoc="&lt;script&gt;${hit("srcdoc")}&lt;/script&gt;"></iframe><iframe src="javascript:${hit("frame")}"></iframe>
<object data="${outside}/object"></object><embed src="${outside}/embed"/>
<form action="${outside}/form"><button id="send" formaction="javascript:${hit("form")}">send</button></form>
<video src="${outside}/video.mp4" autoplay="autoplay" onplay="${hit("video")}"></video>
<details ontoggle="${hit("toggle")}" open="open"><summary>more</summary></details></body></html>`;

let bookId: string;
let stranger: Server;
let outside: string;
/** What a server outside heard of. A browser also names requests that a policy stopped; only this one knows what got through. */
const reachedOut: string[] = [];

test.beforeAll(async () => {
  stranger = createServer((request, response) => {
    reachedOut.push(String(request.url));
    response.end();
  });
  await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
  outside = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  const files = epubFiles({
    "EPUB/one.xhtml": hostilePage(outside),
    "EPUB/hostile.js": hit("file"),
    "EPUB/hostile.css": `@import url(${outside}/import.css); @font-face{font-family:x;src:url(${outside}/font.woff)} p{font-family:x;background:url(${outside}/css.png)}`,
  });
  bookId = await addBookToProduct(await writeEpub(files, "hostile.epub"));
});

test.beforeEach(async ({ page }) => {
  reachedOut.length = 0;
  await signIn(page);
});

test.afterAll(() => stranger.close());

test("a book that tries everything is shown, and nothing of it happens", async ({ page }) => {
  const title = "A test book";
  await openReader(page, bookId);
  const address = page.url();
  const frame = shownFrame(page, "EPUB/one.xhtml");
  await expect(frame.locator("#text")).toHaveText("The page is shown.");
  await frame.locator("#js").click();
  await frame.locator("#svg-text").click({ force: true });
  await frame.locator("#send").click({ force: true });
  // What would run late has had its turn once the frame has painted again.
  await frame
    .locator("body")
    .evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(await page.evaluate(() => (window as { struck?: string[] }).struck ?? [])).toEqual([]);
  expect(reachedOut).toEqual([]);
  expect(page.url()).toBe(address);
  await expect(page).toHaveTitle(title);
  expect(page.context().pages()).toHaveLength(1);
});

test("a document that does not begin with our policy is never shown", async ({ page }) => {
  // why: both stand in for a store that somebody has tampered with: what it sends, and what came with the page.
  await page.route(/\/reader\//, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll("script-src 'none'", "script-src 'self'");
    await route.fulfill({ response: answer, body });
  });
  await page.route(/\/one\.xhtml/, (route) =>
    route.fulfill({
      contentType: "application/xhtml+xml",
      body: '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Changed</title></head><body><p>Without a policy</p></body></html>',
    }),
  );
  await page.goto(`/reader/${bookId}`);
  await page.locator("[data-reader][data-state=error]").waitFor();
  await expect(page.locator("iframe")).toHaveCount(0);
});
