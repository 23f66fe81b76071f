import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { openReader, shownFrame, signIn } from "#tests/support/open-reader";

/**
 * A book runs no script, sends no request and does not change the page. docs/product/choices.md#book-scripts; docs/security.md, line 30.
 */

/** The attack of every script: records itself in the top window and tries to remove its frame's sandbox. */
const strike =
  "try{top.struck=(top.struck||[]).concat('HERE')}catch(e){};try{frameElement.removeAttribute('sandbox');parent.document.documentElement.dataset.escaped='HERE'}catch(e){}";
const hit = (where: string) => strike.replaceAll("HERE", where);

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

/** Nested documents: their frames are same-origin, so only the ban on scripts protects the page above. */
const nestedKinds = ["inner.xhtml", "inner.html", "inner.xml", "inner.svg"];
const nestingPage = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Nesting</title></head><body><p id="text">Around.</p>
${nestedKinds.map((name) => `<iframe src="${name}" sandbox="allow-scripts allow-forms allow-popups allow-top-navigation" allow="fullscreen"></iframe>`).join("")}
<object data="inner.xhtml" type="application/xhtml+xml"></object><object data="inner.html" type="text/html"></object><embed src="inner.svg" type="image/svg+xml"/>
<iframe srcdoc="&lt;body onload='${hit("srcdoc-onload")}'&gt;&lt;form action='/logout' target='_top'&gt;&lt;button&gt;x&lt;/button&gt;&lt;/form&gt;"></iframe></body></html>`;

const strikeUp = (where: string) =>
  `${hit(where)};try{parent.document.title='struck'}catch(e){};try{top.postMessage('struck','*')}catch(e){};try{top.location='about:blank#struck'}catch(e){}`;

/** A hostile nested document, served as XHTML, HTML and plain XML. */
const nestedPage = (
  outside: string,
  deep: string,
) => `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Inner</title>
<meta http-equiv="refresh" content="0;url=${outside}/inner-refresh"/><base target="_top"/>
<script>${strikeUp("inner")}</script></head><body onload="${hit("inner-onload")}"><p>Inner</p>
<a class="try" target="_top" href="${outside}/top">top</a> <a class="try" target="_blank" href="${outside}/blank">blank</a>
<a class="try" href="${outside}/self">self</a> <a class="try" target="_parent" href="one.xhtml">parent</a>
<a class="try" target="_top" href="javascript:${hit("inner-link")}">script</a>
<form action="${outside}/inner-form" target="_top" method="post"><button class="try">send</button></form>
<form action="/logout" target="_top"><button class="try">out</button></form>
<img src="${outside}/inner.png" alt="" onerror="${hit("inner-error")}"/>${deep}</body></html>`;

let bookId: string;
let nestingId: string;
let stranger: Server;
let outside: string;
/** Requests that reached an external server; the browser's own events also include requests blocked by the policy. */
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
  const inner = nestedPage(outside, '<iframe src="deep.xhtml"></iframe>');
  const nesting = epubFiles({
    "EPUB/one.xhtml": nestingPage,
    "EPUB/inner.xhtml": inner,
    "EPUB/inner.html": inner.replaceAll("/>", ">"),
    "EPUB/inner.xml": `<?xml-stylesheet type="text/xsl" href="turn.xsl"?>${inner}`,
    "EPUB/turn.xsl": `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><html xmlns="http://www.w3.org/1999/xhtml"><body><script>${hit("xsl")}</script></body></html></xsl:template></xsl:stylesheet>`,
    "EPUB/inner.svg": `<svg xmlns="http://www.w3.org/2000/svg" onload="${hit("drawing")}"><script>${strikeUp("drawing-script")}</script><text y="20">Drawn</text></svg>`,
    "EPUB/deep.xhtml": nestedPage(outside, ""),
  });
  nestingId = await addBookToProduct(await writeEpub(nesting, "nesting.epub"));
});

test.beforeEach(async ({ page }) => {
  reachedOut.length = 0;
  await signIn(page);
});

test.afterAll(() => stranger.close());

/** Records messages to the page that a script of the book might send. */
async function listenForMessages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window !== window.top) return;
    window.addEventListener("message", ({ data }) => {
      const own = window as { struck?: string[] };
      if (data === "struck") own.struck = [...(own.struck ?? []), "message"];
    });
  });
}

async function expectNothingHappened(page: Page, address: string): Promise<void> {
  // Waits for one more frame and a round trip, so that delayed attacks have had time to run.
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    await fetch("/healthz");
  });
  expect(await page.evaluate(() => (window as { struck?: string[] }).struck ?? [])).toEqual([]);
  expect(await page.locator("html").getAttribute("data-escaped")).toBeNull();
  const sandboxes = await page
    .locator("iframe.book-frame")
    .evaluateAll((all) => all.map((one) => one.getAttribute("sandbox")));
  expect(new Set(sandboxes)).toEqual(new Set(["allow-same-origin allow-scripts"]));
  expect(reachedOut).toEqual([]);
  expect(page.url()).toBe(address);
  await expect(page).toHaveTitle("A test book – Fabel");
  expect(page.context().pages()).toHaveLength(1);
}

test("a book with every known attack is shown, and no attack succeeds", async ({ page }) => {
  await listenForMessages(page);
  await openReader(page, bookId);
  const address = page.url();
  const frame = shownFrame(page, "EPUB/one.xhtml");
  await expect(frame.locator("#text")).toHaveText("The page is shown.");
  await frame.locator("#js").click();
  await frame.locator("#svg-text").click({ force: true });
  await frame.locator("#send").click({ force: true });
  await expectNothingHappened(page, address);
  // Nested documents at any depth: all their links, forms and scripts.
  await openReader(page, nestingId);
  const around = page.url();
  await expect(shownFrame(page, "EPUB/one.xhtml").locator("#text")).toHaveText("Around.");
  const nestedFrames = () => page.frames().filter((one) => one.parentFrame()?.parentFrame());
  // From two frames and two objects; the XML document has none, because its XSL stylesheet is blocked.
  await expect.poll(() => nestedFrames().filter((one) => one.url().endsWith("deep.xhtml")).length).toBe(4);
  const nested = nestedFrames();
  const withLinks = nested.filter((one) => /\.x?html$/.test(one.url()));
  await Promise.all(withLinks.map((one) => one.locator(".try").last().waitFor({ state: "attached" })));
  // Innermost first: a link that navigates its own frame removes the documents inside it.
  for (const one of nested.reverse()) {
    await one.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>(".try")) element.click();
    });
  }
  await expectNothingHappened(page, around);
});

test("a document that does not begin with the content policy is never shown", async ({ page }) => {
  // Simulates tampered storage, both for the inlined first page and for the document's file.
  await page.route(`**/reader/${bookId}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll("script-src 'none'", "script-src 'self'");
    await route.fulfill({ response: response, body });
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
