import { isRemote, type Resolve, resolvePath, resolveUndecoded } from "~/epub/paths";

/**
 * Finds the file that an address means in an archive whose names do not match its addresses exactly: by the decoded name, then by the
 * undecoded one, then by one that differs in letter case or percent-encoding only, if there is exactly one. docs/decisions/0070-tolerant-ingest.md.
 */
export type FileFinder = {
  has(path: string): boolean;
  /** Path of the file; null if the address is remote or no single file can be meant. */
  find: Resolve;
  /** Like `find`, but if there is no such file, the path that the address names. */
  resolve: Resolve;
};

/** @param paths all files of the book, as stored */
export function fileFinder(paths: readonly string[]): FileFinder {
  const names = new Set(paths);
  const byCase = uniquePaths(paths, caseKey);
  const byEncoding = uniquePaths(paths, encodingKey);
  const find: Resolve = (base, address) => {
    if (outside.test(address.trim())) return null;
    const decoded = resolvePath(base, address);
    if (decoded !== null && names.has(decoded)) return decoded;
    // A name with a colon looks like an address with a scheme.
    const undecoded = resolveUndecoded(base, isRemote(address) ? `./${address}` : address);
    if (undecoded !== null && names.has(undecoded)) return undecoded;
    if (decoded === null || undecoded === null) return null;
    return (
      byCase.get(caseKey(decoded)) ?? byCase.get(caseKey(undecoded)) ?? byEncoding.get(encodingKey(decoded)) ?? null
    );
  };
  return {
    has: (path) => names.has(path),
    find,
    resolve: (base, address) => find(base, address) ?? resolvePath(base, address),
  };
}

/** Addresses that no file name looks like. */
const outside = /^(?:(?:data|https?|mailto|tel|javascript|blob|file):|[\\/]{2})/i;

function caseKey(path: string): string {
  return path.toLowerCase();
}

function encodingKey(path: string): string {
  return (resolvePath("", `./${path.replaceAll("?", "%3F").replaceAll("#", "%23")}`) ?? path).toLowerCase();
}

/** Paths by a key that only one of them has. */
function uniquePaths(paths: readonly string[], keyOf: (path: string) => string): ReadonlyMap<string, string> {
  const unique = new Map<string, string | null>();
  for (const path of paths) unique.set(keyOf(path), unique.has(keyOf(path)) ? null : path);
  return new Map([...unique].flatMap(([key, path]) => (path === null ? [] : [[key, path] as const])));
}
