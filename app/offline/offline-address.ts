import { encodePath } from "~/epub/paths";

/**
 * Addresses and caches of what a device keeps. They hold a random id and paths inside the book: no person, no book's id, and nothing of
 * a signed policy. docs/product/reader.md#offline.
 */

/** The page that lists offline books and opens them; without network the service worker serves it. */
export const offlinePath = "/reader/offline";
const offlineRoot = "/reader/kept/";
const cachePrefix = "fabel-kept-";
const shellPrefix = "fabel-shell-";

/** The offline page with a book open. */
export const openOfflinePath = (bookId: string) => `${offlinePath}?${new URLSearchParams({ book: bookId })}`;

/** The offline page for whoever has left where no network was. */
export const leftPath = `${offlinePath}?left`;
/** Is there from then on until the server has ended the session; it holds nothing. */
export const leavingCache = "fabel-leaving";

/** The folder of a kept book, with a slash at its end. */
export const offlineFolder = (offlineId: string) => `${offlineRoot}${offlineId}/`;

/** Path of a file of a kept book. @param href path in the book, decoded */
export const offlineFileAddress = (offlineId: string, href: string) => offlineFolder(offlineId) + encodePath(href);

/** Which file of which kept book an address names, whatever letters a document encoded in it; null for any other address. */
export function offlineFileOf(pathname: string): { offlineId: string; href: string } | null {
  const [, offlineId, path] = /^\/reader\/kept\/([0-9a-f-]{36})\/(.+)$/.exec(pathname) ?? [];
  if (offlineId === undefined || path === undefined) return null;
  try {
    return { offlineId, href: path.split("/").map(decodeURIComponent).join("/").normalize("NFC") };
  } catch {
    return null;
  }
}

export const offlineCacheName = (offlineId: string) => cachePrefix + offlineId;
export const shellCache = (build: string) => shellPrefix + build;
export const isShellCache = (name: string) => name.startsWith(shellPrefix);
export const isOurCache = (name: string) => name.startsWith(cachePrefix) || isShellCache(name);

/** Pages that the offline page stands in for where there is no network; null for all others. */
export function offlineStandIn(pathname: string): string | null {
  if (/^\/(bookshelf|shelves|books\/[^/]+)?\/?$/.test(pathname)) return offlinePath;
  const book = /^\/reader\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (book === undefined || book === "test-player") return null;
  try {
    return openOfflinePath(decodeURIComponent(book));
  } catch {
    return offlinePath;
  }
}

/** Pages that may end the session. docs/product/shell.md#screens. */
export const mayLogOut = (pathname: string) => /^\/(logout|library)(\/|$)/.test(pathname);
