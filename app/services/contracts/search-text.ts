import { z } from "zod";
import { formMessages } from "./form-messages";
import { withoutInvisible } from "./typed-text";

/**
 * A typed or pasted text as it can be searched for. NUL, other control characters and lone surrogates become spaces: PostgreSQL rejects
 * some of them, and no stored text has any. Characters that nobody sees are dropped.
 */
export function searchableText(text: string): string {
  return withoutInvisible(text.replace(/[\p{Cc}\p{Cs}]/gu, " "));
}

/** Search text of a list. */
export const searchText = z.string().max(200, formMessages.tooManyCharacters).transform(searchableText);
