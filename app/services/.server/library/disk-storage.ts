import { createReadStream } from "node:fs";
import { cp, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { pulledStream } from "~/http/pulled-stream.server";
import { type BookStorage, isPlainPath } from "./storage";

/** Cannot collide with a book, because no book id begins with a dot. */
const uploads = ".uploads";

/** Books on the local disk. */
export function diskStorage(root: string): BookStorage {
  const uploadOf = (id: string) => join(root, uploads, `${id}.epub`);
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
      if (![bookId, version, path].every(isPlainPath)) return null;
      const folder = folderOf(bookId, version);
      const file = resolve(folder, path);
      const inside = relative(folder, file);
      if (inside.startsWith("..") || isAbsolute(inside)) return null;
      const stats = await stat(file).catch(() => null);
      if (!stats?.isFile()) return null;
      return {
        size: stats.size,
        modified: stats.mtime,
        read: (range) => pulledStream(() => createReadStream(file, range)),
      };
    },
    async list(bookId, version) {
      if (![bookId, version].every(isPlainPath)) return [];
      const folder = folderOf(bookId, version);
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      const sizes = await Promise.all(files.map((file) => stat(file)));
      return files.map((file, index) => ({
        path: relative(folder, file).split(sep).join("/"),
        size: sizes[index]?.size ?? 0,
      }));
    },
    async remove(bookId, version) {
      await rm(folderOf(bookId, version), { recursive: true, force: true });
    },
    async storeUpload(file, id) {
      await mkdir(join(root, uploads), { recursive: true });
      await rename(file, uploadOf(id)).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== "EXDEV") throw error;
        await cp(file, uploadOf(id));
      });
    },
    async fetchUpload(id) {
      const stats = await stat(uploadOf(id)).catch(() => null);
      return stats?.isFile() ? uploadOf(id) : null;
    },
    removeUpload: (id) => rm(uploadOf(id), { force: true }),
    async workFolder() {
      const folder = join(root, ".incoming", crypto.randomUUID());
      await mkdir(folder, { recursive: true });
      return folder;
    },
  };
}
