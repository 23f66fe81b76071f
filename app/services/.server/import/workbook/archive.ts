import { open, stat } from "node:fs/promises";
import { openZipArchive, type ZipArchive } from "~/services/.server/zip/zip-archive";
import { ZipError, type ZipProblem } from "~/services/.server/zip/zip-reader";
import { workbookLimits } from "./limits";
import { WorkbookError, type WorkbookProblem } from "./workbook-error";

/** The parts of a workbook by name; names are case-insensitive in the format. Reading throws WorkbookError. */
export type WorkbookArchive = Pick<ZipArchive, "has" | "sizeOf" | "read" | "close">;

/** Signature of the container of Excel's old format and of encrypted workbooks. */
const compoundMark = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const encryptedPackage = Buffer.from("EncryptedPackage", "utf16le");

const problems: Record<ZipProblem, WorkbookProblem> = {
  empty: "empty",
  "not-a-zip": "not-xlsx",
  incomplete: "damaged",
  damaged: "damaged",
  encrypted: "encrypted",
  "unsafe-path": "unsafe",
  duplicate: "unsafe",
  "too-many-files": "unsafe",
  "too-large": "too-large",
};

/**
 * Opens a workbook and checks everything that can be known before unpacking.
 * @throws WorkbookError
 */
export async function openWorkbookArchive(path: string): Promise<WorkbookArchive> {
  try {
    const { has, sizeOf, read, close } = await openZipArchive(path, workbookLimits);
    return { has, sizeOf, read: (name) => readPart(read(name)), close };
  } catch (error) {
    if (error instanceof ZipError && error.code === "not-a-zip") await refuseOldFormats(path);
    throw workbookErrorOf(error);
  }
}

async function* readPart(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    throw workbookErrorOf(error);
  }
}

function workbookErrorOf(error: unknown): unknown {
  return error instanceof ZipError ? new WorkbookError(problems[error.code]) : error;
}

async function refuseOldFormats(path: string): Promise<void> {
  const { size } = await stat(path);
  const file = await open(path);
  try {
    const start = Buffer.alloc(8);
    await file.read(start, 0, 8, 0);
    if (!start.equals(compoundMark)) return;
    throw new WorkbookError((await holds(file, size, encryptedPackage)) ? "encrypted" : "old-format");
  } finally {
    await file.close();
  }
}

/** Whether a file contains bytes; reads it in chunks, so that a large file needs little memory. */
async function holds(file: Awaited<ReturnType<typeof open>>, size: number, wanted: Buffer): Promise<boolean> {
  const piece = Buffer.alloc(1024 * 1024);
  for (let position = 0; position < size; position += piece.length - wanted.length) {
    const { bytesRead } = await file.read(piece, 0, piece.length, position);
    if (piece.subarray(0, bytesRead).includes(wanted)) return true;
  }
  return false;
}
