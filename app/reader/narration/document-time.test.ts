import { expect, test } from "vitest";
import { secondsInDocument } from "./document-time";
import { buildTimeline } from "./timeline";
import type { Track } from "./track";

function track(srcFile: string, url: string, clipBegin: number, clipEnd: number | null): Track {
  return {
    audio: { src: url, url, clipBegin, clipEnd, turnPageAt: null, baseMediaUrl: "" },
    text: { srcFile, srcFragmentId: null },
    types: [],
    escapable: null,
  };
}

function at(tracks: Track[], index: number, now: number): number {
  const timeline = buildTimeline(tracks);
  const clip = timeline.clips[index];
  if (!clip) throw new Error("no such clip");
  return secondsInDocument(timeline, clip, now, (href) => (href === "whole.mp3" ? 4 : null));
}

test("given two pages side by side, then the second page's time begins with its first sentence", () => {
  const pages = [track("left", "a.mp3", 0, 2), track("left", "a.mp3", 2, 5), track("right", "a.mp3", 5, 7)];
  expect(at(pages, 1, 3.5)).toBe(3.5);
  expect(at(pages, 2, 6)).toBe(1);
});

test("sentences with an audio file each are counted one after another", () => {
  const page = [track("p", "1.mp3", 0, 2), track("p", "2.mp3", 0.5, 1.5), track("p", "3.mp3", 0, null)];
  expect(at(page, 1, 1)).toBe(2.5);
  expect(at(page, 2, 0.25)).toBe(3.25);
});

test("a clip without an end counts to the end of its file", () => {
  expect(at([track("p", "whole.mp3", 1, null), track("p", "2.mp3", 0, 1)], 1, 0.5)).toBe(3.5);
});

test("a gap between clips of a file counts, and an earlier clip that is played later is added", () => {
  expect(at([track("p", "a.mp3", 0, 1), track("p", "a.mp3", 4, 5)], 1, 4.5)).toBe(4.5);
  expect(at([track("p", "a.mp3", 4, 5), track("p", "a.mp3", 0, 1)], 1, 0.5)).toBe(1.5);
});
