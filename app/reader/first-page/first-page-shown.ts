/** Performance mark and window event fired once the first page is shown or left to the reader. */
const name = "first-page-shown";

/** Milliseconds that the reader's script waits for the first page at most. */
const timeLimit = 1000;

/** Called by the first-page program. */
export function markFirstPageShown(): void {
  performance.mark(name);
  dispatchEvent(new Event(name));
}

/** Resolves when the first page is shown; immediately on pages without a first-page program. */
export async function untilFirstPageShown(): Promise<void> {
  if (!document.querySelector("[data-first-page-stage]") || performance.getEntriesByName(name).length > 0) return;
  await new Promise<unknown>((resolve) => {
    addEventListener(name, resolve, { once: true });
    setTimeout(resolve, timeLimit);
  });
}
