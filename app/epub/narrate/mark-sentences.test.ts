import { expect, test } from "vitest";
import { countCharacters } from "~/epub/ingest/locations";
import { parseContentDocument } from "~/epub/ingest/parse-document";
import { serializeDocument } from "~/epub/ingest/sanitize";
import { markSentences, markWords, unmarkSentences } from "./mark-sentences";

function page(body: string): Document {
  return parseContentDocument(
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>T</title></head><body>${body}</body></html>`,
  );
}

const bodyOf = (document: Document) =>
  /<body>([\s\S]*)<\/body>/.exec(serializeDocument(document))?.[1]?.replaceAll("computer-voice-", "v");

const cases: [what: string, body: string, marked: string, texts: string[]][] = [
  [
    "two sentences of a paragraph",
    "<p>It rains. We stay\n in.</p>",
    '<p><span id="v1">It rains. </span><span id="v2">We stay\n in.</span></p>',
    ["It rains.", "We stay in."],
  ],
  [
    "emphasis inside a sentence, and a sentence that is a link",
    '<p>It <em>rains</em>. <a href="#x">We stay.</a></p>',
    '<p><span id="v1">It <em>rains</em>. </span><span id="v2"><a href="#x">We stay.</a></span></p>',
    ["It rains.", "We stay."],
  ],
  [
    "emphasis over a full stop",
    "<p>One <em>two. Three</em> four. Five.</p>",
    '<p><span id="v1">One <em>two. Three</em> four. </span><span id="v2">Five.</span></p>',
    ["One two. Three four.", "Five."],
  ],
  [
    "ruby with its annotation",
    "<p><ruby>漢字<rt>かんじ</rt></ruby></p>",
    '<p><span id="v1"><ruby>漢字<rt>かんじ</rt></ruby></span></p>',
    ["漢字"],
  ],
  [
    "an inline element over a line break",
    "<p><b>One <i>two<br/>three</i></b></p>",
    '<p><b><span id="v1">One </span><i><span id="v2">two</span><br/><span id="v3">three</span></i></b></p>',
    ["One", "two", "three"],
  ],
  ["ornaments and formulas", "<p>* * *</p><math><mi>x</mi></math>", "<p>* * *</p><math><mi>x</mi></math>", []],
  [
    "text of a drawing",
    '<svg xmlns="http://www.w3.org/2000/svg"><text>Hello.</text></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg"><text><tspan id="v1">Hello.</tspan></text></svg>',
    ["Hello."],
  ],
];

test.each(cases)(
  "given %s, then each sentence is in an element and no letter is added or lost",
  (_, body, marked, texts) => {
    const document = page(body);
    const [before, letters] = [document.documentElement?.textContent, countCharacters(document)];
    const sentences = markSentences(document, "en");
    expect(bodyOf(document)).toBe(marked);
    expect(sentences.map(({ text }) => text)).toEqual(texts);
    expect(document.documentElement?.textContent).toBe(before);
    expect(countCharacters(document)).toBe(letters);
  },
);

test.each(cases)("given %s, then unmarking restores the document", (_, body) => {
  const document = page(body);
  markSentences(document, "en");
  unmarkSentences(document);
  expect(bodyOf(document)).toBe(bodyOf(page(body)));
  expect(unmarkSentences(document)).toBe(false);
});

test("given types and languages around, then each sentence has them, and knows whether its block ends", () => {
  const document = page('<aside epub:type="footnote" xml:lang="fr"><p>Un. Deux.</p></aside><p>Three.</p>');
  const found = markSentences(document, "en").map(({ types, language, endsBlock }) => ({ types, language, endsBlock }));
  expect(found).toEqual([
    { types: ["footnote"], language: "fr", endsBlock: false },
    { types: ["footnote"], language: "fr", endsBlock: true },
    { types: [], language: "en", endsBlock: true },
  ]);
});

test("given the begins of words, then each is in an element, one that lies across an element is part of the one before", () => {
  const document = page("<p>  😀 One <b>two thr</b>ee  four.</p>");
  const letters = countCharacters(document);
  const [sentence] = markSentences(document, "en");
  if (!sentence) throw new Error("There is no sentence");
  expect(sentence.text).toBe("😀 One two three four.");
  const words = [
    { from: 2, to: 5, seconds: 0 },
    { from: 6, to: 9, seconds: 0.3 },
    { from: 10, to: 15, seconds: 0.6 },
    { from: 16, to: 20, seconds: 0.9 },
    { from: 90, to: 99, seconds: 1.2 },
  ];
  expect(markWords(sentence, words)).toEqual([
    { id: "computer-voice-1-1", seconds: 0 },
    { id: "computer-voice-1-2", seconds: 0.3 },
    { id: "computer-voice-1-3", seconds: 0.9 },
  ]);
  expect(bodyOf(document)).toBe(
    '<p><span id="v1"><span id="v1-1">  😀 One </span><span id="v1-2"><b>two thr</b>ee  </span><span id="v1-3">four.</span></span></p>',
  );
  expect(countCharacters(document)).toBe(letters);
});

test("given a CDATA section, then its text is read, and is plain text from then on", () => {
  const document = page("<p><![CDATA[a < bee. Ok.]]></p>");
  expect(markSentences(document, "en").map(({ text }) => text)).toEqual(["a < bee.", "Ok."]);
  expect(bodyOf(document)).toBe('<p><span id="v1">a &lt; bee. </span><span id="v2">Ok.</span></p>');
});
