const centralHeader = Buffer.from("PK\u0001\u0002", "latin1");

/** Changes a file's entry in the central directory of an archive. */
export function withDirectory(bytes: Uint8Array, name: string, change: (header: Buffer) => void): Uint8Array {
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf(centralHeader); at >= 0; at = copy.indexOf(centralHeader, at + 4)) {
    const length = copy.readUInt16LE(at + 28);
    if (copy.toString("utf8", at + 46, at + 46 + length) === name) change(copy.subarray(at));
  }
  return copy;
}
