import { newId } from "~/browser-outbox/new-id";
import { callServer } from "~/clients/browser-calls.client";
import { setDeviceHasBooks } from "./device-has-books";
import { type DownloadOutcome, type DownloadPorts, downloadFiles } from "./download-files";
import type { DownloadPlan } from "./download-plan";
import { announceOfflineBooksChange, setDownloadProgress } from "./download-progress";
import { isFullDisk } from "./full-disk";
import { offlineCacheName } from "./offline-address";
import type { DeviceHolder } from "./offline-book";
import { offlineBooks } from "./offline-books-database.client";
import { removeOfflineBook } from "./remove-offline-book.client";

/** Milliseconds to wait for the service worker to cache the offline page and its files. */
const workerTimeLimit = 120_000;

/** Web Lock held during a download: an unfinished book without it was left by a crash. */
const lockName = "fabel-keeping";
/** Milliseconds between two progress updates. */
const reportEvery = 100;

/** Downloads a book to this device, with progress in download-progress.ts. Loaded on demand. docs/product/reader.md#offline. */
export async function downloadBook(bookId: string, holder: DeviceHolder): Promise<DownloadOutcome> {
  const stop = new AbortController();
  const { signal } = stop;
  const cancel = () => stop.abort();
  let reportedAt = 0;
  const progress = (received: number, of: number) => {
    const now = performance.now();
    if (now - reportedAt < reportEvery && received < of) return;
    reportedAt = now;
    setDownloadProgress(bookId, { received, of, cancel });
  };
  setDownloadProgress(bookId, { received: 0, of: 0, cancel });
  try {
    await prepareDevice();
    await navigator.storage?.persist?.().catch(() => false);
    const plan = await fetchPlan(bookId, signal);
    if (typeof plan === "string") return plan;
    await offlineBooks.setHolder(holder);
    setDeviceHasBooks(true);
    const outcome = await withLock(() =>
      downloadFiles(plan, holder, portsFor(bookId, plan.version), { signal, progress }),
    );
    if (outcome === "stored") await removeOlder(bookId, holder);
    return outcome;
  } catch (error) {
    if (signal.aborted) return "cancelled";
    if (isFullDisk(error)) return "full";
    console.warn("A book could not be stored on the device", error);
    return "failed";
  } finally {
    setDownloadProgress(bookId, null);
  }
}

/** Removes a book from the device. */
export async function removeFromDevice(offlineId: string): Promise<void> {
  await removeOfflineBook(offlineId);
  announceOfflineBooksChange();
}

/** Removes unfinished downloads of a crashed or closed tab, unless a tab is downloading now. */
export async function removeUnfinished(): Promise<void> {
  const remove = async () => {
    for (const { offlineId, state } of await offlineBooks.all())
      if (state === "loading") await removeOfflineBook(offlineId);
  };
  await navigator.locks?.request(lockName, { ifAvailable: true }, async (lock) => {
    if (lock) await remove();
  });
}

async function withLock<Result>(work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? await navigator.locks.request(lockName, { mode: "shared" }, work) : work();
}

const addressOf = (bookId: string, what: "files" | "policy") => `/reader/${encodeURIComponent(bookId)}/${what}`;

async function fetchPlan(bookId: string, signal: AbortSignal): Promise<DownloadPlan | "gone" | "failed"> {
  const response = await callServer(addressOf(bookId, "files"), { cache: "no-store", signal });
  if (response.ok) return (await response.json()) as DownloadPlan;
  return response.status === 403 || response.status === 404 ? "gone" : "failed";
}

/** @param version version whose files are fetched, even if a newer one is added meanwhile */
function portsFor(bookId: string, version: string): DownloadPorts {
  return {
    fetchFile: (url, signal) => callServer(url, { cache: "no-store", signal }),
    async renewPolicy() {
      const address = `${addressOf(bookId, "policy")}?${new URLSearchParams({ version })}`;
      const response = await callServer(address, { cache: "no-store" });
      if (!response.ok) throw new Error(`The policy call answered ${response.status}`);
      return ((await response.json()) as { policy: string }).policy;
    },
    openCache: (offlineId) => caches.open(offlineCacheName(offlineId)),
    save: (book) => offlineBooks.save(book),
    remove: removeOfflineBook,
    async freeSpace() {
      const { quota, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
      return quota === undefined ? null : quota - usage;
    },
    now: Date.now,
    newId,
    origin: window.location.origin,
  };
}

/** Removes older downloads of a book after it was downloaded again, e.g. in a newer version. */
async function removeOlder(bookId: string, holder: DeviceHolder): Promise<void> {
  const ofBook = (await offlineBooks.of(holder)).filter((book) => book.bookId === bookId && book.state === "ready");
  const newest = Math.max(...ofBook.map(({ checkedAt }) => checkedAt));
  for (const { offlineId, checkedAt } of ofBook) if (checkedAt < newest) await removeOfflineBook(offlineId);
}

/**
 * Installs the service worker and caches the offline page.
 * @throws if service workers are unavailable, or the files cannot be fetched or stored
 */
async function prepareDevice(): Promise<void> {
  const registration = await navigator.serviceWorker.register("/service-worker.js");
  const { active } = await navigator.serviceWorker.ready;
  if (!active) throw new Error("The service worker did not start");
  try {
    await prepare(active);
  } catch (error) {
    // An old worker requests files that a newer server no longer has. If no offline book depends on it, its successor
    // can take over at once.
    const next = registration.waiting;
    if (!next || (await offlineBooks.all()).some(({ state }) => state === "ready")) throw error;
    await takeOver(next);
    await prepare(next);
  }
}

function prepare(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => reject(new Error("The service worker did not answer")), workerTimeLimit);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      port1.close();
      if (data === "ready") resolve();
      // The error that storing on the page would throw.
      else if (data === "full") reject(new DOMException("No room for the offline page", "QuotaExceededError"));
      else reject(new Error(String(data)));
    };
    worker.postMessage("prepare", [port2]);
  });
}

function takeOver(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    worker.addEventListener("statechange", () => worker.state === "activated" && resolve());
    worker.postMessage("take-over");
  });
}
