import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import { temporaryFolder } from "./temporary-folder";

/** An entry of an archive as any program might write it; libraries refuse to write such names. */
export type RawEntry = {
  /** Bytes of the name, or a text in UTF-8. */
  name: string | Buffer;
  content: string | Buffer;
  /** General purpose flags: 1 is encrypted, 8 has its sizes after the content, 0x800 has a name in UTF-8. */
  flags?: number;
  method?: 0 | 8 | 9;
  /** The operating system's mode, e.g. 0o120777 for a link. */
  mode?: number;
};

const sizesAfterContent = 8;

/** A zip archive with exactly these entries, in this order. APPNOTE.TXT, section 4.3. */
export function rawZip(
  entries: readonly RawEntry[],
  before: Buffer = Buffer.alloc(0),
  after = Buffer.alloc(0),
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, flags = 0, method = 0, mode = 0 } of entries) {
    const nameBytes = Buffer.from(name as string);
    const plain = Buffer.from(content as string);
    const packed = method === 8 ? deflateRawSync(plain) : plain;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(plain.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.from(common);
    const descriptor = Buffer.alloc(flags & sizesAfterContent ? 16 : 0);
    if (flags & sizesAfterContent) {
      local.fill(0, 10, 22);
      descriptor.writeUInt32LE(0x08074b50, 0);
      common.copy(descriptor, 4, 10, 22);
    }
    const header = Buffer.alloc(14);
    header.writeUInt32LE((mode << 16) >>> 0, 6);
    header.writeUInt32LE(offset, 10);
    parts.push(Buffer.from("PK\u0003\u0004"), local, nameBytes, packed, descriptor);
    directory.push(Buffer.from("PK\u0001\u0002"), Buffer.from([20, 3]), common, header, nameBytes);
    offset += 30 + nameBytes.length + packed.length + descriptor.length;
  }
  const records = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(records.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([before, ...parts, records, end, after]);
}

/** Writes an archive into a temporary folder and returns its path. */
export async function writeZip(archive: Buffer, name = "book.epub"): Promise<string> {
  const file = join(await temporaryFolder("epub"), name);
  await writeFile(file, archive);
  return file;
}
