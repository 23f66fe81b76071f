import { describe, expect, it } from "vitest";
import { createPlainPages } from "./plain-pages.server";

type Given = { path?: string; status?: number; method?: string; root?: object; hasScripts?: boolean; rest?: object };

function page({ path = "/", status = 200, method = "GET", root = {}, hasScripts = false, rest = {} }: Given = {}) {
  const loaderData = { root: { user: null, realm: "se", locale: "sv", theme: "system", notice: null, ...root } };
  const staticHandlerContext = { loaderData, actionData: null, errors: null, ...rest };
  const context = { staticHandlerContext, renderMeta: { didRenderScripts: hasScripts } };
  return [new Request(`http://localhost${path}`, { method }), status, context as never] as const;
}

describe("a page without script", () => {
  it("is written once for all visitors who are shown the same", () => {
    const pages = createPlainPages();
    const body = Buffer.from("landing");
    expect(pages.find(...page())).toBeNull();
    pages.keep(...page(), body);
    expect(pages.find(...page())).toBe(body);
  });

  it.each<[string, Given]>([
    ["another address", { path: "/privacy" }],
    ["another query", { path: "/?a=1" }],
    ["another realm", { root: { realm: "fr" } }],
    ["another language", { root: { locale: "fr" } }],
    ["another theme", { root: { theme: "dark" } }],
    ["a notice", { root: { notice: { id: "1" } } }],
    ["somebody who is signed in", { root: { user: { name: "Elsa" } } }],
    ["an answer to a form", { method: "POST" }],
    ["what an action said", { rest: { actionData: { a: 1 } } }],
    ["an error", { rest: { errors: { root: {} } } }],
    ["another status", { status: 404 }],
  ])("is not the page of %s", (_, other) => {
    const pages = createPlainPages();
    pages.keep(...page(), Buffer.from("landing"));
    expect(pages.find(...page(other))).toBeNull();
  });

  it.each<[string, Given]>([
    ["with scripts, which bear one answer's nonce", { hasScripts: true }],
    ["of somebody who is signed in", { root: { user: { name: "Elsa" } } }],
    ["that came with a notice", { root: { notice: { id: "1" } } }],
    ["at an endless address", { path: `/?${"x".repeat(3000)}` }],
  ])("is not kept %s", (_, given) => {
    const pages = createPlainPages();
    pages.keep(...page(given), Buffer.from("x"));
    expect(pages.find(...page(given))).toBeNull();
  });

  it("is not kept for ever", () => {
    const pages = createPlainPages({ pages: 2, key: 2000, body: 10 });
    for (const path of ["/a", "/b", "/c"]) pages.keep(...page({ path }), Buffer.from("x"));
    pages.keep(...page({ path: "/long" }), Buffer.from("longer than ten"));
    const found = ["/a", "/b", "/c", "/long"].filter((path) => pages.find(...page({ path })) !== null);
    expect(found).toEqual(["/c"]);
  });
});
