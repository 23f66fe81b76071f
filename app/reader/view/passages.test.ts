import { DOMParser } from "@xmldom/xmldom";
import { expect, it } from "vitest";
import { divideDocument, passageAt, textOfPassage } from "./passages";

function sentences(body: string, language = "sv"): string[] {
  const document = parse(body);
  return divideDocument(document, language).map((passage) => textOfPassage(document, passage));
}

function parse(body: string): Document {
  const xml = `<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`;
  return new DOMParser().parseFromString(xml, "application/xhtml+xml") as unknown as Document;
}

it.each([
  ["two sentences of a paragraph", "<p>Räven sprang. Haren sov.</p>", ["Räven sprang.", "Haren sov."]],
  ["a heading without a full stop", "<h1>Kapitel ett</h1><p>Det var natt.</p>", ["Kapitel ett", "Det var natt."]],
  ["a sentence over inline elements", "<p>Räven <b>sprang</b> <i>fort</i>. Sen?</p>", ["Räven sprang fort.", "Sen?"]],
  ["a sentence over source lines", "<p>Räven\n   sprang.</p>", ["Räven    sprang."]],
  ["speech in quotes", "<p>”Kom!” sade hon. ”Nu.”</p>", ["”Kom!” sade hon.", "”Nu.”"]],
  ["an abbreviation", "<p>Frukt, t.ex. Äpplen, är gott. Ja.</p>", ["Frukt, t.ex. Äpplen, är gott.", "Ja."]],
  ["initials", "<p>J. R. R. Tolkien skrev. Många läste.</p>", ["J. R. R. Tolkien skrev.", "Många läste."]],
  ["ornaments and empty blocks", "<p>* * *</p><p> </p><p>Slut</p>", ["Slut"]],
  ["ruby annotations", "<p><ruby>漢<rt>kan</rt></ruby>字。</p>", ["漢字。"]],
])("divides %s", (_, body, expected) => {
  // Annotations are left out of the text, so the offsets of their neighbours are adjacent.
  expect(sentences(body).map((text) => text.replaceAll("\n", ""))).toEqual(expected);
});

it("uses the rules of the book's language", () => {
  expect(sentences("<p>Das ist z. B. Obst. Gut.</p>", "de")).toEqual(["Das ist z. B. Obst.", "Gut."]);
});

it("finds the passage at a letter, and the next one between two blocks", () => {
  const document = parse("<p>Ett. Två.</p><p>Tre.</p>");
  const passages = divideDocument(document, "sv");
  const [first, second] = Array.from(document.getElementsByTagName("p")).map((p) => p.firstChild as Node);
  expect(passageAt(document, first as Node, 0)).toBe(passages[0]);
  expect(passageAt(document, first as Node, 6)).toBe(passages[1]);
  expect(passageAt(document, second as Node, 3)).toBe(passages[2]);
  expect(passageAt(document, second as Node, 4)).toBeNull();
  expect(passageAt(document, document, 0)).toBeNull();
});

it("names the structures around a sentence, so that playback can skip them", () => {
  const note = '<aside xmlns:epub="http://www.idpf.org/2007/ops" epub:type="footnote"><p>Not.</p></aside>';
  const document = parse(`<p>Text.</p>${note}`);
  expect(divideDocument(document, "sv").map(({ types }) => types)).toEqual([[], ["footnote"]]);
});
