import { z } from "zod";
import { formMessages } from "./form-messages";

/** A text without NUL, other controls and lone halves of pairs: nothing that is stored has any, and no database takes them. */
export function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]/gu, " ");
}

/** What a list is searched for. */
export const searchText = z.string().max(200, formMessages.tooManyCharacters).transform(withoutControls);
