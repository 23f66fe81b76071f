/** Many short texts one after the other in a buffer, instead of an object for each. */
type PackedTexts = {
  add(text: string): void;
  count(): number;
  /** The text that was added at this index, from 0; "" if there is none. */
  at(index: number): string;
};

export function createPackedTexts(): PackedTexts {
  let bytes = Buffer.alloc(0);
  /** Index of the first byte after each text. */
  let ends = new Uint32Array(0);
  let count = 0;
  const startOf = (index: number) => (index === 0 ? 0 : (ends[index - 1] ?? 0));
  return {
    add(text) {
      const start = startOf(count);
      const end = start + Buffer.byteLength(text);
      if (end > bytes.length) {
        const larger = Buffer.alloc(Math.max(4096, bytes.length * 2, end));
        bytes.copy(larger);
        bytes = larger;
      }
      if (count === ends.length) {
        const larger = new Uint32Array(Math.max(1024, count * 2));
        larger.set(ends);
        ends = larger;
      }
      bytes.write(text, start);
      ends[count] = end;
      count += 1;
    },
    count: () => count,
    at: (index) => (index < count ? bytes.toString("utf8", startOf(index), ends[index]) : ""),
  };
}
