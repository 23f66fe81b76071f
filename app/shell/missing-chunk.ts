/**
 * A deploy removes chunks that open pages still import. The first import that fails reloads the page to get the
 * new version; another failure within a minute is a real error and is shown. While offline the chunk may still exist, and a reload would
 * lose the page with its input: then the import just fails, and the caller handles it.
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
