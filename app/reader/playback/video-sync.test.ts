import fc from "fast-check";
import { expect, test } from "vitest";
import { stepVideo } from "./video-sync";

test("a video in sync plays at the voice's rate, and one far out of sync seeks", () => {
  expect(stepVideo({ seconds: 10, rate: 1.5 }, 10.01)).toEqual({ kind: "rate", rate: 1.5 });
  expect(stepVideo({ seconds: 10, rate: 1 }, 3)).toEqual({ kind: "seek", to: 10 });
});

test("given any offset, then the video is within 40 ms after three seconds and stays there", () => {
  fc.assert(
    fc.property(fc.double({ min: -5, max: 5, noNaN: true }), fc.constantFrom(0.5, 1, 2), (offset, rate) => {
      let voice = 20;
      let video = voice + offset;
      for (let tick = 0; tick < 60; tick += 1) {
        const step = stepVideo({ seconds: voice, rate }, video);
        if (step.kind === "seek") video = step.to;
        const speed = step.kind === "rate" ? step.rate : rate;
        voice += rate * 0.1;
        video += speed * 0.1;
        if (tick >= 30) expect(Math.abs(voice - video)).toBeLessThanOrEqual(0.04);
      }
    }),
  );
});
