import { describe, expect, test } from "vitest";
import { fileGap, longestHold, pageDelay, type VoiceFrame } from "./voice-frames";

const frame = (now: number, sound: [string, number] | null, ...shown: string[]): VoiceFrame => ({
  now,
  shown,
  sound: sound && { name: sound[0], time: sound[1] },
});

describe("timing of voice frames", () => {
  test("pageDelay returns how long after or before its audio a page is shown, and null if it never is", () => {
    const frames = [
      frame(1000, ["a", 0.98], "one"),
      frame(1016, ["a", 0.996], "one"),
      frame(1032, ["a", 1.012], "two"),
    ];
    expect(pageDelay(frames, { document: "two", sound: "a", begin: 1 })).toBeCloseTo(12);
    expect(pageDelay(frames, { document: "two", sound: "a", begin: 1.005 })).toBeCloseTo(7);
    expect(pageDelay(frames, { document: "two", sound: "a", begin: 1 }, 2)).toBeCloseTo(6);
    expect(pageDelay(frames, { document: "one", sound: "a", begin: 1 })).toBeCloseTo(-20);
    expect(pageDelay(frames, { document: "three", sound: "a", begin: 1 })).toBeNull();
  });

  test("fileGap calculates the silence between two files from both clocks", () => {
    const frames = [frame(1000, ["a", 1.99]), frame(1016, null), frame(1032, ["b", 0]), frame(1048, ["b", 0.008])];
    expect(fileGap(frames, "a", 2, "b")).toBeCloseTo(30);
    expect(fileGap(frames, "a", 2, "c")).toBeNull();
  });

  test("longestHold counts an interruption that delays the clock, not a late report, drift or another file's", () => {
    const at = (now: number, time: number) => ({ now, sound: "a", time });
    const late = [frame(0, ["a", 0]), frame(16, ["a", 0.004]), frame(32, ["a", 0.032])];
    expect(longestHold(late, [at(8, 0)], "a", 0)).toBeCloseTo(0);
    const still = [frame(0, ["a", 0]), frame(50, ["a", 0.01]), frame(66, ["a", 0.026])];
    expect(longestHold(still, [at(20, 0.005)], "a", 0)).toBeCloseTo(40);
    expect(longestHold(still, [], "a", 0)).toBe(0);
    expect(longestHold(still, [{ ...at(20, 0.005), sound: "b" }], "a", 0)).toBe(0);
    expect(longestHold(still, [at(20, 0.005)], "a", 0.01)).toBe(0);
    // The interruption at the file's end is not a gap.
    expect(longestHold(still, [at(80, 0.03)], "a", 0)).toBe(0);
  });
});
