import { expect, test } from "vitest";
import type { BookLanguages } from "~/epub/book";
import {
  chooseLanguage,
  offeredLanguages,
  openingLanguage,
  preferredLanguage,
  spokenUnderSigns,
  videoHref,
} from "./languages";

const languages: BookLanguages = {
  mainLanguage: "sv",
  properties: { sentenceHighlighting: true, pictureInPicture: ["takk"] },
  audio: ["sv", "en"],
  video: ["takk", "tsp"],
};

test.each([
  [null, { menu: "sv", audio: null, video: null }],
  ["sv", { menu: "sv", audio: null, video: null }],
  ["en", { menu: "en", audio: "en", video: null }],
  ["takk", { menu: "takk", audio: null, video: "takk" }],
  ["tsp", { menu: "tsp", audio: null, video: null }],
  ["fi", { menu: "sv", audio: null, video: null }],
])("given the preferred language %s, then menu, audio and video are chosen", (preferred, chosen) => {
  expect(chooseLanguage(languages, preferred)).toEqual(chosen);
});

test.each([
  ["takk", "en", { menu: "takk", audio: "en", video: "takk" }],
  ["takk", "sv", { menu: "takk", audio: null, video: "takk" }],
  ["takk", "fi", { menu: "takk", audio: null, video: "takk" }],
  ["sv", "en", { menu: "sv", audio: null, video: null }],
])(
  "given the preferred language %s and narration in %s, then menu, audio and video are chosen",
  (preferred, spoken, chosen) => {
    expect(chooseLanguage(languages, preferred, spoken)).toEqual(chosen);
  },
);

test.each([
  [undefined, undefined, undefined],
  [null, "en", null],
  ["en", undefined, "en"],
  ["takk", "en", "en"],
  ["takk", undefined, undefined],
] as const)(
  "given signs chosen after %s, with %s spoken before, then the book is read in %s",
  (before, spoken, expected) => {
    expect(spokenUnderSigns(languages, before, spoken)).toBe(expected);
  },
);

test("given only signs as a choice, then the book is read in the language of the pages around it", () => {
  expect(openingLanguage(languages, "takk", "en")).toBe("en");
  expect(openingLanguage(languages, "takk", "en", null)).toBe("sv");
});

test("the menu lists each language once, the main one first and sign languages last", () => {
  expect(offeredLanguages({ ...languages, audio: ["en", "sv"] })).toEqual(["sv", "en", "takk", "tsp"]);
});

test("the video of a page has the name of its document", () => {
  expect(videoHref("EPUB/media/", "takk", "EPUB/text/door.xhtml")).toBe("EPUB/media/pg_video/takk/door.mp4");
});

test.each([
  [undefined, "en", "en"],
  [undefined, "fi", null],
  [null, "en", null],
  ["takk", "en", "takk"],
] as const)("given the choice %s and pages in %s, then the preferred language is %s", (preferred, own, expected) => {
  expect(preferredLanguage(languages, preferred, own)).toBe(expected);
});

test("given a book in a regional variety of the pages' language, then that variety is preferred", () => {
  expect(preferredLanguage({ audio: ["sv", "en-GB"] }, undefined, "en")).toBe("en-GB");
});
