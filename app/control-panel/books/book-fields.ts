import { z } from "zod";
import type { FieldTexts } from "~/forms/stale-version";
import {
  agesInOrder,
  type CatalogueEntry,
  type DescribedField,
  describedFields,
} from "~/services/contracts/book-catalogue";

/** Parses the form of a book's description: lists are comma-separated text. */

export const namesOf = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter(Boolean);

/** Schema of a comma-separated list: each item is validated by the contract's schema; errors are reported for the whole field. */
function lineOf(items: z.ZodType<string[]>) {
  return z
    .string()
    .default("")
    .transform((line, context) => {
      const parsed = items.safeParse(namesOf(line));
      if (parsed.success) return [...new Set(parsed.data)];
      for (const { message } of parsed.error.issues) context.addIssue({ code: "custom", message });
      return z.NEVER;
    });
}

const ticked = (value: unknown) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

export const bookFormSchema = z
  .object({
    ...describedFields,
    audioLanguages: lineOf(describedFields.audioLanguages),
    videoLanguages: lineOf(describedFields.videoLanguages),
    categories: lineOf(describedFields.categories),
    subscriptions: z.preprocess(ticked, z.array(z.string().max(100)).max(30)),
    isTalking: z.preprocess((value) => value === "on", z.boolean()),
    isSample: z.preprocess((value) => value === "on", z.boolean()),
  })
  .superRefine(agesInOrder);

type Described = Pick<CatalogueEntry, DescribedField>;

/** Field values of the form for a book. */
export function bookTexts(book: Described): FieldTexts {
  const line = (names: readonly string[]) => names.join(", ");
  const number = (age: number | null) => (age === null ? "" : String(age));
  return {
    title: book.title,
    language: book.language,
    audioLanguages: line(book.audioLanguages),
    videoLanguages: line(book.videoLanguages),
    categories: line(book.categories),
    ageFrom: number(book.ageFrom),
    ageTo: number(book.ageTo),
    kind: book.kind,
  };
}
