/** State of this page's downloads, which continue while the user navigates within the app. */

/** @property of bytes of all files; 0 while the plan is being requested */
export type KeepProgress = { received: number; of: number; cancel(): void };

const underWay = new Map<string, KeepProgress>();

function listeners() {
  const all = new Set<() => void>();
  return {
    tell: () => {
      for (const listener of all) listener();
    },
    listen: (listener: () => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
  };
}

const moved = listeners();
const changed = listeners();

/** Called when a download has begun, progressed or ended. @returns function that unsubscribes */
export const onKeepProgress = moved.listen;
/** Called when a book was downloaded or removed. @returns function that unsubscribes */
export const onOfflineBooksChange = changed.listen;
export const announceOfflineBooksChange = changed.tell;

export const keepProgressOf = (bookId: string): KeepProgress | null => underWay.get(bookId) ?? null;

/** @param progress null: the download has ended, with or without success */
export function setKeepProgress(bookId: string, progress: KeepProgress | null): void {
  if (progress) underWay.set(bookId, progress);
  else underWay.delete(bookId);
  moved.tell();
  if (!progress) changed.tell();
}
