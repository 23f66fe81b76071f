import { offlineBooks } from "./offline-books-database.client";

/** Milliseconds to wait for the service worker to cache the offline page and its files. */
const timeLimit = 120_000;

/**
 * Installs the service worker and caches the offline page.
 * @throws if service workers are unavailable, or the files cannot be fetched or stored
 */
export async function prepareDevice(): Promise<void> {
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
    const timer = setTimeout(() => reject(new Error("The service worker did not answer")), timeLimit);
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
