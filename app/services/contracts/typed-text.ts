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
