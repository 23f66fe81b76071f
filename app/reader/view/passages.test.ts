import { DOMParser } from "@xmldom/xmldom";
import { expect, it } from "vitest";
import { divideDocument, elementsOfPassage, passageAt, placeOfPassage, textOfPassage } from "./passages";
import { alternativeType } from "./spoken-text";

function sentences(body: string, language = "sv", skipped: string[] = []): string[] {
  const document = parse(body);
  return divideDocument(document, language, new Set(skipped)).map((passage) => textOfPassage(document, passage));
}

function parse(body: string): Document {
  const xml = `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>${body}</body></html>`;
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

const mathml = (content: string) => `<math xmlns="http://www.w3.org/1998/Math/MathML" ${content}</math>`;

it.each([
  [
    "a picture with an alternative text",
    '<figure><img alt="En räv"/><figcaption>Rex</figcaption></figure>',
    ["En räv", "Rex"],
  ],
  ["a picture between sentences", '<p>Ett.<img alt="En räv"/> Två.</p>', ["Ett.", "En räv", "Två."]],
  ["a picture in a sentence", '<p>Tryck på <img alt="hjärtat"/> nu.</p>', ["Tryck på  hjärtat  nu."]],
  ["no decoration", '<p><img alt=""/><img/><img alt="räv" role="presentation"/>Ett.</p>', ["Ett."]],
  ["no name of a file", '<p><img alt="page_12.jpg"/></p>', []],
  [
    "a drawing with a name",
    '<svg xmlns="http://www.w3.org/2000/svg"><title>En karta</title><path/></svg>',
    ["En karta"],
  ],
  [
    "a drawing with text",
    '<svg xmlns="http://www.w3.org/2000/svg"><title>t</title><text>Hej du</text></svg>',
    ["Hej du"],
  ],
  ["a symbol with a role", '<p>Väder: <span role="img" aria-label="sol">☀</span></p>', ["Väder:", "sol"]],
  [
    "a formula in its sentence",
    `<p>Då är ${mathml("><mi>x</mi><mo>=</mo><mn>2</mn>")}.</p>`,
    ["Då är  x är lika med 2 ."],
  ],
  ["the alternative of a formula", `<p>${mathml('alttext="x i kvadrat"><mi>x</mi>')}</p>`, ["x i kvadrat"]],
  [
    "a table row by row",
    "<table><tr><th>Djur</th><th>Ben</th></tr><tr><td>Räv</td><td>4</td></tr></table>",
    ["Djur", "Ben", "Räv", "4"],
  ],
  [
    "closed details by their summary",
    "<details><summary>Mer</summary>Dolt.<p>Också.</p></details><p>Sen.</p>",
    ["Mer", "Sen."],
  ],
  ["open details", '<details open=""><summary>Mer</summary>Synligt.</details>', ["Mer", "Synligt."]],
])("reads %s", (_, body, expected) => {
  expect(sentences(body)).toEqual(expected);
});

it("leaves out what is skipped, also in the middle of a sentence", () => {
  const body =
    '<p>Räven <span epub:type="pagebreak">12</span>sprang<a role="doc-noteref">1</a>.</p><table><tr><td>Tal</td></tr></table><p><img alt="En räv"/></p>';
  expect(sentences(body)).toHaveLength(3);
  expect(sentences(body, "sv", ["pagebreak", "noteref", "table", alternativeType])).toEqual(["Räven sprang."]);
});

it("has the element of a picture as its place", () => {
  const document = parse('<p><img alt="En räv"/></p>');
  const [passage] = divideDocument(document, "sv");
  expect(passage && placeOfPassage(document, passage)).toBe(document.getElementsByTagName("img")[0]);
});

it("names the structures around a sentence, and numbers the outermost that may be left", () => {
  const note = '<aside epub:type="footnote"><p>Not.</p></aside>';
  const list = "<ul><li>Ett</li><li><ol><li>Två</li></ol></li></ul>";
  const passages = divideDocument(parse(`<p>Text.</p>${note}${list}<table><tr><td>A</td></tr></table>`), "sv");
  expect(passages.map(({ types, escapable }) => [types, escapable])).toEqual([
    [[], null],
    [["footnote", "aside"], 1],
    [["list"], 2],
    [["list", "list"], 2],
    [["table"], 3],
  ]);
});

it("knows the elements around the parts of a sentence", () => {
  const document = parse("<p>Han sade <i>good night</i> till oss.</p>");
  const [passage] = divideDocument(document, "sv");
  const parts = passage ? elementsOfPassage(document, passage) : [];
  expect(parts.map(({ element, to }) => [element.localName, to])).toEqual([
    ["p", 9],
    ["i", 19],
    ["p", 29],
  ]);
});
