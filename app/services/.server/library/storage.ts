import type { ByteRange } from "./byte-range";

export type StoredFile = { size: number; modified: Date; read(range?: ByteRange): ReadableStream<Uint8Array> };

/** @property path in the book's folder, with slashes; @property size in bytes */
export type ListedFile = { path: string; size: number };

/** Where unpacked books lie: a folder a book and version. */
export interface BookStorage {
  /** Moves a finished folder to its place; a folder that is there already stays, since the version names its content. */
  publish(folder: string, bookId: string, version: string): Promise<void>;
  /** @returns null where there is no such file */
  open(bookId: string, version: string, path: string): Promise<StoredFile | null>;
  /** Every file of a version, in no order; empty where there is none. */
  list(bookId: string, version: string): Promise<ListedFile[]>;
  remove(bookId: string, version: string): Promise<void>;
  /** Puts an uploaded file where every process finds it. */
  storeUpload(file: string, id: string): Promise<void>;
  /** An uploaded file as one on the disk: its own place, or a copy in the folder. null where it is gone. */
  fetchUpload(id: string, folder: string): Promise<string | null>;
  removeUpload(id: string): Promise<void>;
  /** A folder on the same disk to prepare a book in. */
  workFolder(): Promise<string>;
}

/** Whether a path can name a file of a book: no empty and no climbing segments. */
export function isPlainPath(path: string): boolean {
  return path.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..");
}
