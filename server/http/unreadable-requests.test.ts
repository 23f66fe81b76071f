import type { RequestListener } from "node:http";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Listening, listen } from "./listen";

let listening: Listening;
beforeEach(async () => {
  listening = await listen(0, "127.0.0.1");
});
afterEach(() => listening.close(0));

/** Sends bytes as they are. @returns all that came back until the connection was closed */
function send(...pieces: string[]): Promise<string> {
  return new Promise((resolve) => {
    let reply = "";
    const socket = connect(listening.port, "127.0.0.1", () => {
      for (const piece of pieces) socket.write(piece);
    });
    socket.setEncoding("latin1").on("data", (part) => {
      reply += part;
    });
    socket.once("error", () => {}).once("close", () => resolve(reply));
  });
}

function expectSafe(reply: string, status: number): void {
  expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(reply).toMatch(/^X-Content-Type-Options: nosniff\r$/im);
  expect(reply).toMatch(/^Referrer-Policy: same-origin\r$/im);
  expect(reply).toMatch(/^Cache-Control: no-store\r$/im);
  expect(reply).toMatch(/^Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r$/im);
}

describe("requests that do not reach the pipeline", () => {
  it.each([
    [400, "GARBAGE\r\n\r\n"],
    [400, "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    [431, `GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(20_000)}\r\n\r\n`],
    [417, "GET / HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\n\r\n"],
  ])("get %i with the security headers, and the connection is closed", async (status, request) => {
    expectSafe(await send(request), status);
  });

  it("get 408 when their head has not arrived in time", async () => {
    const late = Object.assign(new Error("late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    // Node looks for such connections every half a minute.
    listening.server.once("connection", (socket) => listening.server.emit("clientError", late, socket));
    expectSafe(await send("GET / HTTP/1.1\r\nHost: a\r\n"), 408);
  });

  it("do not corrupt a response that is under way", async () => {
    const begin: RequestListener = (_, outgoing) => outgoing.writeHead(200).write("begun");
    listening.replaceListener(begin);
    const reply = await send(
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
      "5\r\nhello\r\n",
      "GARBAGE",
    );
    expect(reply).toContain("begun");
    expect(reply).not.toContain("HTTP/1.1 400");
  });
});

it("while the product starts, its responses have the security headers", async () => {
  expectSafe(await send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"), 503);
});
