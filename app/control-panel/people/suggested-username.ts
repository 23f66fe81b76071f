/** Letters that Unicode does not decompose into a base letter and an accent. */
const spelled: Record<string, string> = { æ: "ae", ø: "o", œ: "oe", ß: "ss", ð: "d", þ: "th", ł: "l", đ: "d" };

/**
 * Derives a username from a name: 'Isla Begum' becomes isla.begum; only the first and last of several names are used.
 * @param nth appended from 2 on, if the username is taken
 * @returns empty if the name has no letter that a username can have
 */
export function suggestedUsername(name: string, nth = 1): string {
  const words = name
    .toLowerCase()
    .replace(/[æøœßðþłđ]/g, (letter) => spelled[letter] ?? letter)
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .split(/[\s,]+/)
    .map((word) => word.replace(/[^a-z0-9-]/g, ""))
    .filter(Boolean);
  const parts = words.length > 1 ? [words[0], words.at(-1)] : words;
  const username = parts.join(".").slice(0, 60);
  return username && nth > 1 ? `${username}${nth}` : username;
}
