import { spellings } from "./common-passwords";

/**
 * Passwords that are nothing but the person's own name or address, with digits and signs: the first that somebody who knows the person
 * tries. docs/security.md, line 23. Safe in the browser.
 */

/** Reason of the validation error. */
export const ownNamePassword = "Too close to your own name";

/** The names of the password's owner; `name` is first and last name in any order. */
export type PasswordOwner = { name: string; username?: string | null; email?: string | null };

/** Shorter names alone are no reason to reject a password that contains them: digits decide then. */
const shortestName = 3;

/** Whether a password consists only of its owner's names, in any order and number, with anything but letters between them. */
export function isOwnNamePassword(password: string, owner: PasswordOwner): boolean {
  const whole = password.trim().toLowerCase();
  if ([owner.username, owner.email].some((text) => text?.toLowerCase() === whole)) return true;
  const names = namesOf(owner);
  return spellingsOf(password).some((spelling) => {
    const letters = lettersOf(spelling);
    const without = (rest: string, name: string) => rest.replaceAll(name, "");
    const rest = names.filter(isLong).reduce(without, letters);
    // A short name counts only beside a longer one: `Ek-Alexandra-7`.
    return rest !== letters && names.reduce(without, rest) === "";
  });
}

/** Letters of the owner's names as people write them together, longest first. */
function namesOf({ name, username, email }: PasswordOwner): string[] {
  const words = name.split(/[\s'’-]+/).filter(Boolean);
  const [first = "", last = ""] = [words.at(0), words.at(-1)];
  const texts = [
    name,
    ...name.split(/\s+/),
    ...words,
    `${[...first][0] ?? ""}${last}`,
    `${first}${[...last][0] ?? ""}`,
    ...[username ?? "", email ?? ""].flatMap((address) => [address, address.split("@")[0] ?? ""]),
    ...[username ?? "", email?.split("@")[0] ?? ""].flatMap((local) => local.split(/[^\p{L}\p{M}]+/u)),
  ];
  const names = texts.flatMap(spellingsOf).map(lettersOf);
  return [...new Set(names.filter(Boolean))].toSorted((a, b) => b.length - a.length);
}

function isLong(name: string): boolean {
  return name.length >= shortestName;
}

/** As typed, with digits for letters, and with umlauts written as two letters: Müller is muller and mueller. */
function spellingsOf(text: string): string[] {
  const twoLetters = text
    .toLowerCase()
    .normalize("NFC")
    .replace(/[äæ]/g, "ae")
    .replace(/[öø]/g, "oe")
    .replace(/ü/g, "ue")
    .replace(/å/g, "aa")
    .replace(/ß/g, "ss");
  const oneLetter = text.toLowerCase().replace(/ø/g, "o").replace(/æ/g, "a").replace(/ß/g, "s");
  return [...spellings(oneLetter), ...spellings(twoLetters)];
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]/gu, "");
}
