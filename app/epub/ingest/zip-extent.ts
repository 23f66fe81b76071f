/**
 * Where the archive lies in a file: some programs put bytes before the first entry, and some transfers append bytes, which zip readers
 * do not expect. APPNOTE.TXT, sections 4.3.14 to 4.3.16.
 */
export type ZipExtent = {
  /** Offset of the byte from which the archive's own offsets count. */
  start: number;
  /** Offset after the archive's last byte. */
  end: number;
  /** Offset of the central directory from `start`. */
  directoryAt: number;
};

const endRecord = { signature: 0x06054b50, length: 22, directoryBytes: 12, directoryAt: 16, commentBytes: 20 };
const locator64 = { signature: 0x07064b50, length: 20, recordAt: 8 };
const record64 = { signature: 0x06064b50, length: 56, directoryAt: 48 };

/** Bytes at the end of a file that `zipExtent` needs: the longest comment, and room for appended bytes. */
export const zipTailBytes = 256 * 1024;

/**
 * @param tail the last bytes of the file, at most zipTailBytes
 * @param head the first four bytes
 * @param size bytes of the whole file
 * @returns `incomplete` for a file that begins as an archive and has no end
 */
export function zipExtent(tail: Uint8Array, head: Uint8Array, size: number): ZipExtent | "not-a-zip" | "incomplete" {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  const before = size - tail.length;
  let fallback: ZipExtent | null = null;
  for (let at = tail.length - endRecord.length; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== endRecord.signature) continue;
    const end = at + endRecord.length + view.getUint16(at + endRecord.commentBytes, true);
    if (end > tail.length) continue;
    const extent = { ...directoryOf(view, at, before), end: before + end };
    if (extent.start < 0) continue;
    // A record that ends with the file is the archive's; one before that may be part of an archive inside.
    if (end === tail.length) return extent;
    fallback ??= extent;
  }
  if (fallback) return fallback;
  const isBegun = head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;
  return isBegun ? "incomplete" : "not-a-zip";
}

/** The offset that the archive counts from, by where its directory really ends, and the directory's own offset. */
function directoryOf(view: DataView, at: number, before: number): Pick<ZipExtent, "start" | "directoryAt"> {
  const locator = at - locator64.length;
  if (locator >= 0 && view.getUint32(locator, true) === locator64.signature) {
    const record = locator - record64.length;
    const declared = Number(view.getBigUint64(locator + locator64.recordAt, true));
    if (record >= 0 && view.getUint32(record, true) === record64.signature) {
      const directoryAt = Number(view.getBigUint64(record + record64.directoryAt, true));
      return { start: before + record - declared, directoryAt };
    }
  }
  const directoryAt = view.getUint32(at + endRecord.directoryAt, true);
  const directoryEnd = directoryAt + view.getUint32(at + endRecord.directoryBytes, true);
  return { start: before + at - directoryEnd, directoryAt };
}
