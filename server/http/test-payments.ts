import { createMiddleware } from "hono/factory";
import type { PipelineEnv } from "./request-context";
import { testPaymentsPolicy } from "./security-headers";

const sent = ["accept", "accept-language", "content-type"];
const returned = ["content-type", "content-disposition", "cache-control", "location", "request-id"];

/**
 * Proxies the stand-in for the payment provider at the product's own address, below `/test-payments/`, because only the product's port
 * may be reachable. Cookies and tokens of the product are not forwarded. docs/decisions/0046-stripe-stand-in.md.
 * @param origin the stand-in's origin; null if there is none, in which case the path is not found
 */
export function testPayments(origin: string | null) {
  return createMiddleware<PipelineEnv>(async (c, next) => {
    if (origin === null) return next();
    const { method, headers, url, body } = c.req.raw;
    const { pathname, search } = new URL(url);
    const forwarded = new Headers({ "X-Test-Payments-Origin": c.var.origin });
    for (const name of sent) {
      const value = headers.get(name);
      if (value !== null) forwarded.set(name, value);
    }
    const response = await fetch(origin + pathname + search, {
      method,
      headers: forwarded,
      redirect: "manual",
      ...(body ? { body, duplex: "half" } : {}),
    } as RequestInit).catch(() => null);
    if (response === null) return c.text("The stand-in for the payment provider is not there", 502);
    const isPage = response.headers.get("content-type")?.includes("text/html") ?? false;
    const responseHeaders = new Headers({
      "Cache-Control": "no-store",
      // The stand-in's own is for any address: tests run it on a port of its own.
      "Content-Security-Policy": testPaymentsPolicy({ isPage, isSecure: c.var.isSecure }),
    });
    for (const name of returned) {
      const value = response.headers.get(name);
      if (value !== null) responseHeaders.set(name, value);
    }
    return new Response(response.body, { status: response.status, headers: responseHeaders });
  });
}
