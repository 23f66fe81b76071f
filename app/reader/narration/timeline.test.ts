import fc from "fast-check";
import { expect, test } from "vitest";
import { buildTimeline, type Clip, clipAfterEscape, clipAt, clipOfText, startOfDocument } from "./timeline";
import type { Track } from "./track";

function track(begin: number | null, end: number | null, more: Partial<Track> & { url?: string } = {}): Track {
  const url = more.url ?? "a.mp3";
  return {
    audio: { src: url, url, clipBegin: begin, clipEnd: end, turnPageAt: null, baseMediaUrl: "" },
    text: { srcFile: "c1.xhtml", srcFragmentId: `t${begin}` },
    types: [],
    escapable: null,
    ...more,
  };
}

test("contiguous clips of one file form a run, and a gap, another file or no audio starts a new run", () => {
  const timeline = buildTimeline([
    track(null, 1),
    track(1, 2),
    track(2.1, 3),
    track(5, 6),
    track(4, 5),
    track(5, 6, { url: "b.mp3" }),
    track(null, null, { audio: null }),
    track(6, null, { url: "b.mp3" }),
  ]);
  expect(timeline.runs.map((run) => [run.audio, run.first, run.last, run.begin, run.end])).toEqual([
    ["a.mp3", 0, 2, 0, 3],
    ["a.mp3", 3, 3, 5, 6],
    ["a.mp3", 4, 4, 4, 5],
    ["b.mp3", 5, 5, 5, 6],
    [null, 6, 6, 0, 0],
    ["b.mp3", 7, 7, 6, Number.POSITIVE_INFINITY],
  ]);
  expect(timeline.clips.map((clip) => clip.run)).toEqual([0, 0, 0, 1, 2, 3, 4, 5]);
});

test("a clip without an end plays to the end of its file, even when other clips follow", () => {
  const timeline = buildTimeline([track(0, null), track(3, 4)]);
  expect(timeline.runs.map((run) => run.end)).toEqual([Number.POSITIVE_INFINITY, 4]);
});

test("a document starts at its first clip, even if the clips before the first element name none", () => {
  const timeline = buildTimeline([track(0, 1), track(1, 2), track(2, 3), track(3, 4)]);
  const without =
    (...indexes: number[]) =>
    (clip: Clip) =>
      !indexes.includes(clip.index);
  expect(startOfDocument(timeline, 2, without(0, 1))).toBe(0);
  expect(startOfDocument(timeline, 2, without(1))).toBe(1);
  expect(startOfDocument(timeline, 2, without())).toBe(2);
});

test("skipped types are left out", () => {
  const tracks = [track(null, 1), track(1, 2, { types: ["bodymatter", "pagebreak"] }), track(2, 3)];
  const timeline = buildTimeline(tracks, new Set(["pagebreak"]));
  expect(timeline.clips.map((clip) => clip.begin)).toEqual([0, 2]);
  expect(timeline.runs).toHaveLength(2);
});

test("clipOfText returns the clip of the innermost element that has one", () => {
  const timeline = buildTimeline([track(1, 2), track(2, 3), track(3, 4)]);
  expect(clipOfText(timeline, "c1.xhtml", ["t3", "t1"])?.index).toBe(2);
  expect(clipOfText(timeline, "c1.xhtml", ["unknown", "t2"])?.index).toBe(1);
  expect(clipOfText(timeline, "other.xhtml", ["t1"])).toBeNull();
});

test("clipAfterEscape returns the first clip after a table, and null outside a table", () => {
  const timeline = buildTimeline([
    track(0, 1),
    track(1, 2, { escapable: 1 }),
    track(2, 3, { escapable: 1 }),
    track(3, 4),
  ]);
  expect(clipAfterEscape(timeline, 1)?.index).toBe(3);
  expect(clipAfterEscape(timeline, 0)).toBeNull();
});

const lengths = fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 300 });

test("contiguous clips of any lengths form one run, and clipAt returns the same as a linear search", () => {
  fc.assert(
    fc.property(lengths, fc.double({ min: -1, max: 1300, noNaN: true }), (milliseconds, seconds) => {
      let at = 0;
      const tracks = milliseconds.map((length) => {
        const begin = at / 1000;
        at += length;
        return track(begin, at / 1000);
      });
      const timeline = buildTimeline(tracks);
      expect(timeline.runs).toHaveLength(1);
      const run = timeline.runs[0];
      if (!run) throw new Error("no run");
      const walked = timeline.clips.filter((clip) => clip.begin <= seconds).at(-1) ?? timeline.clips[0];
      expect(clipAt(timeline, run, seconds)).toBe(walked);
    }),
  );
});

test("given any tracks, then each clip is in exactly one run, in order", () => {
  const anyTrack = fc
    .record({
      begin: fc.option(fc.double({ min: 0.001, max: 100, noNaN: true })),
      length: fc.option(fc.double({ min: 0.001, max: 50, noNaN: true })),
      url: fc.constantFrom("a.mp3", "b.mp3"),
      silent: fc.boolean(),
    })
    .map(({ begin, length, url, silent }) =>
      track(begin, length === null ? null : (begin ?? 0) + length, silent ? { audio: null } : { url }),
    );
  fc.assert(
    fc.property(fc.array(anyTrack, { maxLength: 60 }), (tracks) => {
      const timeline = buildTimeline(tracks);
      expect(timeline.clips.map((clip) => clip.index)).toEqual(tracks.map((_, index) => index));
      const covered = timeline.runs.flatMap((run, index) =>
        timeline.clips.slice(run.first, run.last + 1).map((clip) => [clip.index, clip.run === index]),
      );
      expect(covered).toEqual(tracks.map((_, index) => [index, true]));
    }),
  );
});
