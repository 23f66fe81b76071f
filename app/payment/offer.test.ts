import { expect, test } from "vitest";
import type { Price } from "~/services/contracts/payment";
import { offerOf } from "./offer";

const price = (id: string, amount: number, interval: Price["interval"], intervalCount = 1): Price => ({
  ...{ id, amount, interval, intervalCount, productId: "p", vat: 0, currency: "EUR" },
});

test("the yearly plan has its price a month, rounded up, and what it saves, rounded down", () => {
  const { month, year } = offerOf([price("y", 7199, "year"), price("m", 799, "month")]);
  expect(month?.id).toBe("m");
  expect(year).toMatchObject({ id: "y", perMonth: 600, saving: { amount: 2389, part: 0.24 } });
});

test.each([
  ["no plans", [], null, null],
  ["a plan of three months", [price("q", 100, "month", 3)], null, null],
  ["no monthly plan", [price("y", 1200, "year")], null, { perMonth: 100, saving: null }],
  ["a yearly plan that saves nothing", [price("m", 100, "month"), price("y", 1200, "year")], "m", { saving: null }],
] as Array<[string, Price[], string | null, object | null]>)("given %s", (_, prices, monthId, expected) => {
  const { month, year } = offerOf(prices);
  expect(month?.id ?? null).toBe(monthId);
  if (expected) expect(year).toMatchObject(expected);
  else expect(year).toBeNull();
});

test("given several plans of a month, then the cheapest is offered", () => {
  expect(offerOf([price("dear", 900, "month"), price("cheap", 500, "month")]).month?.id).toBe("cheap");
});
