import { describe, expect, it } from "vitest";
import { type AskedPage, createWrittenPages } from "./written-pages.server";

type Given = Partial<Pick<AskedPage, "status" | "data" | "nonce">> & {
  url?: string;
  method?: string;
  notice?: unknown;
  rest?: object;
};

function page({ url = "http://se.localhost/", method = "GET", notice = null, rest, ...given }: Given = {}): AskedPage {
  const staticHandlerContext = { loaderData: { root: { notice } }, actionData: null, errors: null, ...rest };
  const context = { staticHandlerContext } as never;
  const asked = { status: 200, data: '["se","sv",null]', nonce: "first-nonce", ...given };
  return { request: new Request(url, { method }), context, ...asked };
}

const text = (body: Buffer | null) => body?.toString() ?? null;

/** Pages that know one. */
function withPage(given: Given = {}, body = "<script nonce='first-nonce'>å</script>") {
  const pages = createWrittenPages();
  for (let time = 0; time < 2; time += 1) pages.keep(page(given), Buffer.from(body));
  return pages;
}

describe("a page that was written before", () => {
  it("is found by its address and its data, once it was asked for twice", () => {
    const pages = createWrittenPages();
    expect(pages.find(page())).toBeNull();
    pages.keep(page(), Buffer.from("page"));
    expect(pages.find(page())).toBeNull();
    pages.keep(page(), Buffer.from("page"));
    expect(text(pages.find(page()))).toBe("page");
  });

  it("bears the nonce of the answer at hand, at every place, and no other", () => {
    const pages = withPage({}, "<a nonce='first-nonce'>ö</a><b nonce='first-nonce'>");
    expect(text(pages.find(page({ nonce: "second-one" })))).toBe("<a nonce='second-one'>ö</a><b nonce='second-one'>");
    expect(text(pages.find(page({ nonce: "third" })))).toBe("<a nonce='third'>ö</a><b nonce='third'>");
  });

  it.each<[string, Given]>([
    ["another person's data", { data: '["se","sv",{"name":"Elsa"}]' }],
    ["data that differ by one letter", { data: '["se","sv",nulL]' }],
    ["another address", { url: "http://se.localhost/privacy" }],
    ["another query", { url: "http://se.localhost/?a=1" }],
    ["another host", { url: "http://fr.localhost/" }],
    ["a notice", { notice: { id: "1" } }],
    ["an answer to a form", { method: "POST" }],
    ["what an action said", { rest: { actionData: { a: 1 } } }],
    ["an error", { rest: { errors: { root: {} } } }],
    ["another status", { status: 404 }],
    ["data that are not known", { data: null }],
    ["an answer without a nonce", { nonce: undefined }],
  ])("is not the page of %s", (_, other) => {
    expect(withPage().find(page(other))).toBeNull();
    expect(withPage(other).find(page())).toBeNull();
  });

  it.each<[string, Given]>([
    ["an answer to a form", { method: "POST" }],
    ["an error", { status: 500 }],
    ["a page with a notice", { notice: { id: "1" } }],
    ["a page without its data", { data: null }],
    ["a page that is too large", { data: "x".repeat(500_000) }],
  ])("is never %s", (_, given) => {
    expect(withPage(given).find(page(given))).toBeNull();
  });

  it("is not kept for ever, nor more of them than there is room for", () => {
    let time = 0;
    const pages = createWrittenPages({ all: 300, one: 200, duration: 100 }, () => time);
    const urls = ["a", "b", "c", "d"].map((path) => `http://se.localhost/${path}`);
    for (const url of urls)
      for (const _ of [1, 2]) pages.keep(page({ url }), Buffer.from("a body of thirty bytes or so"));
    const found = () => urls.filter((url) => pages.find(page({ url })) !== null);
    expect(found()).toEqual(urls.slice(-2));
    time = 100;
    expect(found()).toEqual([]);
  });
});
