import type { Size } from "~/epub/book";

/**
 * Width and height in pixels from the header of a PNG, GIF, WebP or JPEG. A picture in the spine becomes a fixed page of that size.
 * @returns null if the bytes are none of these formats
 */
export function pictureSize(data: Uint8Array): Size | null {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  try {
    const size = pngSize(view) ?? gifSize(view) ?? webpSize(view) ?? jpegSize(view);
    return size && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // The file ends before its size.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function textAt(view: DataView, at: number, length: number): string {
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length));
}

function pngSize(view: DataView): Size | null {
  if (view.getUint32(0) !== 0x89504e47) return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function gifSize(view: DataView): Size | null {
  if (textAt(view, 0, 3) !== "GIF") return null;
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** The three WebP formats: lossy, lossless, extended. */
function webpSize(view: DataView): Size | null {
  if (textAt(view, 0, 4) !== "RIFF" || textAt(view, 8, 4) !== "WEBP") return null;
  const form = textAt(view, 12, 4);
  if (form === "VP8 ") {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  if (form === "VP8L") {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  const three = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16) + 1;
  return form === "VP8X" ? { width: three(24), height: three(27) } : null;
}

/** Reads the first frame header among a JPEG's segments. */
function jpegSize(view: DataView): Size | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; ; ) {
    const marker = view.getUint16(at);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    if (marker < 0xff00) return null;
    at += marker === 0xffff ? 1 : 2 + view.getUint16(at + 2);
  }
}
