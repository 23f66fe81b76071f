import { createRequire } from "node:module";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { handOver } from "./hand-over.server";

/** What the framework itself writes with: a part of it, not of ours. */
const require = createRequire(createRequire(import.meta.url).resolve("@remix-run/node"));
const { encode } = require("turbo-stream") as { encode(data: unknown): ReadableStream<Uint8Array> };

const framework = (data: unknown) => new Response(encode(data)).text();

const leaf = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("", "a", "id", "</script>", "\u2028", -0, 0, 1, Number.NaN, Number.POSITIVE_INFINITY),
  fc.constantFrom(Number.NEGATIVE_INFINITY, true, false, null, undefined),
  fc.double(),
);
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: "medium" },
    leaf,
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.array(leaf, { maxLength: 3 }).map((list) => Object.assign(new Array(4), list)),
    fc.dictionary(fc.constantFrom("id", "name", "a", "data", "1", "_2"), tie("tree"), { noNullPrototype: true }),
  ),
}));

describe("what is handed over to the browser", () => {
  it("is what the framework would write, to the letter", async () => {
    const page = fc.dictionary(fc.string(), tree, { noNullPrototype: true });
    await fc.assert(
      fc.asyncProperty(page, async (loaderData) => {
        const same = { same: loaderData };
        const state = { loaderData, actionData: null, errors: null, again: [same, same, loaderData] };
        expect(handOver(state)).toBe(await framework(state));
      }),
      { numRuns: 60 },
    );
  });

  it.each<[string, unknown]>([
    ["a promise", Promise.resolve(1)],
    ["a date", new Date(0)],
    ["an error", new Error("no")],
    ["a map", new Map()],
    ["an object of a class", new URL("http://localhost")],
    ["an object without a prototype", Object.create(null)],
    ["a function", () => {}],
    ["a large number", 1n],
    ["a symbol", Symbol.for("a")],
  ])("is left to the framework where there is %s in it", (_, value) => {
    expect(handOver({ loaderData: { list: [{ value }] } })).toBeNull();
  });
});
