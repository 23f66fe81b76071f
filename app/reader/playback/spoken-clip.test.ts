import { DOMParser } from "@xmldom/xmldom";
import { expect, it } from "vitest";
import type { Clip } from "~/reader/narration/timeline";
import { divideDocument } from "~/reader/view/passages";
import type { WordsOnPage } from "~/reader/view/words-on-page";
import { spokenWordsOf } from "./spoken-clip";

/** The words of the first sentence, each part with its language. */
function partsOf(body: string): Array<[string, string]> {
  const xml = `<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="sv"><body>${body}</body></html>`;
  const content = new DOMParser().parseFromString(xml, "application/xhtml+xml") as unknown as Document;
  const [passage] = divideDocument(content, "sv");
  const words = { documentOf: () => content, textOf: () => null } as unknown as WordsOnPage;
  const { text, pieces } = spokenWordsOf(words, { track: { text: { passage } } } as Clip);
  let from = 0;
  return (pieces ?? []).map(({ to, language }) => {
    const part = text.slice(from, to);
    from = to;
    return [part, language];
  });
}

it.each([
  ["one language", "<p>Räven <b>sprang</b>.</p>", [["Räven sprang.", "sv"]]],
  [
    "words of another language, with the mark after them",
    '<p>Han sade <i lang="en">good night</i>!</p>',
    [
      ["Han sade ", "sv"],
      ["good night!", "en"],
    ],
  ],
  ["a quotation that begins with a mark", '<p>”<i lang="en">Good night.</i>”</p>', [["”Good night.”", "en"]]],
  [
    "a picture in another language",
    '<p>Se <img lang="fi" alt="kettu"/> här.</p>',
    [
      ["Se ", "sv"],
      [" kettu", "fi"],
      ["  här.", "sv"],
    ],
  ],
  ["two dialects as one", '<p lang="en-GB">The <i lang="en-US">color</i> red.</p>', [["The color red.", "en-GB"]]],
])("divides %s", (_, body, expected) => {
  expect(partsOf(body)).toEqual(expected);
});
