/** What is listened to of a window. */
type Page = Pick<EventTarget, "addEventListener" | "removeEventListener">;

/**
 * Begins a recording, ends it at pagehide, and begins a new one when the browser restores the page from its cache.
 * @param begin returns what ends the recording
 * @returns a function that ends it
 */
export function whileShown(page: Page, begin: () => () => void): () => void {
  let end: (() => void) | null = begin();
  const stop = () => {
    end?.();
    end = null;
  };
  const resume = (event: Event) => {
    if ((event as PageTransitionEvent).persisted) end ??= begin();
  };
  // Before the outbox, which sends then what there is.
  page.addEventListener("pagehide", stop, { capture: true });
  page.addEventListener("pageshow", resume);
  return () => {
    page.removeEventListener("pagehide", stop, { capture: true });
    page.removeEventListener("pageshow", resume);
    stop();
  };
}
