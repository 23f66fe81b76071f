import { describe, expect, test } from "vitest";
import { closingStep, closingTarget, type PageBefore } from "./closing";

const origin = "http://library.test:3000";
const at = (address: string) => closingTarget(new URL(address, origin));

test("closingTarget depends on origin before from, and not on the host name", () => {
  expect(at("/reader/lyktan?origin=polylino")).toBe("/shelves");
  expect(at("/reader/lyktan?origin=polylino&from=library")).toBe("/shelves");
  expect(at("/reader/lyktan?from=library")).toBe("/library/bookshelf");
  expect(at("/reader/lyktan")).toBeNull();
});

describe("closingStep", () => {
  const nothing: PageBefore = { entry: null, referrer: "", isInApp: false };
  const shelf = `${origin}/bookshelf?q=fox&language=sv`;
  const step = (address: string, before: Partial<PageBefore>) =>
    closingStep(new URL(address, origin), { ...nothing, ...before });

  test.each<[string, string, Partial<PageBefore>, "back" | { to: string }]>([
    ["from a shelf", "/reader/a", { entry: shelf, referrer: shelf }, "back"],
    ["from a shelf, in a browser that provides only the referrer", "/reader/a", { referrer: shelf }, "back"],
    ["from a page of the app", "/reader/a", { isInApp: true }, "back"],
    ["from another portal", "/reader/a", { referrer: "https://portal.example/" }, "back"],
    ["from a typed address", "/reader/a", {}, { to: "/shelves" }],
    ["through the login page", "/reader/a", { referrer: `${origin}/login?redirect=%2Freader%2Fa` }, { to: "/shelves" }],
    ["through another site's login page", "/reader/a", { referrer: "https://portal.example/login" }, "back"],
    [
      "in library mode, from the library's shelf",
      "/reader/a?from=library",
      { entry: `${origin}/library/bookshelf?q=a` },
      "back",
    ],
    ["in library mode, from another shelf", "/reader/a?from=library", { entry: shelf }, { to: "/library/bookshelf" }],
    ["with origin polylino, from its shelf", "/reader/a?origin=polylino", { entry: `${origin}/shelves?q=a` }, "back"],
    ["with origin polylino, from another shelf", "/reader/a?origin=polylino", { entry: shelf }, { to: "/shelves" }],
  ])(
    "given a book opened %s, then closing leads back or to the shelf of its origin",
    (_name, address, before, expected) => {
      expect(step(address, before)).toEqual(expected);
    },
  );
});
