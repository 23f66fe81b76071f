/** Formats of font files that browsers load. */
export type FontFormat = "woff2" | "woff" | "truetype" | "opentype";

const signatures: Record<string, FontFormat> = {
  wOF2: "woff2",
  wOFF: "woff",
  "\0\u0001\0\0": "truetype",
  true: "truetype",
  OTTO: "opentype",
};

/** The format by a file's first bytes, whatever its name says; null for another kind of file, and for collections of fonts. */
export function fontFormatOf(data: ArrayBuffer): FontFormat | null {
  return signatures[String.fromCharCode(...new Uint8Array(data.slice(0, 4)))] ?? null;
}

/** Bytes; fonts for Chinese or Japanese have 5 to 15 MB. */
export const largestFont = 20 * 1024 * 1024;
