import { namesPolicy } from "~/services/.server/library/content-policy";

/** Validates a reader's `fileUrl`. Pure. docs/product/reader.md#access. */

type FileUrl =
  /** A folder of this library's own content. */
  | { kind: "own"; bookId: string; version: string; folder: string; policy: string }
  /** A book's folder at the alternative book back end. */
  | { kind: "back-end"; folder: string; policy: string };

type FileUrlPlaces = {
  /** Origins of this library's content: the product's own, and the content's. */
  origins: readonly string[];
  /** Path of the content at these origins, with a slash at both ends. */
  contentPath: string;
  backEnd: string | null;
};

/**
 * @param fileUrl the folder that holds META-INF, or a file at its top, with the signed policy as query
 * @returns null if it points anywhere else
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

/** Whether a folder is below the back end's address; the address itself is excluded, because each book has its own folder. */
export function isBelow(folder: string, backEnd: string): boolean {
  const base = backEnd.endsWith("/") ? backEnd : `${backEnd}/`;
  return folder.startsWith(base) && folder.length > base.length;
}

/** Whether a query has a complete policy; without one no request is sent to the back end. */
export function hasPolicy(query: string): boolean {
  return namesPolicy(new URLSearchParams(query));
}

/** Rejects encoded slashes, backslashes and dots, which the back end could interpret differently. */
function hasOddPath(path: string): boolean {
  return /%2f|%5c|%2e|\\|\/\//i.test(path);
}

/** Removes the file name that some systems give instead of the folder. */
function folderOf(path: string): string {
  if (path.endsWith("/")) return path;
  if (/\/META-INF\/container\.xml$/.test(path)) return path.slice(0, -"META-INF/container.xml".length);
  return /\/[^/]+\.(opf|xml)$/i.test(path) ? path.slice(0, path.lastIndexOf("/") + 1) : `${path}/`;
}
