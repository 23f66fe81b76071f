import { z } from "zod";
import { newId } from "~/browser-outbox/new-id";
import type { Book } from "~/epub/book";
import { type AnnotationStyle, contextLength, noteLength, quoteLength } from "~/services/contracts/annotation-values";
import type { Annotation } from "~/services/contracts/annotations";

/**
 * Notes as files of other reading programs. Both forms are an AnnotationSet of Web Annotations: that of Readium, which Thorium
 * reads and writes, and the W3C's draft. What is read may be of either. Decision 100.
 */

export type AnnotationFileForm = "thorium" | "w3c";

/** The draft that the W3C's form follows; the file names it. */
const draft = "https://www.w3.org/TR/2026/WD-epub-anno-10-20260920/";
const contexts: Record<AnnotationFileForm, string> = {
  thorium: "http://www.w3.org/ns/anno.jsonld",
  w3c: "https://www.w3.org/ns/epub-anno.jsonld",
};
const cfiStandard = "http://www.idpf.org/epub/linking/cfi/epub-cfi.html";
const textFragments = "https://wicg.github.io/scroll-to-text-fragment/";

type DescribedBook = Pick<Book, "identifier" | "title" | "creators" | "language">;

/** The content of a file with some notes. @param made when (ISO 8601) and by which site the file is made */
export function annotationFile(
  book: DescribedBook,
  annotations: readonly Annotation[],
  form: AnnotationFileForm,
  made: { now: string; origin: string },
): string {
  const set = {
    "@context": contexts[form],
    id: `urn:uuid:${newId()}`,
    type: "AnnotationSet",
    ...(form === "w3c" ? { conformsTo: draft } : {}),
    generator: { id: `${made.origin}/`, type: "Software", name: "Fabel" },
    generated: made.now,
    title: book.title,
    about: {
      "dc:identifier": [book.identifier],
      "dc:format": "application/epub+zip",
      "dc:title": book.title,
      "dc:creator": book.creators,
    },
    items: annotations.map((annotation) => writtenAnnotation(annotation, form)),
  };
  return `${JSON.stringify(set, null, 2)}\n`;
}

function writtenAnnotation({ id, style, note, target, created, modified }: Annotation, form: AnnotationFileForm) {
  const isUnderline = style === "underline";
  return {
    ...(form === "thorium" ? { "@context": contexts.thorium } : {}),
    id: `urn:uuid:${id}`,
    type: "Annotation",
    motivation: note === "" ? "highlighting" : "commenting",
    created,
    modified,
    target: { source: target.source, selector: selectorsOf(target, form) },
    body: {
      type: "TextualBody",
      value: note,
      format: "text/plain",
      color: isUnderline ? "yellow" : style,
      highlight: isUnderline ? "underline" : "solid",
    },
  };
}

function selectorsOf({ cfi, quote, progression }: Annotation["target"], form: AnnotationFileForm): object[] {
  // The draft lists no CFI, but text fragments.
  const fragment =
    form === "w3c" && quote ? [{ type: "FragmentSelector", conformsTo: textFragments, value: fragmentOf(quote) }] : [];
  return [
    ...(cfi === null ? [] : [{ type: "FragmentSelector", conformsTo: cfiStandard, value: cfi }]),
    ...(quote ? [{ type: "TextQuoteSelector", ...quote }] : []),
    ...fragment,
    { type: "ProgressionSelector", value: progression },
  ];
}

/** A text directive: percent-encoded, hyphens and commas too, since they separate its parts. */
function fragmentOf({ exact, prefix, suffix }: NonNullable<Annotation["target"]["quote"]>): string {
  const part = (text: string) => encodeURIComponent(text.trim().replace(/\s+/g, " ")).replace(/-/g, "%2D");
  const [before, after] = [part(prefix), part(suffix)];
  return `:~:text=${before && `${before}-,`}${part(exact)}${after && `,-${after}`}`;
}

/** Largest file that is read, in bytes: 5,000 notes with long quotations have less. */
export const largestNotesFile = 20 * 1024 * 1024;

/** Why a file can't be imported. */
export type AnnotationFileFault = "too_large" | "not_notes" | "no_notes";

export type ReadAnnotations = {
  title: string | null;
  /** Title of the book that the file is about, if it is not this one. */
  otherBook: string | null;
  /** `version` 0: not stored yet. */
  annotations: Annotation[];
  /** Items without a place in a document, or of another kind, e.g. bookmarks. */
  skipped: number;
};

const localizable = z.union([
  z.string(),
  z.object({ value: z.string() }).transform(({ value }) => value),
  z.record(z.string(), z.string()).transform((texts) => Object.values(texts)[0] ?? ""),
]);

const selectorSchema = z.looseObject({
  type: z.string(),
  value: z.union([z.string(), z.number()]).optional(),
  exact: z.string().optional(),
  prefix: z.string().optional(),
  suffix: z.string().optional(),
});
type Selector = z.output<typeof selectorSchema>;

const itemSchema = z.looseObject({
  id: z.string().optional(),
  created: z.string().optional(),
  modified: z.string().optional(),
  target: z.looseObject({
    source: z.string().min(1).max(2000),
    selector: z.union([z.array(z.unknown()), z.unknown().transform((one) => [one])]).optional(),
  }),
  body: z
    .looseObject({
      value: localizable.optional(),
      format: z.string().optional(),
      color: z.string().optional(),
      highlight: z.string().optional(),
    })
    .optional(),
});

const setSchema = z.looseObject({
  type: z.literal("AnnotationSet"),
  title: localizable.optional(),
  about: z
    .looseObject({
      "dc:identifier": z.union([z.array(z.string()), z.string().transform((one) => [one])]).optional(),
      "dc:title": localizable.optional(),
    })
    .optional(),
  items: z.array(z.unknown()),
});

/**
 * Reads a file of notes.
 * @param spine the book's documents: a file of another program may name them relative to another folder
 */
export function readAnnotationFile(
  text: string,
  book: DescribedBook & { spine: ReadonlyArray<{ href: string }> },
  now: string,
): ReadAnnotations | AnnotationFileFault {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return "not_notes";
  }
  const set = setSchema.safeParse(content);
  if (!set.success) return "not_notes";
  const { title = null, about, items } = set.data;
  const annotations = items.flatMap((item) => readItem(item, book.spine, now) ?? []);
  if (annotations.length === 0) return "no_notes";
  // Of two with the same id the later one counts.
  const byId = new Map(annotations.map((annotation) => [annotation.id, annotation]));
  const isThisBook =
    about?.["dc:identifier"]?.includes(book.identifier) || (about?.["dc:title"] ?? book.title) === book.title;
  return {
    title,
    otherBook: isThisBook ? null : (about?.["dc:title"] ?? ""),
    annotations: [...byId.values()],
    skipped: items.length - byId.size,
  };
}

function readItem(item: unknown, spine: ReadonlyArray<{ href: string }>, now: string): Annotation | null {
  const parsed = itemSchema.safeParse(item);
  if (!parsed.success) return null;
  const { id, created, modified, target, body } = parsed.data;
  const selectors = (target.selector ?? []).flatMap((one) => selectorSchema.safeParse(one).data ?? []);
  const [cfi, quote] = [cfiIn(selectors), quoteIn(selectors)];
  // Without both it is a bookmark, or names its place in a way that this reader does not know.
  if (!quote && (cfi === null || /,.*,/.test(cfi))) return null;
  const made = timeOf(created) ?? now;
  return {
    id: uuidOf(id) ?? newId(),
    version: 0,
    style: styleOf(body),
    note: plainText(body?.value ?? "", body?.format).slice(0, noteLength),
    target: { source: sourceOf(target.source, spine), cfi, quote, progression: progressionIn(selectors) },
    created: made,
    modified: timeOf(modified) ?? made,
  };
}

function cfiIn(selectors: readonly Selector[]): string | null {
  for (const { type, value } of selectors) {
    if (
      type === "FragmentSelector" &&
      typeof value === "string" &&
      value.startsWith("epubcfi(") &&
      value.length <= 2000
    ) {
      return value;
    }
  }
  return null;
}

function quoteIn(selectors: readonly Selector[]): Annotation["target"]["quote"] {
  const found = selectors.find(({ type, exact }) => type === "TextQuoteSelector" && exact?.trim());
  if (!found?.exact) return null;
  return {
    exact: found.exact.slice(0, quoteLength),
    prefix: (found.prefix ?? "").slice(-contextLength),
    suffix: (found.suffix ?? "").slice(0, contextLength),
  };
}

function progressionIn(selectors: readonly Selector[]): number {
  const value = Number(selectors.find(({ type }) => type === "ProgressionSelector")?.value ?? 0);
  return value >= 0 && value <= 1 ? value : 0;
}

const colours: readonly string[] = ["yellow", "orange", "pink", "green", "blue", "purple"];

function styleOf(body: { color?: string | undefined; highlight?: string | undefined } | undefined): AnnotationStyle {
  if (body?.highlight === "underline") return "underline";
  return colours.includes(body?.color ?? "") ? (body?.color as AnnotationStyle) : "yellow";
}

/** Notes are shown as they are written; of one in HTML only the text is taken. */
function plainText(text: string, format: string | undefined): string {
  if (format !== "text/html") return text.trim();
  return text
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, "")
    .replace(/<(br|\/p|\/div|\/li)\b[^>]*>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .trim();
}

function uuidOf(id: string | undefined): string | null {
  const text = id?.replace(/^urn:uuid:/i, "") ?? "";
  return z.uuid().safeParse(text).success ? text.toLowerCase() : null;
}

function timeOf(text: string | undefined): string | null {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** The path of the spine's document that a file names, perhaps relative to the package's folder, or encoded. */
function sourceOf(source: string, spine: ReadonlyArray<{ href: string }>): string {
  let path = source.split(/[?#]/, 1)[0] ?? source;
  try {
    path = decodeURIComponent(path);
  } catch {}
  const bare = path.replace(/^(\.?\/)+/, "");
  const found =
    spine.find(({ href }) => href === bare) ??
    spine.find(({ href }) => href.endsWith(`/${bare}`) || bare.endsWith(`/${href}`));
  return found?.href ?? bare;
}

/** The notes as text, for an essay: quotations with their chapters, and what was written to them. */
export function notesAsText(
  book: DescribedBook,
  annotations: ReadonlyArray<{ annotation: Annotation; chapter: string | null }>,
): string {
  const lines = [`${book.title}${book.creators.length > 0 ? ` – ${book.creators.join(", ")}` : ""}`];
  let before: string | null = null;
  for (const { annotation, chapter } of annotations) {
    if (chapter && chapter !== before) lines.push("", "", chapter, "=".repeat(Math.min(60, chapter.length)));
    before = chapter;
    const exact = annotation.target.quote?.exact.replace(/\s+/g, " ").trim();
    lines.push("");
    if (exact) lines.push(quoted(exact, book.language));
    if (annotation.note) lines.push(annotation.note);
  }
  return `${lines.join("\n")}\n`;
}

const quotationMarks: Record<string, [string, string]> = {
  de: ["„", "“"],
  fr: ["«\u00a0", "\u00a0»"],
  nb: ["«", "»"],
  nn: ["«", "»"],
  no: ["«", "»"],
  sv: ["”", "”"],
  fi: ["”", "”"],
};

function quoted(text: string, language: string): string {
  const [before, after] = quotationMarks[language.split("-")[0] ?? ""] ?? ["“", "”"];
  return `${before}${text}${after}`;
}
