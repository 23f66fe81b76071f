/** A picture code: pictures in an order, for pupils who cannot read yet. docs/decisions/0054-picture-codes.md. */

/** By the names of their files in public/pictures. */
export const codePictures = [
  ...["bear", "cat", "fox", "frog", "hedgehog", "owl", "rabbit", "whale"],
  ...["apple", "boat", "flower", "house", "moon", "star", "sun", "tree"],
] as const;
export type CodePicture = (typeof codePictures)[number];

export const pictureCodeLength = 5;

const prefix = "pictures:";

/** What the sign-in service takes in the form field `password`. */
export function pictureSecret(pictures: readonly string[]): string {
  return prefix + pictures.join("-");
}

/** The pictures in what came in the field `password`, right ones or not; null for a password. */
export function readPictureSecret(text: string): string[] | null {
  return text.startsWith(prefix) ? text.slice(prefix.length, 1000).split("-") : null;
}
