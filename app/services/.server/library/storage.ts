import { createReadStream } from "node:fs";
import { cp, mkdir, rename, rm, stat } from "node:fs/promises";
import { isAbsolute, join, relative, resolve } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { ByteRange } from "./byte-range";

export type StoredFile = { size: number; modified: Date; read(range?: ByteRange): ReadableStream<Uint8Array> };

/** Where unpacked books lie: a folder a book and version. */
export interface BookStorage {
  /** Moves a finished folder to its place; a folder that is there already stays, since the version names its content. */
  publish(folder: string, bookId: string, version: string): Promise<void>;
  /** @returns null where there is no such file */
  open(bookId: string, version: string, path: string): Promise<StoredFile | null>;
  remove(bookId: string, version: string): Promise<void>;
  /** A folder on the same disk to prepare a book in. */
  workFolder(): Promise<string>;
}

/** Books on the local disk. */
export function diskStorage(root: string): BookStorage {
  const folderOf = (bookId: string, version: string) => join(root, bookId, version);
  return {
    async publish(folder, bookId, version) {
      const target = folderOf(bookId, version);
      await mkdir(join(root, bookId), { recursive: true });
      await rename(folder, target).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code === "EXDEV") await cp(folder, target, { recursive: true });
        else if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
      });
    },
    async open(bookId, version, path) {
      const folder = folderOf(bookId, version);
      const file = resolve(folder, path);
      const inside = relative(folder, file);
      if (inside === "" || inside.startsWith("..") || isAbsolute(inside)) return null;
      const found = await stat(file).catch(() => null);
      if (!found?.isFile()) return null;
      return {
        size: found.size,
        modified: found.mtime,
        read: (range) => Readable.toWeb(createReadStream(file, range)) as ReadableStream<Uint8Array>,
      };
    },
    async remove(bookId, version) {
      await rm(folderOf(bookId, version), { recursive: true, force: true });
    },
    async workFolder() {
      const folder = join(root, ".incoming", crypto.randomUUID());
      await mkdir(folder, { recursive: true });
      return folder;
    },
  };
}

/**
 * The storage that STORAGE_URL names.
 * @throws Error for a scheme that is not supported
 */
export function storageFor(url: string): BookStorage {
  if (url.startsWith("file:")) return diskStorage(fileURLToPath(url));
  throw new Error(`STORAGE_URL: ${url.split(":")[0]}: is not supported, use file:`);
}
