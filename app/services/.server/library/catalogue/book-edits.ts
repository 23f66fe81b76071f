import type { Book } from "~/epub/book";
import type { ShelfRecord } from "~/services/.server/library/tables";
import {
  type BookWarning,
  type CatalogueChange,
  type DescribedField,
  describedFieldNames,
} from "~/services/contracts/book-catalogue";

/** Super users' overrides of a book's metadata. docs/product/choices.md#books. */

export type Described = { title: string; shelf: ShelfRecord };

export type BookEdits = Partial<Pick<CatalogueChange, DescribedField>>;

/** The values that differ from the file; all others follow the file, including its next version. */
export function editsOf(file: Described, described: CatalogueChange): BookEdits {
  const inFile: Record<string, unknown> = { ...file.shelf, title: file.title };
  const different = describedFieldNames.filter(
    (name) => JSON.stringify(described[name]) !== JSON.stringify(inFile[name] ?? null),
  );
  return Object.fromEntries(different.map((name) => [name, described[name]]));
}

/** Title, shelf and manifest with the overrides applied, as readers see them. */
export function edited(file: Described, manifest: Book, edits: BookEdits): Described & { manifest: Book } {
  const { title = file.title, ...ofShelf } = edits;
  const shelf: ShelfRecord = { ...file.shelf, ...ofShelf };
  return { title, shelf, manifest: { ...manifest, title, language: shelf.language, kind: shelf.kind } };
}

/** Names of the changed fields, for the audit log. */
export function changedNames(before: CatalogueChange, after: CatalogueChange): string[] {
  const names = Object.keys(after) as Array<keyof CatalogueChange>;
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

const untitled = "–";

export function warningsOf({ title, shelf }: Described, manifest: Book): BookWarning[] {
  const warnings: Array<[BookWarning, boolean]> = [
    ["missing-parts", manifest.hasMissingParts === true],
    ["no-cover", !shelf.hasCover],
    ["no-language", shelf.language === "und"],
    ["no-contents", manifest.toc.length === 0 && manifest.spine.length > 1],
    ["no-title", title === untitled],
  ];
  return warnings.flatMap(([name, isSo]) => (isSo ? [name] : []));
}
