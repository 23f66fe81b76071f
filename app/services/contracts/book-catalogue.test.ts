import { expect, it } from "vitest";
import { describedFields } from "./book-catalogue";

/** Fields with which a super user describes a book. docs/product/choices.md#books. */

it("accepts sign-supported speech, which BCP 47 does not define, as a language of the video", () => {
  expect(describedFields.videoLanguages.parse(["takk", "TSP", "swl", "sv-se"])).toEqual([
    "takk",
    "tsp",
    "swl",
    "sv-SE",
  ]);
});

it.each(["sw_l", "t", "tak1"])("rejects %j as a language of the video", (code) => {
  expect(describedFields.videoLanguages.safeParse([code]).success).toBe(false);
});

it("rejects sign-supported speech as a language of the audio", () => {
  expect(describedFields.audioLanguages.safeParse(["takk"]).success).toBe(false);
});
