import type { ByteRange } from "./byte-range";

export type StoredFile = { size: number; modified: Date; read(range?: ByteRange): ReadableStream<Uint8Array> };

/** @property path in the book's folder, with slashes; @property size in bytes */
type ListedFile = { path: string; size: number };

/** Storage of unpacked books: one folder for each book and version. */
export interface BookStorage {
  /** Moves a finished folder to its final place; an existing folder stays, since the version identifies the content. */
  publish(folder: string, bookId: string, version: string): Promise<void>;
  /** @returns null if the file does not exist */
  open(bookId: string, version: string, path: string): Promise<StoredFile | null>;
  /** All files of a version, unordered; empty if there is none. */
  list(bookId: string, version: string): Promise<ListedFile[]>;
  remove(bookId: string, version: string): Promise<void>;
  /** Stores an uploaded file where every process can read it. */
  storeUpload(file: string, id: string): Promise<void>;
  /** Path of an uploaded file on disk: in the storage itself, or a copy in the folder; null if it no longer exists. */
  fetchUpload(id: string, folder: string): Promise<string | null>;
  removeUpload(id: string): Promise<void>;
  /** A temporary folder for preparing a book, on the same disk if the storage is a disk. */
  workFolder(): Promise<string>;
}

/** Whether a path can name a file of a book: no empty, `.` or `..` segments. */
export function isPlainPath(path: string): boolean {
  return path.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..");
}
