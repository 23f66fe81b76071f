import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { afterFile } from "#tests/support/after-file";
import { temporaryFolder } from "#tests/support/temporary-folder";
import { diskStorage } from "./disk-storage";
import type { BookStorage } from "./storage";
import { storageFor } from "./storage-for";

// why: tests have no S3 bucket. This server implements the part of the S3 protocol that the storage uses, over a real socket.
const objects = new Map<string, Buffer>();
let server: Server;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://s3");
    const key = decodeURIComponent(url.pathname).replace(/^\/bucket\/?/, "");
    const body = Buffer.concat(await request.toArray());
    if (url.searchParams.has("list-type")) {
      const found = [...objects].filter(([name]) => name.startsWith(url.searchParams.get("prefix") ?? ""));
      const contents = found
        .map(([name, data]) => `<Contents><Key>${name}</Key><Size>${data.length}</Size></Contents>`)
        .join("");
      response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`);
    } else if (request.method === "POST") {
      for (const match of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)) objects.delete(match[1] ?? "");
      response.end("<DeleteResult/>");
    } else if (request.method === "PUT") {
      objects.set(key, unframed(body, String(request.headers["x-amz-decoded-content-length"] ?? "")));
      response.end();
    } else sendFile(key, request.headers.range, response, request.method === "HEAD");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  process.env.AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, { AWS_REGION: "eu-north-1", AWS_ACCESS_KEY_ID: "key", AWS_SECRET_ACCESS_KEY: "secret" });
});

afterAll(() => server.close());

function sendFile(
  key: string,
  range: string | undefined,
  response: import("node:http").ServerResponse,
  isHead: boolean,
) {
  const data = objects.get(key);
  if (!data) return response.writeHead(404).end(isHead ? undefined : "<Error><Code>NoSuchKey</Code></Error>");
  const [, start = "0", end = String(data.length - 1)] = /bytes=(\d+)-(\d+)/.exec(range ?? "") ?? [];
  const part = data.subarray(Number(start), Number(end) + 1);
  response.writeHead(range ? 206 : 200, { "content-length": part.length, "last-modified": new Date().toUTCString() });
  return response.end(isHead ? undefined : part);
}

/** Uploads are sent in signed chunks: `size;signature\r\n data \r\n`, with checksums after the last. */
function unframed(body: Buffer, decodedLength: string): Buffer {
  if (decodedLength === "") return body;
  const start = body.indexOf("\r\n") + 2;
  return body.subarray(start, start + Number(decodedLength));
}

/** Creates a work folder and deletes it after the test, as the ingest would. */
async function workFolderOf(storage: BookStorage): Promise<string> {
  const folder = await storage.workFolder();
  afterFile(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe.each<[string, () => Promise<BookStorage>]>([
  ["disk", async () => diskStorage(await temporaryFolder("storage"))],
  ["s3", async () => storageFor("s3://bucket/books/here")],
])("%s storage", (_name, make) => {
  async function published() {
    const storage = await make();
    const folder = await workFolderOf(storage);
    await mkdir(join(folder, "EPUB"), { recursive: true });
    await writeFile(join(folder, "EPUB/a b.txt"), "0123456789");
    await writeFile(join(folder, "mimetype"), "application/epub+zip");
    await storage.publish(folder, "book", "1");
    return storage;
  }

  test("returns a published file, whole or in part", async () => {
    const file = await (await published()).open("book", "1", "EPUB/a b.txt");
    expect(file?.size).toBe(10);
    expect(await new Response(file?.read()).text()).toBe("0123456789");
    expect(await new Response(file?.read({ start: 2, end: 4 })).text()).toBe("234");
  });

  test("lists only the files of the requested version, with their sizes", async () => {
    const storage = await published();
    const listed = await storage.list("book", "1");
    expect(listed.sort((one, other) => one.path.localeCompare(other.path))).toEqual([
      { path: "EPUB/a b.txt", size: 10 },
      { path: "mimetype", size: 20 },
    ]);
    expect(await storage.list("book", "2")).toEqual([]);
  });

  test("returns null for unknown paths and for paths outside the book", async () => {
    const storage = await published();
    for (const path of ["nothing", "EPUB", "../1/mimetype", "../../book/1/mimetype", "EPUB/../../1/mimetype", ""]) {
      expect(await storage.open("book", "1", path), path).toBeNull();
    }
  });

  test("given readers who cancel in the middle of a file, then no exception is uncaught", async () => {
    const storage = await make();
    const folder = await workFolderOf(storage);
    await writeFile(join(folder, "sound.mp3"), Buffer.alloc(3_000_000, "sound"));
    await storage.publish(folder, "book", "1");
    const uncaught: Error[] = [];
    const note = (error: Error) => uncaught.push(error);
    process.on("uncaughtExceptionMonitor", note);
    for (let reads = 0; reads < 12; reads += 1) {
      const reader = (await storage.open("book", "1", "sound.mp3"))?.read().getReader();
      for (let read = 0; read < reads; read += 1) {
        expect((await reader?.read())?.done).toBe(false);
        // Lets the source run ahead of the reader.
        await delay(2);
      }
      if (reads > 0) await reader?.read();
      await reader?.cancel();
    }
    await delay(20);
    process.off("uncaughtExceptionMonitor", note);
    expect(uncaught).toEqual([]);
  });

  test("removes the requested version and no other", async () => {
    const storage = await published();
    const folder = await workFolderOf(storage);
    await writeFile(join(folder, "mimetype"), "second");
    await storage.publish(folder, "book", "10");
    await storage.remove("book", "1");
    expect(await storage.open("book", "1", "mimetype")).toBeNull();
    expect(await storage.open("book", "10", "mimetype")).not.toBeNull();
  });
});

test("an unsupported URL scheme is rejected by name", () => {
  expect(() => storageFor("ftp://host/path")).toThrow("ftp: is not supported");
});
