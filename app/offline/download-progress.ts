/** State of this page's downloads, which continue while the user navigates within the app. */

/** @property of bytes of all files; 0 while the plan is being requested */
export type DownloadProgress = { received: number; of: number; cancel(): void };

const underWay = new Map<string, DownloadProgress>();

function listeners() {
  const all = new Set<() => void>();
  return {
    notify: () => {
      for (const listener of all) listener();
    },
    subscribe: (listener: () => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
  };
}

const moved = listeners();
const changed = listeners();

/** Called when a download has begun, progressed or ended. @returns function that unsubscribes */
export const onDownloadProgress = moved.subscribe;
/** Called when a book was downloaded or removed. @returns function that unsubscribes */
export const onOfflineBooksChange = changed.subscribe;
export const announceOfflineBooksChange = changed.notify;

export const downloadProgressOf = (bookId: string): DownloadProgress | null => underWay.get(bookId) ?? null;

/** @param progress null: the download has ended, with or without success */
export function setDownloadProgress(bookId: string, progress: DownloadProgress | null): void {
  if (progress) underWay.set(bookId, progress);
  else underWay.delete(bookId);
  moved.notify();
  if (!progress) changed.notify();
}
