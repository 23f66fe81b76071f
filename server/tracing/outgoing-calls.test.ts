import { once } from "node:events";
import http, { type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { context, ROOT_CONTEXT, trace } from "@opentelemetry/api";
import { afterAll, beforeEach, expect, test } from "vitest";
import { recordSpans } from "#tests/support/recorded-spans";

const received: IncomingHttpHeaders[] = [];

async function startServer() {
  const server = http.createServer((request, response) => {
    received.push(request.headers);
    if (request.url === "/slow") return;
    response.writeHead(request.url === "/missing" ? 404 : 200).end("ok");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const [ours, theirs, closed] = await Promise.all([startServer(), startServer(), startServer()]);
closed.server.close();
const recorded = recordSpans([ours.origin]);
afterAll(async () => {
  await recorded.stop();
  for (const { server } of [ours, theirs]) server.close().closeAllConnections();
});
beforeEach(() => {
  received.length = 0;
});

/** The spans that `work` makes below a span of its own. */
async function spansBelow(work: () => Promise<unknown>) {
  const parent = trace.getTracer("test").startSpan("parent");
  await context.with(trace.setSpan(ROOT_CONTEXT, parent), work).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 20));
  parent.end();
  const spans = (await recorded.take()).filter(({ name }) => name !== "parent");
  for (const span of spans) expect(span.parentSpanContext?.spanId).toBe(parent.spanContext().spanId);
  return spans.map((span) => ({ name: span.name, attributes: span.attributes, id: span.spanContext().spanId }));
}

const read = async (url: string, init?: RequestInit) => (await fetch(url, init)).text();
const readByLibrary = (url: string) =>
  new Promise((resolve, reject) => {
    http.get(url, (response) => response.resume().on("end", resolve)).on("error", reject);
  });

test("a call of our own service carries the context of its span, another company's none", async () => {
  const [own] = await spansBelow(() => read(`${ours.origin}/v1/people/8f14e45f?token=secret`));
  expect(own).toMatchObject({
    name: "GET",
    attributes: {
      "http.request.method": "GET",
      "http.response.status_code": 200,
      "server.address": "127.0.0.1",
      "server.port": Number(new URL(ours.origin).port),
      "url.scheme": "http",
    },
  });
  expect(JSON.stringify(own)).not.toMatch(/8f14e45f|secret/);
  expect(received[0]?.traceparent).toContain(own?.id);
  expect(await spansBelow(() => read(theirs.origin))).toHaveLength(1);
  expect(await spansBelow(() => readByLibrary(theirs.origin))).toHaveLength(1);
  expect(received).toHaveLength(3);
  for (const headers of received.slice(1)) expect(headers.traceparent).toBeUndefined();
});

test.each<[string, () => Promise<unknown>, string]>([
  ["fetch that is refused", () => read(closed.origin), "ECONNREFUSED"],
  [
    "fetch without a reply in time",
    () => read(`${theirs.origin}/slow`, { signal: AbortSignal.timeout(30) }),
    "TimeoutError",
  ],
  ["fetch of a missing file", () => read(`${theirs.origin}/missing`), "404"],
  ["a library's request that is refused", () => readByLibrary(closed.origin), "ECONNREFUSED"],
  ["a library's request of a missing file", () => readByLibrary(`${theirs.origin}/missing`), "404"],
])("%s has its cause as error.type", async (_, call, type) => {
  const spans = await spansBelow(call);
  expect(spans.map(({ attributes }) => attributes["error.type"])).toEqual([type]);
});

test("calls outside a trace have no span", async () => {
  await read(ours.origin);
  await readByLibrary(theirs.origin);
  expect(await recorded.take()).toEqual([]);
  expect(received.map(({ traceparent }) => traceparent)).toEqual([undefined, undefined]);
});
