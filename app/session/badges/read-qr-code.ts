import decodeQR from "qr/decode.js";

/** A picture as a canvas gives it: four bytes per pixel. */
export type Picture = { width: number; height: number; data: Uint8ClampedArray };

/** The text of the QR code in a picture; null where none can be read, as in most frames of a camera. */
export function readQrCode(picture: Picture): string | null {
  try {
    return decodeQR(picture);
  } catch {
    return null;
  }
}
