import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { fontFormatOf } from "./font-format";

const bytes = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer;

test("a font is known by its first bytes", () => {
  const lexend = createRequire(import.meta.url).resolve(
    "@fontsource-variable/lexend/files/lexend-latin-wght-normal.woff2",
  );
  expect(fontFormatOf(new Uint8Array(readFileSync(lexend)).buffer)).toBe("woff2");
  expect(fontFormatOf(bytes("OTTO and more"))).toBe("opentype");
  expect(fontFormatOf(new Uint8Array([0, 1, 0, 0, 9]).buffer)).toBe("truetype");
});

test("other files are no fonts", () => {
  expect(fontFormatOf(bytes("%PDF-1.7"))).toBeNull();
  expect(fontFormatOf(bytes(""))).toBeNull();
  expect(fontFormatOf(bytes("ttcf collection"))).toBeNull();
});
