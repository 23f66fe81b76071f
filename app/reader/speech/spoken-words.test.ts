import { DOMParser } from "@xmldom/xmldom";
import { expect, test } from "vitest";
import { spokenWords } from "./spoken-words";

function wordsOf(body: string) {
  const xml = `<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="sv"><body>${body}</body></html>`;
  const document = new DOMParser().parseFromString(xml, "application/xhtml+xml");
  return spokenWords(document.getElementById("it"));
}

test.each([
  ['<p id="it"> Hej \n du </p>', "Hej du", "sv"],
  ['<p id="it" lang="en">The <i>end</i></p>', "The end", "en"],
  ['<div xml:lang="ja"><p id="it"><ruby>漢<rp>(</rp><rt>kan</rt></ruby>字</p></div>', "漢字", "ja"],
  ['<figure id="it"><img src="a.png" alt="A dog"/><figcaption>Rex</figcaption></figure>', "A dog Rex", "sv"],
  [
    '<p id="it">So <math xmlns="http://www.w3.org/1998/Math/MathML" alttext="x squared"><mi>x</mi></math></p>',
    "So x squared",
    "sv",
  ],
])("returns the text to speak and its language for %s", (body, text, language) => {
  expect(wordsOf(body)).toEqual({ text, language });
});

test("returns an empty text without an element", () => {
  expect(spokenWords(null)).toEqual({ text: "", language: "" });
});
