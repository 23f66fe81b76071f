/** Bytes `start` to `end`, both included. */
export type ByteRange = { start: number; end: number };

type RequestedRange = { kind: "whole" } | { kind: "part"; range: ByteRange } | { kind: "unsatisfiable" };

/**
 * Parses a Range header. RFC 9110, section 14: a single range is honoured; several ranges, other units and malformed headers yield the
 * whole file.
 * @param size bytes of the file
 */
export function rangeOf(header: string | null, size: number): RequestedRange {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return { kind: "whole" };
  const first = match[1] === "" ? null : Number(match[1]);
  const last = match[2] === "" ? null : Number(match[2]);
  if (first === null) {
    const length = Math.min(last ?? 0, size);
    return length === 0 ? { kind: "unsatisfiable" } : { kind: "part", range: { start: size - length, end: size - 1 } };
  }
  if (last !== null && last < first) return { kind: "whole" };
  if (first >= size) return { kind: "unsatisfiable" };
  return { kind: "part", range: { start: first, end: Math.min(last ?? size - 1, size - 1) } };
}
