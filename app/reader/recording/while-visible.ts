/** The part of `window` used here. */
type Page = Pick<EventTarget, "addEventListener" | "removeEventListener">;

/**
 * Begins a recording, ends it at pagehide, and begins a new one when the browser restores the page from its cache.
 * @param begin returns a function that ends the recording
 * @returns a function that ends it and removes the listeners
 */
export function whileVisible(page: Page, begin: () => () => void): () => void {
  let end: (() => void) | null = begin();
  const stop = () => {
    end?.();
    end = null;
  };
  const resume = (event: Event) => {
    if ((event as PageTransitionEvent).persisted) end ??= begin();
  };
  // Capture phase, to run before the outbox's listener, which sends the queued entries.
  page.addEventListener("pagehide", stop, { capture: true });
  page.addEventListener("pageshow", resume);
  return () => {
    page.removeEventListener("pagehide", stop, { capture: true });
    page.removeEventListener("pageshow", resume);
    stop();
  };
}
