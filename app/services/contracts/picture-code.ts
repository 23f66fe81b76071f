/** A picture code: a sequence of pictures that replaces a password for pupils who cannot read yet. docs/decisions/0054-picture-codes.md. */

/** File names in public/pictures. */
export const codePictures = [
  ...["bear", "cat", "fox", "frog", "hedgehog", "owl", "rabbit", "whale"],
  ...["apple", "boat", "flower", "house", "moon", "star", "sun", "tree"],
] as const;

export const pictureCodeLength = 5;

const prefix = "pictures:";

/** Encodes a picture code for the login form's field `password`. */
export function pictureSecret(pictures: readonly string[]): string {
  return prefix + pictures.join("-");
}

/** Decodes the field `password` into pictures, which are not validated; null for a normal password. */
export function readPictureSecret(text: string): string[] | null {
  return text.startsWith(prefix) ? text.slice(prefix.length, 1000).split("-") : null;
}
