import { randomBytes } from "node:crypto";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** An id as the provider makes them: a prefix that names the kind, then 24 letters and digits. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomText(length)}`;
}

export function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // Bytes above the last whole multiple are dropped, so that every letter is equally likely.
      if (byte < 248 && text.length < length) text += letters[byte % 62];
    }
  }
  return text;
}
