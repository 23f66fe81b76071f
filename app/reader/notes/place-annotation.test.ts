import { describe, expect, test } from "vitest";
import { parseContentDocument } from "~/epub/ingest/parse-document";
import type { AnnotationTarget } from "~/services/contracts/annotations";
import { AnnotatedDocument, inBookOrder } from "./place-annotation";

const item = { href: "EPUB/one.xhtml", index: 0 };

function page(body: string): AnnotatedDocument {
  return new AnnotatedDocument(
    parseContentDocument(
      `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body>${body}</body></html>`,
    ),
  );
}

/** Describes the n-th occurrence of a text. */
function targetIn(content: AnnotatedDocument, wanted: string, occurrence = 1): AnnotationTarget {
  let from = -1;
  for (let count = 0; count < occurrence; count += 1) from = content.text.text.indexOf(wanted, from + 1);
  return content.targetOf({ from, to: from + wanted.length }, item);
}

/** The text at the place that is found, with the text before it. */
function found(content: AnnotatedDocument, target: AnnotationTarget): string | null {
  const place = content.placeOf(target);
  if (place?.kind !== "text") return null;
  return `${content.text.text.slice(0, place.from).replace(/\s+/g, " ").slice(-8)}|${content.text.text.slice(place.from, place.to)}`;
}

const before = page("<p>The dog ran. The cat slept.</p><p>The dog ran away. The <em>small</em> cat slept on.</p>");

describe("an annotation's place", () => {
  test("is described by CFI, quotation with what is around it, and progression", () => {
    const target = targetIn(before, "small cat");
    expect(target).toEqual({
      source: "EPUB/one.xhtml",
      cfi: "epubcfi(/6/2!/4/4,/2/1:0,/3:4)",
      quote: {
        exact: "small cat",
        prefix: expect.stringMatching(/dog ran away\. The $/),
        suffix: expect.stringMatching(/^ slept on\./),
      },
      progression: expect.closeTo(0.7, 1),
    });
  });

  test("has words around the quotation also where much white space is between two blocks", () => {
    const content = page(`<div><p>Before it.</p>${" \n".repeat(40)}</div><p>Here</p>`);
    expect(targetIn(content, "Here").quote?.prefix.trimStart()).toMatch(/^Before it\.\s+$/);
  });

  test("is that of the CFI in the same version", () => {
    expect(found(before, targetIn(before, "dog", 2))).toBe("pt. The |dog");
  });

  test("given a new version with other paragraphs and spaces, then the quotation with the same text around it", () => {
    const now = page(
      "<h1>New</h1><div><p>The dog ran.\n The cat slept.</p><p>The dog  ran away. The small\n cat slept on.</p></div>",
    );
    expect(found(now, targetIn(before, "small cat"))).toMatch(/\|small\n cat$/);
    expect(found(now, targetIn(before, "dog ran", 1))).toMatch(/\|dog ran$/);
    expect(found(now, targetIn(before, "dog ran", 2))).toMatch(/\|dog {2}ran$/);
  });

  test("given a corrected word in the quoted text, then the text between the same words", () => {
    const old = page("<p>It was a dark and stormy nihgt when the ship came home at last.</p>");
    const now = page("<p>Chapter one.</p><p>It was a dark and stormy night when the ship came home at last.</p>");
    expect(found(now, targetIn(old, "nihgt"))).toMatch(/\|night$/);
  });

  test("given curly quotes, soft hyphens and accents that a file has lost, then the same text", () => {
    const now = page("<p>“Caf\u00e9 cre\u00adme,” she said.</p>");
    const target = { ...targetIn(before, "dog"), quote: { exact: '"Cafe creme,"', prefix: "", suffix: " she said." } };
    expect(found(now, target)).toMatch(/“Café cre\u00adme,”$/);
  });

  test("is unknown where the text is gone, and where nothing tells which of several texts it is", () => {
    expect(found(page("<p>Another book.</p>"), targetIn(before, "small cat"))).toBeNull();
    const target = { ...targetIn(before, "small cat"), quote: { exact: "dog", prefix: "xyz", suffix: "xyz" } };
    expect(found(page("<p>dog dog dog</p>"), target)).toBeNull();
  });

  test("of a picture is its element", () => {
    const content = page("<p>One</p><img src='a.png' alt=''/>");
    const target = { ...targetIn(before, "dog"), quote: null, cfi: "epubcfi(/6/2!/4/4)" };
    const place = content.placeOf(target);
    expect(place?.kind === "element" && place.element.localName).toBe("img");
    expect(content.placeOf({ ...target, cfi: "epubcfi(/6/2!/4/8)" })).toBeNull();
  });
});

test("annotations are ordered by document and progression, unknown documents last", () => {
  const at = (source: string, progression: number) => ({
    target: { source, cfi: null, quote: null, progression },
    created: "2026-01-01T00:00:00.000Z",
  });
  const spine = [
    { href: "a", index: 0 },
    { href: "b", index: 1 },
  ];
  const ordered = inBookOrder(spine, [at("gone", 0), at("b", 0.1), at("a", 0.9), at("a", 0.2)]);
  expect(ordered.map(({ target }) => `${target.source} ${target.progression}`)).toEqual([
    "a 0.2",
    "a 0.9",
    "b 0.1",
    "gone 0",
  ]);
});
