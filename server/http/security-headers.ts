import { createMiddleware } from "hono/factory";
import type { Environment } from "~/environment.server";
import type { PipelineEnv } from "./request-context";

/** Content security policies by part of the product. docs/security.md, line 30; docs/product/choices.md#book-scripts. */

type ContentPolicyOptions = {
  path: string;
  nonce: string;
  /** Whether the request came over https. */
  isSecure: boolean;
  /** Allows inline styles and a web socket for Vite's client. */
  isDevelopment: boolean;
};

type Directives = Record<string, string[]>;

const readerPaths = /^\/(reader|try)(\/|$)/;
const paymentPaths = /^\/(signup|subscription)(\/|$)/;

/** The Content-Security-Policy of a page. */
export function pageContentPolicy(
  environment: Pick<Environment, "contentOrigin" | "stripe">,
  { path, nonce, isSecure, isDevelopment }: ContentPolicyOptions,
): string {
  const content = environment.contentOrigin ? [environment.contentOrigin] : [];
  const directives: Directives = {
    "default-src": ["'self'"],
    "script-src": ["'self'", `'nonce-${nonce}'`],
    "style-src": ["'self'", `'nonce-${nonce}'`],
    "img-src": ["'self'", "data:", "blob:", ...content],
    "font-src": ["'self'", "data:", ...content],
    "media-src": ["'self'", "data:", "blob:", ...content],
    "connect-src": ["'self'", ...content],
    "worker-src": ["'self'", "blob:"],
    "frame-src": ["'self'", "blob:", ...content],
    "object-src": ["'none'"],
    "base-uri": ["'self'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'self'"],
  };
  // A book's frame inherits the page's policy, and books have inline styles, which a nonce would disable.
  if (readerPaths.test(path)) {
    directives["style-src"] = ["'self'", "'unsafe-inline'", "blob:", "data:", ...content];
    directives["font-src"]?.push("blob:");
  }
  if (paymentPaths.test(path)) allowPayment(directives, environment.stripe);
  if (isDevelopment) {
    directives["style-src"] = ["'self'", "'unsafe-inline'", "blob:", "data:", ...content];
    directives["connect-src"]?.push("ws:");
  }
  const text = Object.entries(directives).map(([name, sources]) => `${name} ${sources.join(" ")}`);
  if (isSecure) text.push("upgrade-insecure-requests");
  return text.join("; ");
}

/** Allows the provider's script, frames and requests on the payment pages. */
function allowPayment(directives: Directives, stripe: Environment["stripe"]): void {
  const isPath = stripe.jsUrl?.startsWith("/") ?? false;
  // A stand-in whose script is under our own path also has its frames and API there, so no other origin is needed.
  if (isPath && stripe.apiBase) return;
  const script = stripe.jsUrl && !isPath ? new URL(stripe.jsUrl).origin : "https://js.stripe.com";
  const api = stripe.apiBase ? new URL(stripe.apiBase).origin : "https://api.stripe.com";
  directives["script-src"]?.push(script, "https://*.js.stripe.com");
  directives["connect-src"]?.push(api, script);
  directives["frame-src"]?.push(script, "https://*.js.stripe.com", "https://hooks.stripe.com");
  directives["img-src"]?.push("https://*.stripe.com");
  directives["form-action"]?.push("https://checkout.stripe.com");
}

/** The Content-Security-Policy of responses that are no page. */
export const pagelessPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * Local names at which a product that is tried out may be reached, for a form that redirects back to the page it was opened from. A policy
 * cannot name an IPv6 address.
 */
const localNames = ["http://localhost:*", "http://*.localhost:*", "http://127.0.0.1:*"];

/** The Content-Security-Policy of the stand-in for the payment provider at the product's own address. */
export function testPaymentsPolicy({ isPage, isSecure }: { isPage: boolean; isSecure: boolean }): string {
  if (!isPage) return pagelessPolicy;
  const own = ["script-src", "style-src", "connect-src", "img-src"].map((name) => `${name} 'self'`);
  const targets = ["'self'", ...(isSecure ? [] : localNames)].join(" ");
  const text = ["default-src 'none'", ...own, "font-src 'self' data:", `form-action ${targets}`, "base-uri 'none'"];
  if (isSecure) text.push("upgrade-insecure-requests");
  return [...text, "frame-ancestors 'self'"].join("; ");
}

export function securityHeaders({ hstsSubdomains }: Pick<Environment, "hstsSubdomains">) {
  return createMiddleware<PipelineEnv>(async (c, next) => {
    const headers = commonHeaders({ isSecure: c.var.isSecure, hstsSubdomains });
    for (const name in headers) c.env.outgoing.setHeader(name, headers[name] ?? "");
    await next();
  });
}

type CommonHeaders = { isSecure: boolean; hstsSubdomains?: boolean };

/** The headers of every response. */
export function commonHeaders({ isSecure, hstsSubdomains }: CommonHeaders): Record<string, string> {
  const subdomains = hstsSubdomains ? "; includeSubDomains" : "";
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=(), payment=(self), usb=(), browsing-topics=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    // Other sites cannot embed our responses. Book content with an origin of its own replaces it.
    "Cross-Origin-Resource-Policy": "same-origin",
    ...(isSecure ? { "Strict-Transport-Security": `max-age=31536000${subdomains}` } : {}),
  };
}
