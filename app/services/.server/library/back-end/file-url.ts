import { namesPolicy } from "~/services/.server/library/content-policy";

/** Where a reader's `fileUrl` may point. Pure. docs/product/reader.md#access. */

export type FileUrl =
  /** A folder of this library's own content. */
  | { kind: "own"; bookId: string; version: string; folder: string; policy: string }
  /** A book's folder at the alternative book back end. */
  | { kind: "back-end"; folder: string; policy: string };

export type FileUrlPlaces = {
  /** Origins that this library's content has: the product's own, and the content's. */
  origins: readonly string[];
  /** Path of the content at them, with a slash at both ends. */
  contentPath: string;
  backEnd: string | null;
};

/**
 * @param fileUrl the folder that holds META-INF, or a file at its top, with the signed policy as query
 * @returns null where it points anywhere else
 */
export function readFileUrl(fileUrl: string, { origins, contentPath, backEnd }: FileUrlPlaces): FileUrl | null {
  const url = URL.canParse(fileUrl) ? new URL(fileUrl) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || hasOddPath(url.pathname)) return null;
  const folder = url.origin + folderOf(url.pathname);
  const policy = url.search.slice(1);
  if (origins.includes(url.origin) && url.pathname.startsWith(contentPath)) {
    const [bookId = "", version = ""] = url.pathname.slice(contentPath.length).split("/");
    if (bookId === "" || version === "") return null;
    return { kind: "own", bookId, version, folder: `${url.origin}${contentPath}${bookId}/${version}/`, policy };
  }
  return backEnd !== null && isBelow(folder, backEnd) ? { kind: "back-end", folder, policy } : null;
}

/** A folder below the back end's address, and never the address itself: each book has a folder of its own. */
export function isBelow(folder: string, backEnd: string): boolean {
  const base = backEnd.endsWith("/") ? backEnd : `${backEnd}/`;
  return folder.startsWith(base) && folder.length > base.length;
}

/** Whether a query has a complete policy; without one no request is sent to the back end. */
export function hasPolicy(query: string): boolean {
  return namesPolicy(new URLSearchParams(query));
}

/** Encoded slashes, backslashes or dots would be read in one way here and in another at the back end. */
function hasOddPath(path: string): boolean {
  return /%2f|%5c|%2e|\\|\/\//i.test(path);
}

/** The file at the top that some systems name in the folder's place. */
function folderOf(path: string): string {
  if (path.endsWith("/")) return path;
  if (/\/META-INF\/container\.xml$/.test(path)) return path.slice(0, -"META-INF/container.xml".length);
  return /\/[^/]+\.(opf|xml)$/i.test(path) ? path.slice(0, path.lastIndexOf("/") + 1) : `${path}/`;
}
