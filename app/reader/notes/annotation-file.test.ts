import { describe, expect, test } from "vitest";
import type { Annotation } from "~/services/contracts/annotations";
import { annotationFile, notesAsText, type ReadAnnotations, readAnnotationFile } from "./annotation-file";

const book = {
  identifier: "urn:isbn:9780000000001",
  title: "The lantern",
  creators: ["A. Writer"],
  language: "en",
  spine: [{ href: "EPUB/one.xhtml" }, { href: "EPUB/text/two ä.xhtml" }],
};
const now = "2026-05-01T10:00:00.000Z";
const made = { now, origin: "https://books.example" };
const annotation: Annotation = {
  id: "0d8f2a4e-5b1c-4e7a-9f3d-6c2b1a0e9d8c",
  version: 3,
  style: "blue",
  note: "Why?",
  target: {
    source: "EPUB/one.xhtml",
    cfi: "epubcfi(/6/2!/4/2,/1:0,/1:5)",
    quote: { exact: "Hello, well-lit world", prefix: "He said: ", suffix: ". Then" },
    progression: 0.25,
  },
  created: "2026-01-02T03:04:05.000Z",
  modified: "2026-01-03T03:04:05.000Z",
};
const underlined: Annotation = {
  ...annotation,
  id: "1d8f2a4e-5b1c-4e7a-9f3d-6c2b1a0e9d8c",
  style: "underline",
  note: "",
};

const read = (text: string) => readAnnotationFile(text, book, now);
const annotationsIn = (text: string) => (read(text) as ReadAnnotations).annotations;

describe("a file of notes", () => {
  test.each(["thorium", "w3c"] as const)("in the form of %s reads back as the same notes", (form) => {
    const result = read(annotationFile(book, [annotation, underlined], form, made));
    expect(result).toEqual({
      title: "The lantern",
      otherBook: null,
      annotations: [annotation, underlined].map((each) => ({ ...each, version: 0 })),
      skipped: 0,
    });
  });

  test("has Readium's members for Thorium, and names the draft for the W3C's form", () => {
    const thorium = JSON.parse(annotationFile(book, [annotation], "thorium", made));
    expect(thorium).toMatchObject({
      "@context": "http://www.w3.org/ns/anno.jsonld",
      type: "AnnotationSet",
      about: { "dc:identifier": ["urn:isbn:9780000000001"], "dc:title": "The lantern" },
      items: [
        {
          "@context": "http://www.w3.org/ns/anno.jsonld",
          id: "urn:uuid:0d8f2a4e-5b1c-4e7a-9f3d-6c2b1a0e9d8c",
          type: "Annotation",
          target: { source: "EPUB/one.xhtml" },
          body: { type: "TextualBody", value: "Why?", color: "blue", highlight: "solid" },
        },
      ],
    });
    const w3c = annotationFile(book, [annotation], "w3c", made);
    expect(w3c).toContain("https://www.w3.org/TR/2026/WD-epub-anno-10-20260920/");
    expect(w3c).toContain(":~:text=He%20said%3A-,Hello%2C%20well%2Dlit%20world,-.%20Then");
  });

  test("of Thorium, with paths relative to the package and its own selectors, is read", () => {
    const thorium = {
      "@context": "http://www.w3.org/ns/anno.jsonld",
      id: "urn:uuid:2d8f2a4e-5b1c-4e7a-9f3d-6c2b1a0e9d8c",
      type: "AnnotationSet",
      generator: {
        id: "https://github.com/edrlab/thorium-reader/releases/tag/v3.1.0",
        type: "Software",
        name: "Thorium",
      },
      title: "Lesson 1",
      about: { "dc:title": "The lantern", "dc:format": "application/epub+zip" },
      items: [
        {
          id: "urn:uuid:3d8f2a4e-5b1c-4e7a-9f3d-6c2b1a0e9d8c",
          type: "Annotation",
          created: "2025-03-01T08:00:00Z",
          target: {
            source: "text/two%20%C3%A4.xhtml",
            selector: [
              { type: "TextQuoteSelector", exact: "brown\n fox", prefix: "The ", suffix: " ran" },
              {
                type: "CssSelector",
                value: "#intro > p:nth-child(2)",
                refinedBy: { type: "TextPositionSelector", start: 4, end: 13 },
              },
              { type: "ProgressionSelector", value: 0.5 },
            ],
            meta: { headings: [{ level: 1, txt: "Two" }] },
          },
          body: { type: "TextualBody", value: "j'adore !", color: "purple", tags: ["teacher"] },
        },
      ],
    };
    expect(read(JSON.stringify(thorium))).toMatchObject({
      title: "Lesson 1",
      annotations: [
        {
          id: "3d8f2a4e-5b1c-4e7a-9f3d-6c2b1a0e9d8c",
          style: "purple",
          note: "j'adore !",
          created: "2025-03-01T08:00:00.000Z",
          modified: "2025-03-01T08:00:00.000Z",
          target: { source: "EPUB/text/two ä.xhtml", cfi: null, progression: 0.5 },
        },
      ],
    });
  });

  test("of another book tells which one", () => {
    const other = { ...book, identifier: "urn:isbn:1", title: "Another book" };
    expect(read(annotationFile(other, [annotation], "thorium", made))).toMatchObject({ otherBook: "Another book" });
  });

  test("with script in a note gives its text, which is shown as it is written", () => {
    const file = (value: string, format?: string) => {
      const set = JSON.parse(annotationFile(book, [annotation], "thorium", made));
      set.items[0].body = { type: "TextualBody", value, ...(format ? { format } : {}) };
      return annotationsIn(JSON.stringify(set))[0]?.note;
    };
    expect(file("<script>alert(1)</script> & so")).toBe("<script>alert(1)</script> & so");
    expect(file("<p>One</p><script>alert(1)</script><p onclick='x()'>Two</p>", "text/html")).toBe("One\nTwo");
  });

  test("with unusable items gives the others, and how many were left out", () => {
    const set = JSON.parse(annotationFile(book, [annotation], "thorium", made));
    const [usable] = set.items;
    const long = {
      ...usable.target,
      selector: [{ type: "TextQuoteSelector", exact: "x".repeat(9000), prefix: "p".repeat(900) }],
    };
    set.items.push(
      null,
      "text",
      { ...usable, target: {} },
      { ...usable, target: { source: "EPUB/one.xhtml" } },
      { ...usable, id: "no uuid", body: { value: "n".repeat(9000), color: "grey" }, created: "?", target: long },
    );
    const result = read(JSON.stringify(set)) as ReadAnnotations;
    expect(result.skipped).toBe(4);
    expect(result.annotations[1]).toMatchObject({ style: "yellow", created: now });
    expect(result.annotations[1]?.note).toHaveLength(5000);
    expect(result.annotations[1]?.target.quote?.exact).toHaveLength(5000);
    expect(result.annotations[1]?.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each([
    ["not JSON", "%PDF-1.7", "not_notes"],
    ["other JSON", '{"type":"FeatureCollection"}', "not_notes"],
    ["a list", "[]", "not_notes"],
    ["an empty set", '{"type":"AnnotationSet","items":[]}', "no_notes"],
    ["bookmarks only", '{"type":"AnnotationSet","items":[{"target":{"source":"a"}}]}', "no_notes"],
  ])("that is %s is refused", (_what, text, fault) => {
    expect(read(text)).toBe(fault);
  });
});

test("as text, quotations stand below their chapters in the book's quotation marks", () => {
  const text = notesAsText({ ...book, language: "de-AT" }, [
    { annotation, chapter: "One" },
    { annotation: underlined, chapter: "One" },
    { annotation, chapter: "Two" },
  ]);
  expect(text).toBe(
    "The lantern – A. Writer\n\n\nOne\n===\n\n„Hello, well-lit world“\nWhy?\n\n„Hello, well-lit world“\n\n\nTwo\n===\n\n„Hello, well-lit world“\nWhy?\n",
  );
});
