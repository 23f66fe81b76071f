import { encodePath } from "~/epub/paths";
import type { BookFile } from "~/services/contracts/library";
import type { DownloadPlan } from "./download-plan";
import { isFullDisk } from "./full-disk";
import { offlineFileAddress, offlineFolder } from "./offline-address";
import type { OfflineBook, OfflineBookReader } from "./offline-book";
import { putOfflineWords } from "./offline-words";

/**
 * Result of a download. Except after `stored`, nothing of the book remains on the device. `full`: the disk has no room;
 * `gone`: the user may no longer read the book; `failed`: the network or the server is unavailable, or the book changed
 * meanwhile.
 */
export type DownloadOutcome = "stored" | "cancelled" | "full" | "gone" | "failed";

export type DownloadPorts = {
  /** @param url signed; @returns the response of any status */
  fetchFile(url: string, signal: AbortSignal): Promise<Response>;
  /** Requests a new policy, after one was refused. @throws if there is none */
  renewPolicy(): Promise<string>;
  openCache(offlineId: string): Promise<Pick<Cache, "put">>;
  save(book: OfflineBook): Promise<void>;
  /** Removes the book and its files from the device. */
  remove(offlineId: string): Promise<void>;
  /** Bytes available to this origin; null if the browser does not report it. */
  freeSpace(): Promise<number | null>;
  now(): number;
  newId(): string;
  /** The page's origin: policies contain absolute URLs. */
  origin: string;
};

/** Number of parallel downloads. */
const parallel = 4;
/** Factor for the overhead of caches compared to the files' sizes. */
const overhead = 1.05;

class Refused extends Error {
  override readonly name = "Refused";
}

/**
 * Downloads every file of a book, including audio and video, into a separate cache. The book counts as stored once all
 * files are stored.
 * @param progress called with the bytes received, and the total
 */
export async function downloadFiles(
  plan: DownloadPlan,
  { uid, profileId }: OfflineBookReader,
  ports: DownloadPorts,
  { signal, progress }: { signal: AbortSignal; progress(received: number, of: number): void },
): Promise<DownloadOutcome> {
  const offlineId = ports.newId();
  const size = plan.files.reduce((sum, file) => sum + file.size, 0);
  const free = await ports.freeSpace();
  if (free !== null && size * overhead > free) return "full";
  const { bookId, version, title, language, authors, cover, book, locations, keepsPlace } = plan;
  const { lastMark, bookmarks, annotations, savedWords, mayUseWords } = plan;
  const described = { bookId, version, title, language, authors, cover, book, locations, keepsPlace };
  const started = {
    offlineId,
    uid,
    profileId,
    ...described,
    lastMark,
    bookmarks,
    annotations,
    savedWords,
    mayUseWords,
    size,
    checkedAt: ports.now(),
  };
  // One failed file aborts all others.
  const stop = new AbortController();
  const stopped = AbortSignal.any([signal, stop.signal]);
  try {
    await ports.save({ ...started, state: "loading" });
    const cache = await ports.openCache(offlineId);
    const download = createDownload(plan, ports, { offlineId, cache, signal: stopped, progress, size });
    const waiting = [...plan.files];
    const work = async () => {
      for (let file = waiting.shift(); file; file = waiting.shift()) await download(file);
    };
    await Promise.all(Array.from({ length: parallel }, work));
    if (plan.words) await putOfflineWords(cache, offlineId, plan.words);
    signal.throwIfAborted();
    await ports.save({ ...started, state: "ready" });
    return "stored";
  } catch (error) {
    stop.abort();
    await ports.remove(offlineId);
    if (signal.aborted) return "cancelled";
    if (isFullDisk(error)) return "full";
    console.warn("A book could not be stored on the device", error);
    return error instanceof Refused ? "gone" : "failed";
  }
}

type Download = {
  offlineId: string;
  cache: Pick<Cache, "put">;
  signal: AbortSignal;
  progress(received: number, of: number): void;
  size: number;
};

function createDownload(
  plan: DownloadPlan,
  ports: DownloadPorts,
  { offlineId, cache, signal, progress, size }: Download,
) {
  let policy = plan.policy;
  let renewal: Promise<string> | null = null;
  let received = 0;
  const folder = ports.origin + offlineFolder(offlineId);
  const documentPolicy = `${plan.documentPolicy.replaceAll(plan.resourcesUrl, folder)}; frame-ancestors 'self'`;

  /** Parallel files whose policy was refused share one request for a new one. */
  function renewed(): Promise<string> {
    renewal ??= ports.renewPolicy().finally(() => {
      renewal = null;
    });
    return renewal;
  }

  async function ask({ path }: BookFile): Promise<Response> {
    const used = policy;
    const get = () => ports.fetchFile(`${plan.resourcesUrl}${encodePath(path)}?${policy}`, signal);
    const response = await get();
    if (response.status !== 403) return response;
    // A long download outlasts its policy; another file may have renewed it already.
    if (policy === used) policy = await renewed();
    return get();
  }

  return async (file: BookFile): Promise<void> => {
    signal.throwIfAborted();
    const response = await ask(file);
    if (response.status === 403 || response.status === 404) throw new Refused(`${response.status} for ${file.path}`);
    if (!response.ok) throw new Error(`${response.status} for ${file.path}`);
    let length = 0;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        length += chunk.byteLength;
        received += chunk.byteLength;
        progress(received, size);
        controller.enqueue(chunk);
      },
    });
    const headers = offlineHeaders(response.headers.get("content-type"), file, documentPolicy);
    const body = response.body?.pipeThrough(counted, { signal }) ?? null;
    await cache.put(offlineFileAddress(offlineId, file.path), new Response(body, { headers }));
    if (length !== file.size) throw new Error(`${length} of ${file.size} bytes came of ${file.path}`);
  };
}

/** Headers as the server sends them with the file, without those specific to its URL. */
function offlineHeaders(type: string | null, { size }: BookFile, documentPolicy: string): Headers {
  const headers = new Headers({ "content-length": String(size), "x-content-type-options": "nosniff" });
  if (type) headers.set("content-type", type);
  if (type && /xml|svg|html/.test(type)) headers.set("content-security-policy", documentPolicy);
  if (type === "application/octet-stream") headers.set("content-disposition", "attachment");
  return headers;
}
