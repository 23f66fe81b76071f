import { createReadStream } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import yauzl from "yauzl";

/** Random access to a part of a file, for archives with bytes before their first entry. The caller closes the file. */
export class FilePart extends yauzl.RandomAccessReader {
  /** @param start offset of the part in the file */
  constructor(
    private readonly file: FileHandle,
    private readonly path: string,
    private readonly start: number,
  ) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    // By path: a stream of the handle would close it.
    return createReadStream(this.path, { start: this.start + start, end: this.start + end - 1 });
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const readAll = async () => {
      for (let done = 0; done < length; ) {
        const { bytesRead } = await this.file.read(buffer, offset + done, length - done, this.start + position + done);
        if (bytesRead === 0) throw new Error("unexpected end of file");
        done += bytesRead;
      }
    };
    readAll().then(() => callback(null), callback);
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }
}
