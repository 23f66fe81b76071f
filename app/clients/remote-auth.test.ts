import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Fault, faultyFetch } from "#tests/support/fault-injector";
import { callRemoteAuth } from "./remote-auth";

/** Calls to a remote sign-in service with network faults: docs/product/shell.md#calls. */

let server: Server;
let baseUrl: string;
let seen: Array<{
  url?: string;
  host?: string | string[];
  country?: string | string[];
  key?: string | string[];
  body: string;
}> = [];

beforeAll(async () => {
  server = createServer(async (message, response) => {
    let body = "";
    for await (const part of message) body += String(part);
    const { "x-forwarded-host": host, "x-country": country, "idempotency-key": key } = message.headers;
    seen.push({ url: message.url, host, country, key, body });
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/far/`;
});

afterAll(() => server.close());

function call(plan: Fault[], timeout?: number) {
  seen = [];
  const fetch = faultyFetch(plan);
  const request = new Request("https://se.localhost:3000/services/auth/v2/token?x=1", {
    method: "POST",
    body: "grant_type=refresh_token",
    headers: { "idempotency-key": "the-very-same-request" },
  });
  const clientInfo = { ipAddress: "192.0.2.1", requestId: "r-1", realm: "se" as const };
  return { fetch, response: callRemoteAuth(baseUrl, request, clientInfo, { fetch, delay: () => 0, timeout }) };
}

it("repeats a call after network errors and 5xx with the same body, idempotency key, country and forwarded host", async () => {
  const { fetch, response } = call(["drop-before", "500-after", "drop-after"]);
  expect((await response).status).toBe(200);
  expect(fetch.attempts()).toBe(4);
  const request = {
    url: "/far/v2/token?x=1",
    host: "se.localhost:3000",
    country: "se",
    key: "the-very-same-request",
    body: "grant_type=refresh_token",
  };
  expect(seen).toEqual([request, request, request]);
});

it("gives up after three retries with the last response or the network error", async () => {
  const broken = call(["500-before", "500-before", "500-before", "500-before"]);
  expect((await broken.response).status).toBe(502);
  expect(broken.fetch.attempts()).toBe(4);
  const gone = call(["drop-before", "drop-before", "drop-before", "drop-before"]);
  await expect(gone.response).rejects.toThrow("connection refused");
  expect(gone.fetch.attempts()).toBe(4);
});

it("repeats an attempt that times out, and fails with a TimeoutError after the fourth", async () => {
  const { fetch, response } = call(["slow", "slow"], 200);
  expect((await response).status).toBe(200);
  expect(fetch.attempts()).toBe(3);
  const hanging = call(["slow", "slow", "slow", "slow"], 50);
  await expect(hanging.response).rejects.toMatchObject({ name: "TimeoutError" });
  expect(hanging.fetch.attempts()).toBe(4);
});
