/** The mark in the browser's timeline, and the event on the window, once the first page is shown or left to the reader. */
const name = "first-page-shown";

/** Milliseconds after which the reader's own script does not wait any longer. */
const patience = 1000;

/** Called by the first-page program. */
export function tellFirstPageShown(): void {
  performance.mark(name);
  dispatchEvent(new Event(name));
}

/** Until a page that has a first-page program shows its first page; on all others at once. */
export async function untilFirstPageShown(): Promise<void> {
  if (!document.querySelector("[data-first-page-stage]") || performance.getEntriesByName(name).length > 0) return;
  await new Promise<unknown>((resolve) => {
    addEventListener(name, resolve, { once: true });
    setTimeout(resolve, patience);
  });
}
