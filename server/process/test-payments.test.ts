import { describe, expect, it } from "vitest";
import { parseEnvironment } from "~/environment.server";
import { usesTestPayments } from "./test-payments";

function uses(values: Record<string, string>): boolean {
  return usesTestPayments({ ...parseEnvironment(values), sessionSecret: "" });
}

describe("usesTestPayments", () => {
  it("given DEMO=1 and no Stripe settings, then the stand-in is used", () => {
    expect(uses({ DEMO: "1" })).toBe(true);
  });

  it("given DEMO=0, then the stand-in is not used", () => {
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
