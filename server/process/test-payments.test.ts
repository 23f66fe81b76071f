import { describe, expect, it } from "vitest";
import { parseEnvironment } from "~/environment.server";
import { usesTestPayments } from "./test-payments";

function uses(values: Record<string, string>): boolean {
  return usesTestPayments({ ...parseEnvironment(values), sessionSecret: "" });
}

describe("whether a product pays at the stand-in", () => {
  it("given a demonstration without keys, then it does", () => {
    expect(uses({ DEMO: "1" })).toBe(true);
  });

  it("given no demonstration, then it does not", () => {
    expect(uses({ DEMO: "0" })).toBe(false);
  });

  it.each([
    ["STRIPE_SECRET_KEY_SE", "sk_live_se"],
    ["STRIPE_PUBLISHABLE_KEY_SE", "pk_live_se"],
    ["STRIPE_API_BASE", "http://127.0.0.1:12111"],
    ["STRIPE_JS_URL", "https://js.example/stripe.js"],
  ])("given %s, then the real provider is used", (name, value) => {
    expect(uses({ DEMO: "1", [name]: value })).toBe(false);
  });
});
