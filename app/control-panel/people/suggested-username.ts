/** Letters that are no accent on another one. */
const spelled: Record<string, string> = { æ: "ae", ø: "o", œ: "oe", ß: "ss", ð: "d", þ: "th", ł: "l", đ: "d" };

/**
 * A username made of a name: 'Isla Begum' becomes isla.begum; of more names the first and the last count.
 * @param nth from 2 on its number stands behind it, for those whose name somebody else has
 * @returns empty for a name without a letter that a username can have
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
