import { withoutInvisible } from "./typed-text";

/** The code on a pupil's badge: 130 bits in letters that are easy to read aloud and type. */

/** Crockford's base 32: no I, L, O or U. */
export const badgeAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const badgeLength = 26;

/** Address that a badge encodes. The code is in the fragment, which browsers do not send to servers. docs/security.md, line 28. */
export function badgeAddress(origin: string, token: string): string {
  return `${origin}/login/qr#${token}`;
}

/** The code in groups of five for print below the QR code: easier to type. */
export function spacedBadge(token: string): string {
  return token.match(/.{1,5}/g)?.join(" ") ?? token;
}

/** Extracts the code from typed, pasted or scanned text, which may be the whole address; null if there is none. */
export function readBadge(text: string): string | null {
  const code = withoutInvisible(text.slice(text.lastIndexOf("#") + 1))
    .toUpperCase()
    .replace(/[\s-]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");
  return code.length === badgeLength && [...code].every((letter) => badgeAlphabet.includes(letter)) ? code : null;
}
