/** Names of files in an archive, decoded and as the book stores them. EPUB 3.3, sections 4.2.3 and 4.3.2; APPNOTE.TXT, appendix D. */

/**
 * Name of a file in composed letters (NFC), to match resolved addresses. Names in an EPUB are UTF-8, even if the archive does not mark
 * them so; names that are not valid UTF-8 are in the zip format's own encoding. Backslashes, which some Windows programs write, are slashes.
 * @param bytes the name as it is in the archive
 * @param unicode the name from the archive's field for Unicode names, used where `bytes` are not valid UTF-8
 */
export function decodedName(bytes: Uint8Array, unicode: string | null = null): string {
  const name = asUtf8(bytes) ?? unicode ?? asCodePage437(bytes);
  return name.replaceAll("\\", "/").normalize("NFC");
}

function asUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Upper half of code page 437. */
const upperHalf =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

function asCodePage437(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : upperHalf.charAt(byte - 128))).join("");
}

/** The path without empty, `.` and `..` segments; null if it leads out of the book. @param name from decodedName */
export function pathInBook(name: string): string | null {
  if (name.startsWith("/") || /^[a-z]:/i.test(name)) return null;
  const segments: string[] = [];
  for (const segment of name.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join("/");
}

/** Files that macOS and Windows add to archives and folders; they are not part of a book. */
export function isSystemFile(path: string): boolean {
  return /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._[^/]*$)/i.test(path);
}

const containerEnd = "/META-INF/container.xml";

/**
 * The folder around the whole book, with a slash at its end, if somebody packed the folder instead of its content; else empty.
 * @param paths all files but those of the system
 */
export function outerFolder(paths: readonly string[]): string {
  if (paths.includes(containerEnd.slice(1))) return "";
  const containers = paths.filter((path) => path.endsWith(containerEnd));
  const [only] = containers;
  return only !== undefined && containers.length === 1 ? only.slice(0, 1 - containerEnd.length) : "";
}
