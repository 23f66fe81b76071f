import { encodePath, folderOf, isPlainAddress, type Resolve, relativePath, resolvePath } from "~/epub/paths";

/** The address of the file that `resolve` finds; unchanged if a browser finds the same file, or if it is remote. */
export function exactAddress(address: string, path: string, resolve: Resolve): string {
  const trimmed = address.trim();
  if (trimmed === "" || trimmed.startsWith("#")) return address;
  const target = resolve(path, trimmed);
  if (target === null || (target === resolvePath(path, trimmed) && isPlainAddress(trimmed))) return address;
  const fragment = trimmed.includes("#") ? trimmed.slice(trimmed.indexOf("#")) : "";
  return encodePath(relativePath(folderOf(path), target)) + fragment;
}
