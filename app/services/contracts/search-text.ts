import { z } from "zod";
import { formMessages } from "./form-messages";

/** Replaces NUL, other control characters and lone surrogates with spaces: PostgreSQL rejects some of them, and no stored text has any. */
export function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]/gu, " ");
}

/** Search text of a list. */
export const searchText = z.string().max(200, formMessages.tooManyCharacters).transform(withoutControls);
