/** What is printed on a pupil's badge: a code of 130 bits in letters that survive being read aloud and typed. */

/** Crockford's base 32: no I, L, O or U. */
export const badgeAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const badgeLength = 26;

/** Where a badge leads. The code stands in the fragment, which no browser sends to a server. docs/security.md, line 28. */
export function badgeAddress(origin: string, token: string): string {
  return `${origin}/login/qr#${token}`;
}

/** For print under the square: groups of five or six, easier to type. */
export function spacedBadge(token: string): string {
  return token.match(/.{1,5}/g)?.join(" ") ?? token;
}

/** The code in whatever was typed, pasted or scanned (the whole address too); null when there is none in it. */
export function readBadge(text: string): string | null {
  const code = text
    .slice(text.lastIndexOf("#") + 1)
    .toUpperCase()
    .replace(/[\s-]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");
  return code.length === badgeLength && [...code].every((letter) => badgeAlphabet.includes(letter)) ? code : null;
}
