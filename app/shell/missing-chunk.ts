/**
 * A deploy removes the chunks that open pages still import. The first import that fails reloads the page, which brings the
 * new version; a second failure within a minute is a real one and reaches the error page. Without a network the chunk may well be there,
 * and a reload would take the page away with all that was typed on it: then the import fails, and whoever asked for it goes on without.
 */

const key = "fabel_reloaded_at";
const pause = 60_000;

type Page = Pick<Window, "addEventListener"> & {
  location: Pick<Location, "reload">;
  navigator: Pick<Navigator, "onLine">;
};

export function reloadOnceForMissingChunks(
  page: Page,
  storage: Pick<Storage, "getItem" | "setItem">,
  now = () => Date.now(),
): void {
  page.addEventListener("vite:preloadError", (event) => {
    if (!page.navigator.onLine) return;
    const last = Number(storage.getItem(key) ?? 0);
    if (now() - last < pause) return;
    storage.setItem(key, String(now()));
    // The failing import must not throw while the page reloads.
    event.preventDefault();
    page.location.reload();
  });
}
