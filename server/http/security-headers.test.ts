import { describe, expect, test } from "vitest";
import { commonHeaders, contentPolicy } from "./security-headers";

/** Every directive and every header as it is meant: one that is loosened or lost fails here. docs/security.md, line 30. */

const nothingElse = { contentOrigin: null, stripe: { jsUrl: null, apiBase: null } } as never;
const ask = (path: string, change: object = {}, environment = nothingElse): Record<string, string> => {
  const options = { path, nonce: "n", isSecure: false, isDevelopment: false, ...change };
  return Object.fromEntries(
    contentPolicy(environment, options)
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

describe("the content policy", () => {
  test.each(["/", "/login", "/controlpanel", "/readers", "/signups"])("of %s lets in what is ours alone", (path) => {
    expect(ask(path)).toEqual(usual);
  });

  test("of the reader lets books bring styles, and no script", () => {
    const styles = { "style-src": "'self' 'unsafe-inline' blob: data:", "font-src": "'self' data: blob:" };
    for (const path of ["/reader", "/reader/a-book"]) expect(ask(path)).toEqual({ ...usual, ...styles });
  });

  test("of payment lets the provider in, and nobody else", () => {
    const payment = {
      "script-src": "'self' 'nonce-n' https://js.stripe.com https://*.js.stripe.com",
      "connect-src": "'self' https://api.stripe.com https://js.stripe.com",
      "frame-src": "'self' blob: https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
      "img-src": "'self' data: blob: https://*.stripe.com",
      "form-action": "'self' https://checkout.stripe.com",
    };
    for (const path of ["/signup", "/subscription/cards"]) expect(ask(path)).toEqual({ ...usual, ...payment });
  });

  test("of payment with a copy of the provider's script at a path of ours lets the provider itself in all the same", () => {
    const stripe = { jsUrl: "/assets/stripe.js", apiBase: null };
    const copied = ask("/signup", {}, { contentOrigin: null, stripe } as never);
    expect(copied).toEqual(ask("/signup"));
    expect(ask("/bookshelf", {}, { contentOrigin: null, stripe } as never)).toEqual(usual);
  });

  test("of payment at the stand-in, whose script is a path of ours, lets nobody else in", () => {
    const stripe = { jsUrl: "/test-payments/stripe.js", apiBase: "http://127.0.0.1:4000" };
    expect(ask("/signup", {}, { contentOrigin: null, stripe } as never)).toEqual(usual);
  });

  test("names the books' own origin where there is one, never for scripts", () => {
    const books = "https://books.example";
    const policy = ask("/reader/a-book", {}, { contentOrigin: books, stripe: { jsUrl: null, apiBase: null } } as never);
    const naming = Object.keys(policy).filter((name) => policy[name]?.includes(books));
    expect(naming.sort()).toEqual(["connect-src", "font-src", "frame-src", "img-src", "media-src", "style-src"]);
  });

  test("asks for https once the page came by it", () => {
    expect(ask("/", { isSecure: true })).toEqual({ ...usual, "upgrade-insecure-requests": "" });
  });
});

test("what every answer carries", () => {
  const common = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=(), payment=(self), usb=(), browsing-topics=()",
    "Cross-Origin-Opener-Policy": "same-origin",
  };
  expect(commonHeaders(false)).toEqual(common);
  expect(commonHeaders(true)).toEqual({ ...common, "Strict-Transport-Security": "max-age=31536000" });
});
