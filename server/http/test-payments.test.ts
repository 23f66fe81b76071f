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

function product(origin: string | null) {
  const app = new Hono<PipelineEnv>();
  app.use(async (c, next) => {
    c.set("origin", "http://se.localhost:3000");
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
  });

  it("given no stand-in, then the request is passed to the next route", async () => {
    expect(await (await product(null).request("/test-payments/stripe.js")).text()).toBe("a page");
  });

  it("given a stand-in that does not respond, then 502", async () => {
    expect((await product("http://127.0.0.1:9").request("/test-payments/stripe.js")).status).toBe(502);
  });
});
