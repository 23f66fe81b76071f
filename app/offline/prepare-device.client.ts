import { offlineBooks } from "./offline-books-database.client";

/** Milliseconds that the service worker may take to fetch the offline page and its files. */
const patience = 120_000;

/**
 * Sees to it that the device has the service worker and the offline page.
 * @throws where the browser has no service workers for this page, or the files cannot be fetched or stored
 */
export async function prepareDevice(): Promise<void> {
  const registration = await navigator.serviceWorker.register("/service-worker.js");
  const { active } = await navigator.serviceWorker.ready;
  if (!active) throw new Error("The service worker did not start");
  try {
    await prepare(active);
  } catch (error) {
    // An old worker asks for files that a newer server does not have. Where it serves no book, its successor need not wait for it.
    const next = registration.waiting;
    if (!next || (await offlineBooks.all()).some(({ state }) => state === "ready")) throw error;
    await takeOver(next);
    await prepare(next);
  }
}

function prepare(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => reject(new Error("The service worker did not answer")), patience);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      port1.close();
      if (data === "ready") resolve();
      // As it would be thrown on the page.
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
