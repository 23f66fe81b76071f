import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BookBackEnd, bookBackEnd, requestFor } from "#tests/support/book-back-end";
import { epubFiles } from "#tests/support/make-epub";
import { type Browser, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import type { CallContext } from "~/clients/client";
import { processBackend } from "~/composition/process-backend.server";
import type { BookOpening } from "~/services/contracts/library";
import { requireUser } from "~/session/guard.server";
import { openBook, renewPolicy } from "./open-book.server";

/** Books of the alternative back end, on a second server. docs/product/reader.md#access, #errors. */

const origin = "https://se.localhost";
const unsafe =
  '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>One</title><link rel="stylesheet" href="style.css"/></head><body onload="x()"><script>x()</script><p id="s1">Once upon a time.</p></body></html>';
const sound = Buffer.from(Array.from({ length: 500 }, (_, index) => index % 251));

let backEnd: BookBackEnd;
let browser: Browser;
let credentials: CallContext;

beforeAll(async () => {
  const package_ = String(epubFiles().get("EPUB/package.opf")).replace(
    "</manifest>",
    '<item id="v" href="media/pg_video/takk/one.mp4" media-type="video/mp4"/><item id="js" href="evil.js" media-type="text/javascript"/></manifest>',
  );
  const changes = {
    "EPUB/package.opf": package_,
    "EPUB/one.xhtml": unsafe,
    "EPUB/media/pg_video/takk/one.mp4": sound,
    "EPUB/evil.js": "x()",
    "EPUB/unlisted.xhtml": unsafe,
  };
  backEnd = await bookBackEnd({ "far-book": epubFiles(changes), other: epubFiles(), broken: new Map([["a", "b"]]) });
  await sessionScene(["se"], { BOOK_BACKEND_URL: backEnd.url });
  browser = await signedInBrowser(origin, "student.se");
  credentials = (await requireUser(processBackend(), browser.request("/"))).credentials;
});

beforeEach(() => {
  backEnd.requests.length = 0;
  backEnd.bearers.length = 0;
  backEnd.failures = {};
  backEnd.policy = "Policy=now&Signature=s~-&Key-Pair-Id=K1";
});

afterAll(() => backEnd.close());

const fileUrl = (policy = backEnd.policy, book = "far-book") => `${backEnd.url}/${book}/${policy && `?${policy}`}`;
const open = (at: string | null, book = "far-book") => openBook(processBackend(), book, "mark", at, credentials);

async function opened(at: string | null = fileUrl()): Promise<BookOpening> {
  const result = await open(at);
  if (result.kind === "fault") throw new Error(`${result.fault} ${result.status}`);
  return result.opening;
}

function get(address: string, headers: Record<string, string> = {}): Promise<Response> {
  return processBackend().serveServices(new Request(address, { headers }), { requestId: "r", ipAddress: null });
}

describe("a book at fileUrl", () => {
  it("is read from its package with the policy of its address", async () => {
    const opening = await opened();
    expect(opening).toMatchObject({ bookId: "far-book", policy: backEnd.policy, isOfBackEnd: true, keepsPlace: false });
    expect(opening.book).toMatchObject({ title: "A test book", spine: [{ href: "EPUB/one.xhtml", characters: 17 }] });
    expect(opening.resourcesUrl.startsWith(`${origin}/services/library/back-end/`)).toBe(true);
    expect(backEnd.requests.every((each) => each.endsWith(`?${backEnd.policy}`))).toBe(true);
    expect(backEnd.bearers).toEqual([]);
  });

  it("has sanitised documents, and a cookie for the files that they load", async () => {
    const { resourcesUrl, policy } = await opened();
    const response = await get(`${resourcesUrl}EPUB/one.xhtml?${policy}`);
    expect(await response.text()).not.toMatch(/<script|onload/);
    expect(response.headers.get("content-security-policy")).toContain("script-src 'none'");
    const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
    const style = await get(`${resourcesUrl}EPUB/style.css`, { cookie });
    expect([style.status, style.headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
    for (const path of ["EPUB/evil.js", "EPUB/unlisted.xhtml"]) {
      expect((await get(`${resourcesUrl}${path}?${policy}`)).status).toBe(404);
    }
  });

  it("loads its videos with fileUrl's query, in ranges", async () => {
    const { resourcesUrl, policy } = await opened();
    const path = "EPUB/media/pg_video/takk/one.mp4";
    const response = await get(`${resourcesUrl}${path}?${policy}`, { range: "bytes=10-19" });
    expect([response.status, response.headers.get("content-range")]).toEqual([206, "bytes 10-19/500"]);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(sound.subarray(10, 20));
    expect(backEnd.requests.at(-1)).toBe(requestFor("far-book", path, policy));
  });

  it.each([
    ["without a policy", (folder: string) => `${folder}EPUB/style.css`, 403],
    ["with another policy", (folder: string) => `${folder}EPUB/style.css?Policy=x&Signature=y&Key-Pair-Id=z`, 403],
    ["outside the book's folder", (folder: string) => `${folder}%2e%2e%2fother/EPUB/style.css?Policy=x`, 404],
    [
      "of another server",
      () =>
        `${origin}/services/library/back-end/${Buffer.from("http://127.0.0.1:1/x/").toString("base64url")}/a?Policy=x`,
      404,
    ],
  ])("returns an error status for a file %s", async (_what, address, status) => {
    const { resourcesUrl } = await opened();
    expect((await get(address(resourcesUrl))).status).toBe(status);
  });

  it.each([
    ["https://elsewhere.example/far-book/?Policy=p"],
    ["http://127.0.0.1:1/far-book/?Policy=p"],
    ["https://se.localhost/profile?Policy=p"],
    ["javascript:alert(1)"],
    ["file:///etc/passwd"],
  ])("is rejected at %s without a request to the back end", async (address) => {
    expect(await open(address)).toEqual({ kind: "fault", fault: "error_fault_in_book_message", status: 400 });
    expect(backEnd.requests).toEqual([]);
  });
});

describe("a back end that returns an error", () => {
  it.each([
    [401, "error_no_access", 401],
    [404, "error_not_found", 404],
    [502, "error_in_book_unknown", 502],
    [500, "error_in_book_unknown", 502],
  ])("its status %i is reported as %s", async (answer, fault, status) => {
    backEnd.failures = { "META-INF/container.xml": answer };
    expect(await open(fileUrl())).toEqual({ kind: "fault", fault, status });
  });

  it("an expired policy is renewed with the reader's token, and the request is repeated", async () => {
    expect((await opened(fileUrl("Policy=old"))).policy).toBe(backEnd.policy);
    expect(backEnd.requests).toContain("/far-book/policy");
    expect(backEnd.bearers).toEqual([expect.stringMatching(/^Bearer eyJ/)]);
  });

  it("a renewed policy that is refused too is reported as error_logged_out", async () => {
    backEnd.failures = { "META-INF/container.xml": 403 };
    expect(await open(fileUrl())).toEqual({ kind: "fault", fault: "error_logged_out", status: 403 });
    expect(backEnd.bearers).toHaveLength(1);
  });

  it("a failed renewal is reported as error_fault_in_book_message", async () => {
    backEnd.failures = { policy: 403 };
    const result = await open(fileUrl("Policy=old"));
    expect(result).toMatchObject({ kind: "fault", fault: "error_fault_in_book_message" });
  });

  it("renewPolicy returns a new policy for an open reader", async () => {
    expect(
      (await renewPolicy(processBackend(), "far-book", { isOfBackEnd: true, version: null }, credentials)).policy,
    ).toBe(backEnd.policy);
  });

  it("files that are not a book are reported as error_not_found", async () => {
    expect(await open(fileUrl(backEnd.policy, "broken"))).toMatchObject({ kind: "fault", fault: "error_not_found" });
  });
});

describe("given a book that the library does not know", () => {
  it("then it is opened at the back end without fileUrl", async () => {
    expect(await opened(null)).toMatchObject({ isOfBackEnd: true, policy: backEnd.policy });
  });

  it("then it is not found (404) when the back end does not know it either", async () => {
    expect(await open(null, "nowhere")).toEqual({ kind: "fault", fault: "error_not_found", status: 404 });
  });
});
