/** Downloads of this page, which go on while one looks at other pages of the product, and what came of them. */

/** @property of bytes of all files; 0 while the book is being asked for */
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

/** Called when a download has begun, moved on or ended. @returns the way to stop it */
export const onKeepProgress = moved.listen;
/** Called when a book was kept or removed. @returns the way to stop it */
export const onOfflineBooksChange = changed.listen;
export const announceOfflineBooksChange = changed.tell;

export const keepProgressOf = (bookId: string): KeepProgress | null => underWay.get(bookId) ?? null;

/** @param progress null: the download has ended, one way or the other */
export function setKeepProgress(bookId: string, progress: KeepProgress | null): void {
  if (progress) underWay.set(bookId, progress);
  else underWay.delete(bookId);
  moved.tell();
  if (!progress) changed.tell();
}
