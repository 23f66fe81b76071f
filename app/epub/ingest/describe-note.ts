import type { IngestNote, IngestNoteKind } from "./ingest-notes";

/** What a note says after the place of its fault; `detail` is in the place of `%`, with the words around it only if there is one. */
const words: Record<IngestNoteKind, string> = {
  "tag-order": "malformed, repaired: a tag is not closed, or closed in the wrong order{ (%)}",
  attribute: "malformed, repaired: an attribute is written wrongly",
  entity: "malformed, repaired: not a known entity{ (%)}",
  prefix: "malformed, repaired: an undeclared namespace prefix{ (%)}",
  character: "malformed, repaired: a character is not allowed there",
  "no-namespace": "repaired: the root element does not declare the XHTML namespace",
  "not-xhtml": "repaired: the document is not XHTML and was read as HTML",
  malformed: "malformed, repaired as far as possible",
  "other-name": "found under this name, though the package calls it {%}",
  "doubled-file": "in the archive twice with different content; the last one is used",
  container: "used as the package file, since {%} names none that exists",
  "missing-file": "missing: the package lists it, but it is not in the archive",
  "missing-item": "left out: the spine names the item {%}, which the package does not list",
  "foreign-file": "left out: it is of a type that cannot be shown",
  "unreadable-file": "left out: it cannot be read",
};

/** A note as one line for the command line, e.g. `EPUB/c1.xhtml, line 3: malformed, repaired: …`. */
export function describeNote({ kind, path, line, detail }: IngestNote): string {
  const place = [path, line === null ? "" : `line ${line}`].filter(Boolean).join(", ");
  const text = words[kind].replace(/\s*\{([^}]*)\}/, (whole, inner: string) =>
    detail === null ? "" : whole.replace(/\{.*\}/, inner.replace("%", detail)),
  );
  return place === "" ? text : `${place}: ${text}`;
}
