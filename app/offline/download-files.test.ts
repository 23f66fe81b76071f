import { beforeEach, describe, expect, test, vi } from "vitest";
import { type DownloadPorts, downloadFiles } from "./download-files";
import type { DownloadPlan } from "./download-plan";
import type { OfflineBook } from "./offline-book";

const folder = "https://books.example/services/library/content/lantern/1/";
const offlineId = "3b4cd66e-21a4-4d1c-9d5b-0d6f9a3f1c11";
const contents: Record<string, string> = {
  "EPUB/one.xhtml": "<html/>",
  "EPUB/a b.css": "body{}",
  "EPUB/audio/one.mp3": "sound".repeat(50),
};
const size = Object.values(contents).join("").length;
const plan = {
  bookId: "lantern",
  version: "1",
  resourcesUrl: folder,
  policy: "Policy=p1&Signature=s1&Key-Pair-Id=k",
  documentPolicy: `default-src 'none'; img-src ${folder} data:`,
  title: "The lantern",
  files: Object.entries(contents).map(([path, text]) => ({ path, size: text.length })),
} as unknown as DownloadPlan;
const holder = { uid: "u-1", profileId: "p-1" };

const types: Record<string, string> = { xhtml: "application/xhtml+xml", css: "text/css", mp3: "audio/mpeg" };

let cached: Map<string, Response>;
let records: Map<string, OfflineBook>;
let requested: string[];

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  cached = new Map();
  records = new Map();
  requested = [];
});

function respond(url: string): Response {
  const path = decodeURIComponent(new URL(url).pathname.slice(new URL(folder).pathname.length));
  const text = contents[path];
  const type = types[path.split(".").at(-1) ?? ""] ?? "";
  return new Response(text ?? null, { status: text === undefined ? 404 : 200, headers: { "content-type": type } });
}

function ports(changed: Partial<DownloadPorts> = {}): DownloadPorts {
  return {
    async fetchFile(url) {
      requested.push(url);
      return respond(url);
    },
    renewPolicy: async () => "Policy=p2&Signature=s2&Key-Pair-Id=k",
    openCache: async () => ({
      async put(address, response) {
        cached.set(String(address), new Response(await response.arrayBuffer(), { headers: response.headers }));
      },
    }),
    save: async (book) => void records.set(book.offlineId, book),
    async remove(id) {
      records.delete(id);
      cached.clear();
    },
    freeSpace: async () => 1_000_000,
    now: () => 1000,
    newId: () => offlineId,
    origin: "https://books.example",
    ...changed,
  };
}

const download = (
  changed?: Partial<DownloadPorts>,
  signal = new AbortController().signal,
  progress = () => undefined,
) => downloadFiles(plan, holder, ports(changed), { signal, progress });

const nothing = () => {
  expect(records.size).toBe(0);
  expect(cached.size).toBe(0);
};

describe("downloadFiles", () => {
  test("caches every file under its offline address and counts the bytes", async () => {
    let last = [0, 0];
    const counted = (received: number, of: number) => {
      last = [received, of];
    };
    const outcome = await downloadFiles(plan, holder, ports(), {
      signal: new AbortController().signal,
      progress: counted,
    });
    expect(outcome).toBe("stored");
    expect([...cached.keys()].sort()).toEqual([
      `/reader/kept/${offlineId}/EPUB/a%20b.css`,
      `/reader/kept/${offlineId}/EPUB/audio/one.mp3`,
      `/reader/kept/${offlineId}/EPUB/one.xhtml`,
    ]);
    expect(last).toEqual([size, size]);
    expect(records.get(offlineId)).toMatchObject({ state: "ready", size, ...holder, checkedAt: 1000 });
  });

  test("stores no policy in caches and records, and no user or book id in cache keys and headers", async () => {
    await download();
    const stored = [...cached].map(([key, { headers }]) => key + JSON.stringify([...headers]));
    for (const text of stored) expect(text).not.toMatch(/Policy=|Signature|Key-Pair-Id|u-1|p-1|lantern/);
    expect(JSON.stringify([...records.values()])).not.toMatch(/Policy=|Signature|Key-Pair-Id/);
  });

  test("changes the content security policy of documents to the offline folder", async () => {
    await download();
    const policyOf = (path: string) =>
      cached.get(`/reader/kept/${offlineId}/${path}`)?.headers.get("content-security-policy");
    expect(policyOf("EPUB/one.xhtml")).toBe(
      `default-src 'none'; img-src https://books.example/reader/kept/${offlineId}/ data:; frame-ancestors 'self'`,
    );
    expect(policyOf("EPUB/audio/one.mp3")).toBeNull();
  });

  test("renews an expired policy once for all parallel files and caches every file", async () => {
    let renewals = 0;
    const outcome = await download({
      async fetchFile(url) {
        return url.includes("Policy=p1") ? new Response(null, { status: 403 }) : respond(url);
      },
      async renewPolicy() {
        renewals += 1;
        return "Policy=p2&Signature=s2&Key-Pair-Id=k";
      },
    });
    expect(outcome).toBe("stored");
    expect(renewals).toBe(1);
    expect(cached.size).toBe(3);
  });

  test("requests nothing when the free space is too small", async () => {
    expect(await download({ freeSpace: async () => size })).toBe("full");
    expect(requested).toEqual([]);
    nothing();
  });

  test("removes the whole book when the disk fills up during the download", async () => {
    let puts = 0;
    const put = async (address: RequestInfo | URL, response: Response) => {
      puts += 1;
      if (puts === 3) throw new DOMException("No room", "QuotaExceededError");
      cached.set(String(address), new Response(await response.arrayBuffer()));
    };
    expect(await download({ openCache: async () => ({ put }) })).toBe("full");
    nothing();
  });

  test("removes the whole book when the download is cancelled", async () => {
    const stop = new AbortController();
    const outcome = await download(
      {
        async fetchFile(url) {
          stop.abort();
          return respond(url);
        },
      },
      stop.signal,
    );
    expect(outcome).toBe("cancelled");
    nothing();
  });

  test.each([
    ["the network is unavailable", () => Promise.reject(new TypeError("Failed to fetch")), "failed"],
    ["the server returns 500", async () => new Response(null, { status: 500 }), "failed"],
    ["a file is shorter than its size in the plan", async () => new Response("so", { status: 200 }), "failed"],
    ["the user may no longer read the book (403)", async () => new Response(null, { status: 403 }), "gone"],
  ] as const)("stores nothing when %s", async (_what, fetchFile, outcome) => {
    expect(await download({ fetchFile })).toBe(outcome);
    nothing();
  });
});
