import { createServer, type RequestListener, request } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { expect, it } from "vitest";
import { testHosts } from "#tests/support/auth-secrets";
import { publicRequest } from "./public-request";
import { type PipelineEnv, requestContext } from "./request-context";

const file = Buffer.alloc(32 * 1024 * 1024, 1);

it.each([
  [
    "the beginning alone",
    async (incoming: Request) => {
      const reader = incoming.clone().body?.getReader();
      await reader?.read();
      reader?.cancel();
    },
  ],
  ["nothing", async () => {}],
])(
  "given a handler that reads %s of a long body, then the client sends all of it and gets the response",
  async (_, read) => {
    const app = new Hono<PipelineEnv>().use(requestContext(testHosts, null)).use(publicRequest);
    app.post("*", async (c) => {
      await read(c.req.raw);
      return c.redirect("/login");
    });
    const options = { overrideGlobalObjects: false, autoCleanupIncoming: false };
    const server = createServer(getRequestListener(app.fetch, options) as RequestListener);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const headers = { "content-length": file.length };
    const sent = request({ port, method: "POST", path: "/services/library/books/upload", headers });
    const status = new Promise((resolve, reject) => {
      sent.on("error", reject);
      sent.on("response", (response) => resolve(response.resume().statusCode));
    });
    await new Promise<void>((resolve) => sent.end(file, resolve));
    expect(await status).toBe(302);
    server.close();
  },
);
