import { existsSync, readFileSync } from "node:fs";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { type RunningProduct, readLog } from "#tests/support/running-product";
import { startPlainProduct } from "./plain-product";

/** A form that is partly sent; the product waits for the rest. */
type HalfSent = { rest(): void; response: Promise<IncomingMessage> };

async function sendHalf(product: RunningProduct): Promise<HalfSent> {
  const body = "theme=dark&returnTo=%2F";
  const message: ClientRequest = request(`${product.url}/preferences`, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": body.length,
      expect: "100-continue",
    },
  });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    message.once("response", resolve);
    message.once("error", reject);
  });
  // The product handles the request once it sends "continue"; a failure or an early response also ends the wait.
  const accepted = new Promise<"accepted">((resolve) => message.once("continue", () => resolve("accepted")));
  message.flushHeaders();
  const first = await Promise.race([accepted, response]).catch((error: Error) => {
    throw new Error(`The product broke the request off: ${error.message}\n${product.output()}`, { cause: error });
  });
  if (first !== "accepted") throw new Error(`The product replied ${first.statusCode} before it had the body`);
  message.write(body.slice(0, 5));
  return { rest: () => void message.end(body.slice(5)), response };
}

/** Waits until the product accepts no connections, which is when it has begun to stop. */
async function untilClosed(product: RunningProduct): Promise<void> {
  await expect
    .poll(
      () =>
        fetch(`${product.url}/healthz`).then(
          () => true,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(false);
}

const ways: Array<["SIGTERM" | "SIGINT", string, (product: RunningProduct) => void]> = [
  ["SIGTERM", "to the process alone", (product) => process.kill(product.pid, "SIGTERM")],
  ["SIGINT", "to the whole group, as Ctrl-C does", (product) => process.kill(-product.pid, "SIGINT")],
  [
    "SIGINT",
    "twice in quick succession, as npm sends on Ctrl-C",
    (product) => {
      process.kill(-product.pid, "SIGINT");
      process.kill(product.pid, "SIGINT");
    },
  ],
];

describe.each(ways)("given %s %s", (_signal, _how, tell) => {
  test("a request in flight is finished, then PostgreSQL shuts down and the product exits with 0", async () => {
    const product = await startPlainProduct({ ownGroup: true });
    try {
      const half = await sendHalf(product);
      tell(product);
      await untilClosed(product);
      const lock = path.join(product.dataDir, "postgres/data/postmaster.pid");
      expect(existsSync(lock), "PostgreSQL runs as long as a request does").toBe(true);
      half.rest();
      expect((await half.response).statusCode).toBe(302);
      expect((await half.response).headers.connection).toBe("close");
      expect(await product.ended).toEqual({ code: 0, signal: null });
      expect(existsSync(lock), "PostgreSQL has stopped").toBe(false);
      expect(readFileSync(path.join(product.dataDir, "postgres/postgres.log"), "utf8")).toContain("is shut down");
      expect(existsSync(path.join(product.dataDir, "process.json")), "DATA_DIR is free").toBe(false);
      expect((await readLog(product)).at(-1)).toMatchObject({ path: "/preferences", status: 302 });
    } finally {
      await product.stop();
    }
  });
});
