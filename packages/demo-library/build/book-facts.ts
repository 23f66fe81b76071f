import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { lineOf, SourceError } from "./source-error.ts";

const language = z.enum(["sv", "en", "fr", "de", "fi", "nb", "nl", "ar"]);

const bookFacts = z
  .strictObject({
    slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    language,
    title: z.string().min(1),
    /** In the other narration languages. */
    titles: z.record(z.string(), z.string().min(1)).default({}),
    author: z.string().min(1),
    illustrator: z.string().min(1),
    narrator: z.string(),
    ageFrom: z.int().min(1).max(18),
    ageTo: z.int().min(1).max(18),
    categories: z.array(z.string().min(1)).min(1),
    blurb: z.string().min(1),
    /** The blurb in other languages. */
    blurbs: z.partialRecord(language, z.string().min(1)).default({}),
    kind: z.enum(["fixed", "frog", "reflowable"]),
    direction: z.enum(["ltr", "rtl"]),
    page: z.strictObject({ width: z.int().positive(), height: z.int().positive() }).optional(),
    highlight: z.enum(["sentence", "word", "none"]),
    narration: z.array(z.string()),
    video: z.array(z.enum(["takk", "tsp"])).optional(),
    turnPageAt: z.boolean().optional(),
    kilobits: z.union([z.literal(8), z.literal(16), z.literal(24), z.literal(32)]).optional(),
  })
  .refine((facts) => facts.kind === "reflowable" || facts.page !== undefined, {
    path: ["page"],
    message: "a book with fixed pages names their size",
  });

/** What book.json says of a book. `kilobits` is the narration's constant bit rate (24 when left out). */
export type BookFacts = z.infer<typeof bookFacts>;

/** Reads `directory`/book.json. Throws a SourceError that names the line of the first wrong fact. */
export async function readBookFacts(directory: string): Promise<BookFacts> {
  const file = join(directory, "book.json");
  const text = await readFile(file, "utf8");
  const parsed = bookFacts.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0] ?? "slug");
  throw new SourceError(file, lineOf(text, `"${name}"`), `${name}: ${issue?.message}`);
}

/** True for the two kinds whose pages are laid out once and for all. */
export function hasFixedPages(facts: BookFacts): boolean {
  return facts.kind !== "reflowable";
}
