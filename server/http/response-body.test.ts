import { createServer, get, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterEach, expect, it } from "vitest";
import { pulledStream } from "~/http/pulled-stream.server";
import type { PipelineEnv } from "./request-context";
import { safeResponses } from "./response-body";

const megabyte = Buffer.alloc(1024 * 1024, 1);
const cleanups: Array<() => void> = [];
afterEach(() => {
  for (const each of cleanups.splice(0)) each();
});

/** Serves a stream of `source` and requests it. */
async function ask(source: () => AsyncGenerator<Uint8Array>, type = "audio/mpeg") {
  const failures: unknown[] = [];
  const app = new Hono<PipelineEnv>().use(safeResponses((_, error) => void failures.push(error)));
  app.get("*", () => new Response(pulledStream(source), { headers: { "content-type": type } }));
  app.onError((error, c) => {
    failures.push(error);
    return c.text("failed", 500);
  });
  const options = { overrideGlobalObjects: false, autoCleanupIncoming: false };
  const server = createServer(getRequestListener(app.fetch, options) as RequestListener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  const { port } = server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, agent: false }, resolve).on("error", reject);
  });
  response.on("error", () => {});
  return { response, failures };
}

it("given a client that disconnects midway, then the source is released and no error is reported", async () => {
  let isReleased = false;
  const { response, failures } = await ask(async function* () {
    try {
      for (;;) yield megabyte;
    } finally {
      isReleased = true;
    }
  });
  response.once("data", () => response.destroy());
  await expect.poll(() => isReleased).toBe(true);
  expect(failures).toEqual([]);
});

it("given a client that pauses, then fewer than 50 of 200 chunks are read until it resumes", async () => {
  let sent = 0;
  const { response } = await ask(async function* () {
    for (; sent < 200; sent++) yield megabyte;
  });
  response.pause();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(sent).toBeLessThan(50);
  let received = 0;
  for await (const chunk of response) received += chunk.length;
  expect(received).toBe(200 * megabyte.length);
});

it.each([0, 1])(
  "given a file that fails after %i chunks, then the connection aborts; the error is reported, not sent",
  async (pieces) => {
    const { response, failures } = await ask(async function* () {
      for (let piece = 0; piece < pieces; piece++) yield megabyte;
      await new Promise((resolve) => setTimeout(resolve, 50));
      throw new Error("secret of the disk");
    });
    const chunks: Buffer[] = [];
    const read = async () => {
      for await (const chunk of response) chunks.push(chunk);
    };
    await expect(read()).rejects.toThrow("aborted");
    expect(failures).toEqual([new Error("secret of the disk")]);
    expect(Buffer.concat(chunks).toString()).not.toContain("secret");
  },
);

it("given a page that fails while it streams, then the response is a 500", async () => {
  const { response, failures } = await ask(async function* () {
    yield Buffer.from("<p>");
    throw new Error("secret of the page");
  }, "text/html");
  expect([response.statusCode, (await response.toArray()).join("")]).toEqual([500, "failed"]);
  expect(failures).toEqual([new Error("secret of the page")]);
});
