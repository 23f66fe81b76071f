import { expect, test } from "vitest";
import { describeNote } from "./describe-note";
import { ingestNoteKinds } from "./ingest-notes";

test("a note names file, line and what was repaired", () => {
  expect(describeNote({ kind: "tag-order", path: "EPUB/c1.xhtml", line: 3, detail: "p" })).toBe(
    "EPUB/c1.xhtml, line 3: malformed, repaired: a tag is not closed, or closed in the wrong order (p)",
  );
  expect(describeNote({ kind: "missing-item", path: "", line: null, detail: "c9" })).toBe(
    "left out: the spine names the item c9, which the package does not list",
  );
});

test("no note has a placeholder left, with or without a detail", () => {
  for (const kind of ingestNoteKinds) {
    for (const detail of [null, "x"])
      expect(describeNote({ kind, path: "a", line: null, detail })).not.toMatch(/[{}%]/);
  }
});
