/** Addresses inside a book: always decoded and relative to the folder that holds META-INF. EPUB 3.3, section 4.2.5. */

/** Whether an address is outside the book (has a scheme or begins with two slashes). */
export function isRemote(address: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(address) || address.startsWith("//");
}

/**
 * Resolves an address in a document to a path in the book. Steps above the book end at its root, as in any URL, so that no address
 * leaves the book (EPUB Reading Systems 3.3, container root URL). Letters are composed (NFC), like stored names.
 * @param base path of the document that holds the address, e.g. `EPUB/package.opf`
 * @returns the decoded path without query and fragment; null for a remote one or one that cannot be decoded
 */
export function resolvePath(base: string, address: string): string | null {
  if (isRemote(address)) return null;
  const path = address.trim().split(/[?#]/, 1)[0] ?? "";
  const decoded = decode(path);
  if (decoded === null) return null;
  if (decoded === "") return base;
  const segments = decoded.startsWith("/") ? [] : base.split("/").slice(0, -1);
  for (const segment of decoded.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === "..") segments.pop();
    else segments.push(segment);
  }
  return segments.join("/").normalize("NFC");
}

/** Whether a browser would resolve an address to outside the folder that serves the book: absolute, or above the folder. */
export function escapesFolder(base: string, address: string): boolean {
  if (isRemote(address)) return false;
  if (address.startsWith("/")) return true;
  let depth = base.split("/").length - 1;
  for (const segment of (decode(address.split(/[?#]/, 1)[0] ?? "") ?? "").split("/")) {
    if (segment === "..") depth -= 1;
    else if (segment !== "" && segment !== ".") depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

/** Like resolvePath, but preserves the fragment (`path#fragment`), for navigation. */
export function resolveReference(base: string, address: string): string | null {
  const path = resolvePath(base, address);
  const fragment = address.includes("#") ? address.slice(address.indexOf("#") + 1) : "";
  return path === null ? null : fragment ? `${path}#${fragment}` : path;
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Encodes a path for use in a URL; slashes stay. */
export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** The folder of a file; empty at the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function joinPath(...segments: string[]): string {
  return segments.filter(Boolean).join("/");
}

/** Relative address from a folder to a path, e.g. `../images/a.png`. */
export function relativePath(folder: string, path: string): string {
  const from = folder.split("/").filter(Boolean);
  const to = path.split("/").filter(Boolean);
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared += 1;
  return [...from.slice(shared).map(() => ".."), ...to.slice(shared)].join("/");
}
