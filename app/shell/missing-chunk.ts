/**
 * A deploy removes the chunks that open pages still import. The first import that fails reloads the page, which brings the
 * new version; a second failure within a minute is a real one and reaches the error page.
 */

const key = "fabel_reloaded_at";
const pause = 60_000;

type Page = Pick<Window, "addEventListener"> & { location: Pick<Location, "reload"> };

export function reloadOnceForMissingChunks(
  page: Page,
  storage: Pick<Storage, "getItem" | "setItem">,
  now = () => Date.now(),
): void {
  page.addEventListener("vite:preloadError", (event) => {
    const last = Number(storage.getItem(key) ?? 0);
    if (now() - last < pause) return;
    storage.setItem(key, String(now()));
    // The failing import must not throw while the page reloads.
    event.preventDefault();
    page.location.reload();
  });
}
