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
    ["from a shelf, in a browser that tells the referrer alone", "/reader/a", { referrer: shelf }, "back"],
    ["from a page of the app", "/reader/a", { isInApp: true }, "back"],
    ["from another portal", "/reader/a", { referrer: "https://portal.example/" }, "back"],
    ["from an address that was typed", "/reader/a", {}, { to: "/shelves" }],
    ["through log-in", "/reader/a", { referrer: `${origin}/login?redirect=%2Freader%2Fa` }, { to: "/shelves" }],
    ["through another's log-in page", "/reader/a", { referrer: "https://portal.example/login" }, "back"],
    ["to a library, from its shelf", "/reader/a?from=library", { entry: `${origin}/library/bookshelf?q=a` }, "back"],
    ["to a library, from elsewhere", "/reader/a?from=library", { entry: shelf }, { to: "/library/bookshelf" }],
    ["to polylino's shelf, from it", "/reader/a?origin=polylino", { entry: `${origin}/shelves?q=a` }, "back"],
    ["to polylino's shelf, from elsewhere", "/reader/a?origin=polylino", { entry: shelf }, { to: "/shelves" }],
  ])("given navigation %s, then closing goes back or to the right page", (_name, address, before, expected) => {
    expect(step(address, before)).toEqual(expected);
  });
});
