import { readFile, stat } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { DictionaryRefused, maxFileSize } from "./dictionary";

/**
 * The first of some files that exists, unpacked if it is packed by gzip or dictzip.
 * @returns null if none exists
 * @throws DictionaryRefused if it is too large or its packing is broken
 */
export async function readPacked(paths: readonly string[]): Promise<Buffer | null> {
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) continue;
    if (found.size > maxFileSize) throw new DictionaryRefused(`${path} is larger than 512 MB`);
    const data = await readFile(path);
    if (data[0] !== 0x1f || data[1] !== 0x8b) return data;
    try {
      return gunzipSync(data, { maxOutputLength: maxFileSize });
    } catch (error) {
      throw new DictionaryRefused(`${path} can't be unpacked: ${error instanceof Error ? error.message : error}`);
    }
  }
  return null;
}
