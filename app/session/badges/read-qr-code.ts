import decodeQR from "qr/decode.js";

/** Image data of a canvas: four bytes per pixel. */
export type Picture = { width: number; height: number; data: Uint8ClampedArray };

/** The text of the QR code in an image; null if there is none, as in most frames of a camera. */
export function readQrCode(picture: Picture): string | null {
  try {
    return decodeQR(picture);
  } catch {
    return null;
  }
}
