import decodeQR from "qr/decode.js";

/** A picture as a canvas gives it: four bytes a dot. */
export type Picture = { width: number; height: number; data: Uint8ClampedArray };

/** The text of the square in a picture, or null where there is none that can be read: most pictures of a camera show none. */
export function readSquare(picture: Picture): string | null {
  try {
    return decodeQR(picture);
  } catch {
    return null;
  }
}
