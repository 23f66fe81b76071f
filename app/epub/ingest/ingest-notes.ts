/**
 * What ingest repaired or left out, for who added the book. Kinds of malformed markup have the line in the original document; `detail` is
 * a name from the book: an element, an entity, a prefix, an id or another path.
 */
export const ingestNoteKinds = [
  // Malformed documents, stored well-formed.
  "tag-order",
  "attribute",
  "entity",
  "prefix",
  "character",
  "no-namespace",
  "not-xhtml",
  "malformed",
  // Names and archives.
  "other-name",
  "doubled-file",
  "container",
  // Left out.
  "missing-file",
  "missing-item",
  "foreign-file",
  "unreadable-file",
] as const;

export type IngestNoteKind = (typeof ingestNoteKinds)[number];

export type IngestNote = {
  kind: IngestNoteKind;
  /** File in the book. */
  path: string;
  /** From 1. */
  line: number | null;
  detail: string | null;
};

/** Most notes that are kept of a book; a book with more has the same fault everywhere. */
export const maximumNotes = 100;

/** Collects notes, each once. */
export class IngestNotes {
  private readonly byText = new Map<string, IngestNote>();
  private total = 0;

  /** Number of different notes, including those that were not kept. */
  get count(): number {
    return this.total;
  }

  add(kind: IngestNoteKind, path: string, more: { line?: number; detail?: string | null } = {}): void {
    const note = { kind, path, line: more.line ?? null, detail: more.detail ?? null };
    const key = JSON.stringify(note);
    if (this.byText.has(key)) return;
    this.total += 1;
    if (this.byText.size < maximumNotes) this.byText.set(key, note);
  }

  get list(): IngestNote[] {
    return [...this.byText.values()];
  }
}
