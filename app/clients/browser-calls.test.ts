import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type BrowserCallOptions, callServer } from "./browser-calls.client";

/** Calls over a real socket. docs/product/shell.md#calls. */

type Reply = (request: IncomingMessage, response: ServerResponse) => void;

/** The server's replies to successive requests; the last one repeats. */
let plan: Reply[];
let requests: Array<{ method?: string; body: string; version?: string | string[] }>;
let server: Server;
let origin: string;

const reply =
  (status: number, body = ""): Reply =>
  (_, response) =>
    response.writeHead(status).end(body);
const drop: Reply = (request) => request.socket.destroy();
const hang: Reply = () => {};

beforeEach(async () => {
  plan = [reply(200, "words")];
  requests = [];
  server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += String(part);
    requests.push({ method: request.method, body, version: request.headers["if-match"] });
    plan[Math.min(requests.length, plan.length) - 1]?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const call = (options: BrowserCallOptions = {}) => callServer(`${origin}/a.smil`, { delay: () => 0, ...options });

test("given two network errors and a 502, then the fourth attempt's response is returned", async () => {
  plan = [drop, reply(502), drop, reply(200, "words")];
  const response = await call();
  expect([response.status, await response.text()]).toEqual([200, "words"]);
  expect(requests).toHaveLength(4);
});

test("given a 503 each time, then the fourth response is returned with its body", async () => {
  plan = [reply(503, "closed")];
  const response = await call();
  expect([response.status, await response.text()]).toEqual([503, "closed"]);
  expect(requests).toHaveLength(4);
});

test("given a network error each time, then the error is thrown after the fourth attempt", async () => {
  plan = [drop];
  await expect(call()).rejects.toThrow("fetch failed");
  expect(requests).toHaveLength(4);
});

test("given one attempt that a frame has already made, then three more attempts follow", async () => {
  plan = [reply(503)];
  expect((await call({ method: "HEAD", attemptsBefore: 1 })).status).toBe(503);
  expect(requests).toHaveLength(3);
});

test.each([302, 400, 401, 403, 404, 412, 429])("given a %i response, then the call is not repeated", async (status) => {
  plan = [reply(status)];
  expect((await call({ method: "HEAD" })).status).toBe(status);
  expect(requests).toHaveLength(1);
});

test("given a POST that fails, then it is repeated with its body and headers", async () => {
  plan = [drop, reply(500), reply(204)];
  const bookmarks = JSON.stringify([{ name: "Kapitel 3" }]);
  const response = await call({ method: "POST", body: bookmarks, headers: { "if-match": '"7"' }, keepalive: true });
  expect(response.status).toBe(204);
  const sent = { method: "POST", body: bookmarks, version: '"7"' };
  expect(requests).toEqual([sent, sent, sent]);
});

test("given attempts without a response, then each times out and the next one follows", async () => {
  plan = [hang, hang, reply(200, "words")];
  expect(await (await call({ timeout: 300 })).text()).toBe("words");
  expect(requests).toHaveLength(3);
});

test("given no response to any attempt, then a TimeoutError is thrown after the fourth", async () => {
  plan = [hang];
  let pauses = 0;
  // Pauses are counted, not requests: under load an attempt can time out before its request reaches the server.
  const delay = () => {
    pauses += 1;
    return 0;
  };
  await expect(call({ timeout: 50, delay })).rejects.toMatchObject({ name: "TimeoutError" });
  expect(pauses).toBe(3);
});

test("given a signal aborted between attempts, then no further attempt is made", async () => {
  plan = [drop];
  const leaving = new AbortController();
  const left = call({ signal: leaving.signal, delay: () => 60_000 });
  setTimeout(() => leaving.abort(new Error("The page was left")), 100);
  await expect(left).rejects.toThrow("The page was left");
  expect(requests).toHaveLength(1);
});
