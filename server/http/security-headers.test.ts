import { describe, expect, test } from "vitest";
import { commonHeaders, pageContentPolicy } from "./security-headers";

/** The exact value of every directive and header, so that a loosened or lost one fails. docs/security.md, line 30. */

const nothingElse = { contentOrigin: null, stripe: { jsUrl: null, apiBase: null } } as never;
const ask = (path: string, change: object = {}, environment = nothingElse): Record<string, string> => {
  const options = { path, nonce: "n", isSecure: false, isDevelopment: false, ...change };
  return Object.fromEntries(
    pageContentPolicy(environment, options)
      .split("; ")
      .map((text) => [text.split(" ", 1)[0], text.split(" ").slice(1).join(" ")]),
  );
};

const usual = {
  "default-src": "'self'",
  "script-src": "'self' 'nonce-n'",
  "style-src": "'self' 'nonce-n'",
  "img-src": "'self' data: blob:",
  "font-src": "'self' data:",
  "media-src": "'self' data: blob:",
  "connect-src": "'self'",
  "worker-src": "'self' blob:",
  "frame-src": "'self' blob:",
  "object-src": "'none'",
  "base-uri": "'self'",
  "form-action": "'self'",
  "frame-ancestors": "'self'",
};

describe("contentPolicy", () => {
  test.each(["/", "/login", "/controlpanel", "/readers", "/signups"])(
    "the policy of %s allows the product's own origin only",
    (path) => {
      expect(ask(path)).toEqual(usual);
    },
  );

  test("the reader's policy allows inline styles and fonts of books, and no inline script", () => {
    const styles = { "style-src": "'self' 'unsafe-inline' blob: data:", "font-src": "'self' data: blob:" };
    for (const path of ["/reader", "/reader/a-book"]) expect(ask(path)).toEqual({ ...usual, ...styles });
  });

  test("the payment pages' policy allows the payment provider's origins and no others", () => {
    const payment = {
      "script-src": "'self' 'nonce-n' https://js.stripe.com https://*.js.stripe.com",
      "connect-src": "'self' https://api.stripe.com https://js.stripe.com",
      "frame-src": "'self' blob: https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
      "img-src": "'self' data: blob: https://*.stripe.com",
      "form-action": "'self' https://checkout.stripe.com",
    };
    for (const path of ["/signup", "/subscription/cards"]) expect(ask(path)).toEqual({ ...usual, ...payment });
  });

  test("given a local copy of the provider's script, then the payment pages still allow the provider's origins", () => {
    const stripe = { jsUrl: "/assets/stripe.js", apiBase: null };
    const copied = ask("/signup", {}, { contentOrigin: null, stripe } as never);
    expect(copied).toEqual(ask("/signup"));
    expect(ask("/bookshelf", {}, { contentOrigin: null, stripe } as never)).toEqual(usual);
  });

  test("given the Stripe stand-in with a local script, then the payment pages allow the own origin only", () => {
    const stripe = { jsUrl: "/test-payments/stripe.js", apiBase: "http://127.0.0.1:4000" };
    expect(ask("/signup", {}, { contentOrigin: null, stripe } as never)).toEqual(usual);
  });

  test("given a separate origin for books, then the reader allows it for everything but scripts", () => {
    const books = "https://books.example";
    const policy = ask("/reader/a-book", {}, { contentOrigin: books, stripe: { jsUrl: null, apiBase: null } } as never);
    const naming = Object.keys(policy).filter((name) => policy[name]?.includes(books));
    expect(naming.sort()).toEqual(["connect-src", "font-src", "frame-src", "img-src", "media-src", "style-src"]);
  });

  test("given a page requested by https, then the policy upgrades insecure requests", () => {
    expect(ask("/", { isSecure: true })).toEqual({ ...usual, "upgrade-insecure-requests": "" });
  });
});

test("commonHeaders has five headers, and Strict-Transport-Security only over https", () => {
  const common = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=(), payment=(self), usb=(), browsing-topics=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
  };
  expect(commonHeaders({ isSecure: false, hstsSubdomains: true })).toEqual(common);
  expect(commonHeaders({ isSecure: true })).toEqual({ ...common, "Strict-Transport-Security": "max-age=31536000" });
  expect(commonHeaders({ isSecure: true, hstsSubdomains: true })).toMatchObject({
    "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  });
});
