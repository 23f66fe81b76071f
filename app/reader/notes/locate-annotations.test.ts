import { expect, test } from "vitest";
import type { SpineItem } from "~/epub/book";
import { parseContentDocument } from "~/epub/ingest/parse-document";
import type { Annotation } from "~/services/contracts/annotations";
import { type AnnotationPlaces, locateAnnotations } from "./locate-annotations";

const texts: Record<string, string> = {
  "a.xhtml": "<p>One fox ran.</p>",
  "b.xhtml": "<p>Two cats slept.</p><p>Three dogs barked all night long.</p>",
};
const spine = Object.keys(texts).map((href, index) => ({ href, index }) as SpineItem);
const load = async ({ href }: SpineItem) =>
  parseContentDocument(
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body>${texts[href]}</body></html>`,
  );
const quoting = (source: string, exact: string): Annotation => ({
  id: `${source} ${exact}`,
  version: 1,
  style: "yellow",
  note: "",
  target: { source, cfi: null, quote: { exact, prefix: "", suffix: "" }, progression: 0 },
  created: "2026-01-01T00:00:00.000Z",
  modified: "2026-01-01T00:00:00.000Z",
});

async function located(annotations: Annotation[], loadWith = load): Promise<Record<string, number | null>> {
  let last: AnnotationPlaces = new Map();
  for await (const places of locateAnnotations(spine, annotations, loadWith)) last = places;
  return Object.fromEntries([...last].map(([id, place]) => [id, place === null ? null : place.item]));
}

test("notes are found in their document, else in another one, and the rest is nowhere", async () => {
  const notes = [
    quoting("a.xhtml", "fox"),
    quoting("a.xhtml", "dogs barked"),
    quoting("gone.xhtml", "cats"),
    quoting("b.xhtml", "elephants"),
  ];
  expect(await located(notes)).toEqual({
    "a.xhtml fox": 0,
    "a.xhtml dogs barked": 1,
    "gone.xhtml cats": 1,
    "b.xhtml elephants": null,
  });
});

test("given a document that can't be loaded, then nothing is said to be nowhere", async () => {
  const broken = async (item: SpineItem) => (item.index === 1 ? Promise.reject(new Error("lost")) : load(item));
  expect(await located([quoting("a.xhtml", "fox"), quoting("gone.xhtml", "cats")], broken)).toEqual({
    "a.xhtml fox": 0,
  });
});
