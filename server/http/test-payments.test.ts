import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PipelineEnv } from "./request-context";
import { testPayments } from "./test-payments";

let standIn: Server;
let received: { url: string; headers: IncomingHttpHeaders; body: string } | null;

beforeEach(async () => {
  received = null;
  standIn = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += String(part);
    received = { url: request.url ?? "", headers: request.headers, body };
    response.writeHead(303, { "Content-Type": "text/html", Location: "/back", "Set-Cookie": "a=b" }).end("moved");
  });
  standIn.listen(0, "127.0.0.1");
  await once(standIn, "listening");
});
afterEach(() => standIn.close());

function product(origin: string | null, isSecure = false) {
  const app = new Hono<PipelineEnv>();
  app.use(async (c, next) => {
    c.set("origin", "http://se.localhost:3000");
    c.set("isSecure", isSecure);
    await next();
  });
  app.all("/test-payments/*", testPayments(origin));
  app.all("*", (c) => c.text("a page", 404));
  return app;
}

describe("the /test-payments proxy", () => {
  it("given a stand-in, then path, body and public origin are forwarded, but no cookies or tokens", async () => {
    const origin = `http://127.0.0.1:${(standIn.address() as AddressInfo).port}`;
    const response = await product(origin).request("/test-payments/checkout/cs_1?a=b", {
      method: "POST",
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        Cookie: "session=secret",
        Authorization: "Bearer secret",
      },
      body: "number=4242",
    });
    expect(received).toMatchObject({ url: "/test-payments/checkout/cs_1?a=b", body: "number=4242" });
    expect(received?.headers).toMatchObject({ "x-test-payments-origin": "http://se.localhost:3000" });
    expect(received?.headers.cookie).toBeUndefined();
    expect(received?.headers.authorization).toBeUndefined();
    expect([response.status, response.headers.get("location")]).toEqual([303, "/back"]);
    expect(response.headers.get("content-type")).toBe("text/html");
    expect(response.headers.get("set-cookie")).toBeNull();
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self'");
    expect(policy).toMatch(/form-action 'self' http:\/\/localhost:\*/);
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toMatch(/unsafe|https?:[ ;]/);
  });

  it.each([
    ["application/json", true, "default-src 'none'; frame-ancestors 'none'"],
    ["text/javascript", false, "default-src 'none'; frame-ancestors 'none'"],
    ["text/html", true, expect.stringMatching(/form-action 'self'; .*upgrade-insecure-requests/)],
  ])(
    "%s has a content policy of the product, whatever the stand-in sends (https: %s)",
    async (type, isSecure, policy) => {
      standIn.removeAllListeners("request").on("request", (_, response) => {
        response.writeHead(404, { "Content-Type": type, "Content-Security-Policy": "script-src *" }).end("{}");
      });
      const origin = `http://127.0.0.1:${(standIn.address() as AddressInfo).port}`;
      const { headers } = await product(origin, isSecure).request("/test-payments/x");
      expect(headers.get("content-security-policy")).toEqual(policy);
      expect(headers.get("cache-control")).toBe("no-store");
    },
  );

  it("given no stand-in, then the request is passed to the next route", async () => {
    expect(await (await product(null).request("/test-payments/stripe.js")).text()).toBe("a page");
  });

  it("given a stand-in that does not respond, then 502", async () => {
    expect((await product("http://127.0.0.1:9").request("/test-payments/stripe.js")).status).toBe(502);
  });
});
