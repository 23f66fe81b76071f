/** Addresses inside a book: always decoded and relative to the folder that holds META-INF. EPUB 3.3, section 4.2.5. */

/** Whether an address is outside the book (has a scheme or begins with two slashes, which browsers also read from backslashes). */
export function isRemote(address: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(address);
}

/**
 * Resolves an address in a document to a path in the book. Steps above the book end at its root, as in any URL, so that no address
 * leaves the book (EPUB Reading Systems 3.3, container root URL). Letters are composed (NFC), like stored names; a backslash is a slash,
 * as in browsers; a percent sign that encodes nothing is kept.
 * @param base path of the document that holds the address, e.g. `EPUB/package.opf`
 * @returns the decoded path without query and fragment; null for a remote one
 */
export function resolvePath(base: string, address: string): string | null {
  return joined(base, address, decode);
}

/** Like resolvePath, but with percent signs as they are, for archives whose file names are percent-encoded. */
export function resolveUndecoded(base: string, address: string): string | null {
  return joined(base, address, (path) => path);
}

/** Resolves an address in a document to a path in the book, e.g. resolvePath; null for a remote one. */
export type Resolve = (base: string, address: string) => string | null;

function joined(base: string, address: string, decoded: (path: string) => string): string | null {
  const trimmed = address.trim();
  if (isRemote(trimmed)) return null;
  const path = decoded((trimmed.split(/[?#]/, 1)[0] ?? "").replaceAll("\\", "/"));
  if (path === "") return base;
  const folder = path.startsWith("/") ? [] : base.split("/").slice(0, -1);
  return insideRoot(folder, path).join("/").normalize("NFC");
}

function insideRoot(folder: string[], path: string): string[] {
  const segments = [...folder];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === "..") segments.pop();
    else segments.push(segment);
  }
  return segments;
}

/** Whether a browser would resolve an address to outside the folder that serves the book: absolute, or above the folder. */
export function escapesFolder(base: string, address: string): boolean {
  if (isRemote(address)) return false;
  const path = (address.split(/[?#]/, 1)[0] ?? "").replaceAll("\\", "/");
  if (path.startsWith("/")) return true;
  let depth = base.split("/").length - 1;
  for (const segment of decode(path).split("/")) {
    if (segment === "..") depth -= 1;
    else if (segment !== "" && segment !== ".") depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

/** Like resolvePath, but preserves the fragment (`path#fragment`), for navigation. */
export function resolveReference(base: string, address: string, resolve: Resolve = resolvePath): string | null {
  const path = resolve(base, address);
  const fragment = address.includes("#") ? address.slice(address.indexOf("#") + 1) : "";
  return path === null ? null : fragment ? `${path}#${fragment}` : path;
}

/** Decodes what is percent-encoded UTF-8, and leaves other percent signs as they are. */
function decode(path: string): string {
  return path.replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

/** Whether a browser and the library resolve an address alike: it has no backslash, and each of its percent signs encodes something. */
export function isPlainAddress(address: string): boolean {
  try {
    decodeURIComponent(address.split(/[?#]/, 1)[0] ?? "");
    return !address.includes("\\");
  } catch {
    return false;
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
