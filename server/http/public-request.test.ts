import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { sendWebResponse, webRequest } from "./web-messages";

const origin = "http://127.0.0.1";
const file = Buffer.alloc(32 * 1024 * 1024, 1);

it.each([
  [
    "its beginning alone",
    async (asked: Request) => {
      const reader = asked.clone().body?.getReader();
      await reader?.read();
      reader?.cancel();
    },
  ],
  ["nothing of it", async () => {}],
])(
  "a body of which somebody reads %s is taken to its end: a browser hears the answer only when it has sent all",
  async (_, read) => {
    const server = createServer(async (message, answer) => {
      const asked = webRequest(message, answer, { origin, path: "/", bodyLimit: 2 * file.length });
      await read(asked);
      await sendWebResponse(answer, new Response(null, { status: 302, headers: { Location: "/login" } }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const sent = request({ port, method: "POST", headers: { "content-length": file.length } });
    const status = new Promise((resolve, reject) => {
      sent.on("error", reject);
      sent.on("response", (answer) => resolve(answer.resume().statusCode));
    });
    await new Promise<void>((resolve) => sent.end(file, resolve));
    expect(await status).toBe(302);
    server.close();
  },
);
