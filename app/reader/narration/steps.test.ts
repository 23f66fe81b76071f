import { expect, test } from "vitest";
import { clipAfter, sentenceBeside } from "./steps";
import { buildTimeline, type Clip } from "./timeline";
import type { Track } from "./track";

const track = (id: string, begin: number, end: number | null): Track => ({
  audio: { src: "a.mp3", url: "a.mp3", clipBegin: begin, clipEnd: end, turnPageAt: null, baseMediaUrl: "" },
  text: { srcFile: "a.xhtml", srcFragmentId: id },
  types: [],
  escapable: null,
});
const timeline = buildTimeline([track("a1", 0, 10), track("a2", 10, 12), track("b1", 12, 20), track("c1", 20, null)]);
const own = (clip: Clip) => clip.index;
const byLetter = (clip: Clip) => clip.track.text.srcFragmentId?.[0];

test.each([
  [0, 1, 1],
  [3, 1, null],
  [2, -1, 1],
  [0, -1, null],
] as const)("from sentence %d by %d, sentenceBeside returns %s", (index, direction, expected) => {
  expect(sentenceBeside(timeline, index, direction, own)).toBe(expected);
});

test.each([
  [0, 1, 2],
  [1, 1, 2],
  [1, -1, null],
  [2, -1, 0],
  [3, -1, 2],
] as const)("in a book timed by words, from word %d by %d, sentenceBeside returns %s", (index, direction, expected) => {
  expect(sentenceBeside(timeline, index, direction, byLetter)).toBe(expected);
});

test.each([
  [0, 3, 5, 0, 8],
  [0, 3, 8, 1, 11],
  [0, 3, 15, 2, 18],
  [2, 18, -15, 0, 3],
  [0, 3, -15, 0, 0],
  [3, 22, 5, 3, 27],
])("from clip %d at %d s, %d s later is clip %d at %d s", (index, at, by, clip, expected) => {
  const found = clipAfter(timeline, timeline.clips[index] as Clip, at, by, () => 40);
  expect(found && [found.clip.index, found.at]).toEqual([clip, expected]);
});

test("clipAfter returns null beyond the end, also when the length of the file is unknown", () => {
  expect(clipAfter(timeline, timeline.clips[3] as Clip, 30, 15, () => 40)).toBeNull();
  expect(clipAfter(timeline, timeline.clips[3] as Clip, 20, 15, () => null)).toBeNull();
});
