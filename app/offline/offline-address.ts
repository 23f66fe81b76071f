import { encodePath } from "~/epub/paths";

/**
 * URLs and cache names of offline books. They contain a random id and paths inside the book: no user, no book id, and
 * no part of a signed policy. docs/product/reader.md#offline.
 */

/** The page that lists offline books and opens them; without network the service worker serves it. */
export const offlinePath = "/reader/offline";
const offlineRoot = "/reader/kept/";
const cachePrefix = "fabel-kept-";
const shellPrefix = "fabel-shell-";

/** The offline page with an open book. */
export const openOfflinePath = (bookId: string) => `${offlinePath}?${new URLSearchParams({ book: bookId })}`;

/** The offline page after signing out without a network. */
export const signedOutPath = `${offlinePath}?left`;
/** Exists from then on until the server has ended the session; an empty cache used as a flag. */
export const leavingCache = "fabel-leaving";

/** Folder URL of an offline book, with a trailing slash. */
export const offlineFolder = (offlineId: string) => `${offlineRoot}${offlineId}/`;

/** URL of a file of an offline book. @param href path in the book, decoded */
export const offlineFileAddress = (offlineId: string, href: string) => offlineFolder(offlineId) + encodePath(href);

/** The offline book and file of a URL, whatever characters a document encoded in it; null for any other URL. */
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

/** Pages that are replaced by the offline page without a network; null for all others. */
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
