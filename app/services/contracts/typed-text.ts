import { z } from "zod";
import { formMessages } from "./form-messages";

/** Text as people type and paste it: which characters are dropped everywhere, in forms, services, searches and workbooks alike. */

/**
 * Characters that nobody sees and nobody means: zero-width space, word joiner, byte order mark, soft hyphen. They come along when text is
 * copied from pages, mails and workbooks. Joiners (U+200C, U+200D) stay, since some languages need them.
 */
const invisible = /[\u200B\u2060\uFEFF\u00AD]/g;
/** All that are not displayed: also joiners, marks of writing direction and selectors of glyphs. */
const notDisplayed = /\p{Default_Ignorable_Code_Point}/gu;

/** Removes the characters that nobody sees. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, "");
}

/** What leaves no mark on the screen: the above, control characters, separators and the Braille pattern without dots. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}\uFFF9-\uFFFB\u2800]/gu;

const mostNames = 5;

/** The names of the first characters of a text that nobody sees, as `U+200E`, each once. */
export function namesOfUnseen(text: string): string[] {
  return [...new Set(text.match(unseen) ?? [])].slice(0, mostNames).map(codePointName);
}

/** The name of a character by its number: `U+200E`. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** The longest username. */
const longest = 255;

/**
 * A typed username in the form in which usernames are stored, apart from case: NFC, no invisible characters, also no joiners, which no
 * username needs, no spaces around it.
 */
export function readUsername(text: string): string {
  return withoutInvisible(text)
    .replace(/[\u200C\u200D]/g, "")
    .normalize("NFC")
    .trim();
}

/** A typed one-time code without spaces and invisible characters. */
export function readOneTimeCode(text: string): string {
  return withoutInvisible(text).replace(/\s/g, "");
}

/**
 * Username of somebody who has an account, in a form or body: any text, since what is not stored matches nobody. Nothing that is not
 * displayed is ever stored, so it is dropped, also the marks of direction that are refused where a username is chosen.
 */
export const typedUsernameField = z
  .string({ error: formMessages.mandatory })
  .transform((text) => readUsername(text.replace(notDisplayed, "")))
  .pipe(z.string().min(1, { error: formMessages.mandatory, abort: true }).max(longest, formMessages.upTo255));
