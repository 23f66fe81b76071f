import { expect, it } from "vitest";
import { describedFields } from "./book-catalogue";

/** What a super user says of a book. docs/product/choices.md#books. */

it("given signs that go with speech, which BCP 47 does not know, they are languages of the video as the file has them", () => {
  expect(describedFields.videoLanguages.parse(["takk", "TSP", "swl", "sv-se"])).toEqual([
    "takk",
    "tsp",
    "swl",
    "sv-SE",
  ]);
});

it.each(["sw_l", "t", "tak1"])("given %j, it is no language of a video", (code) => {
  expect(describedFields.videoLanguages.safeParse([code]).success).toBe(false);
});

it("given signs as the language of the voice, they are refused", () => {
  expect(describedFields.audioLanguages.safeParse(["takk"]).success).toBe(false);
});
