/** What an archive's central directory says about an entry, beyond what fflate reports. APPNOTE.TXT, section 4.3.12. */
export type DirectoryEntry = {
  isUtf8: boolean;
  isLocked: boolean;
  checksum: number;
};

const signature = 0x02014b50;
const at = { flags: 8, checksum: 16, nameBytes: 28, extraBytes: 30, commentBytes: 32 };
const headerBytes = 46;
const flags = { locked: 1, utf8: 0x800 };

/**
 * The entries of the directory in order; fewer if it is damaged.
 * @param directoryAt offset of the directory in the archive
 */
export function directoryEntries(archive: Uint8Array, directoryAt: number): DirectoryEntry[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const entries: DirectoryEntry[] = [];
  for (let header = directoryAt; header + headerBytes <= archive.length; ) {
    if (view.getUint32(header, true) !== signature) break;
    const bits = view.getUint16(header + at.flags, true);
    entries.push({
      isUtf8: (bits & flags.utf8) !== 0,
      isLocked: (bits & flags.locked) !== 0,
      checksum: view.getUint32(header + at.checksum, true),
    });
    const rest = [at.nameBytes, at.extraBytes, at.commentBytes].map((place) => view.getUint16(header + place, true));
    header += headerBytes + rest.reduce((sum, bytes) => sum + bytes, 0);
  }
  return entries;
}
