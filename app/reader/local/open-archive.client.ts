import type { OpenedArchive } from "./open-archive.worker";

/** Opens a local EPUB in a worker; its content never leaves the browser. A file that is not a book gives a result, not an error. */
export function openLocalBook(file: Blob): Promise<OpenedArchive> {
  const worker = new Worker(new URL("./open-archive.worker.ts", import.meta.url), { type: "module" });
  const result = new Promise<OpenedArchive>((resolve) => {
    worker.addEventListener("message", (event: MessageEvent<OpenedArchive>) => resolve(event.data));
    worker.addEventListener("error", () => resolve({ kind: "refused", reason: "unreadable" }));
    worker.postMessage(file);
  });
  return result.finally(() => worker.terminate());
}
