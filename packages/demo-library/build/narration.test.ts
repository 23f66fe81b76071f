import { expect, test } from "vitest";
import { checkAgainstSound, checkSpoken, layOut, type Utterance, wordStarts } from "./narration.ts";
import { clockValue } from "./overlay.ts";
import type { Spoken } from "./speaker.ts";

const rate = 1000;

/** A voice that hums for `seconds`, with a tenth of silence before and after. */
function hum(seconds: number, words: Spoken["words"] = []): Spoken {
  const samples = new Int16Array(Math.round((seconds + 0.2) * rate));
  for (let index = rate / 10; index < samples.length - rate / 10; index += 1) samples[index] = index % 2 ? 9000 : -9000;
  return { rate, samples, words };
}

function utterance(text: string, pause = 0.5, line = 7): Utterance {
  return { id: "s1", text, pause, sentence: { id: "s1", text, inserts: [], line }, line };
}

test("clips touch, begin just before their voice and end with the sound", () => {
  const first = utterance("Han går nu.");
  const second = { ...utterance("Då stannar det."), id: "s2" };
  const { clips, samples } = layOut([first, second], [hum(1), hum(2)], "sentence", "p.md");
  expect(clips.map(({ begin, end, voiceBegin, voiceEnd }) => [begin, end, voiceBegin, voiceEnd])).toEqual([
    [0, 1.74, 0.3, 1.3],
    [1.74, 4.6, 1.8, 3.8],
  ]);
  expect(samples.length / rate).toBe(4.6);
});

test("words take the times that the voice reported; what it runs together is lit together", () => {
  const spoken = hum(1, [
    { position: 0, length: 5, seconds: 0.1 },
    { position: 9, length: 3, seconds: 0.7 },
  ]);
  expect(wordStarts("Stood of the sea.", spoken)).toEqual([
    { textBegin: 0, textEnd: 8, begin: 0 },
    { textBegin: 9, textEnd: 17, begin: expect.closeTo(0.6) },
  ]);
});

test.each([
  ["silence", "Hej.", hum(0), /^p\.md:7: the voice said nothing/],
  ["no answer", "Hej.", undefined, /^p\.md:7: the voice said nothing/],
  [
    "fewer seconds than its letters need",
    "En mycket lång mening om en igelkott.",
    hum(0.3),
    /^p\.md:7: the sentence is longer than its audio/,
  ],
  [
    "a word after the end",
    "Han går.",
    hum(1, [{ position: 4, length: 3, seconds: 1.5 }]),
    /^p\.md:7: the sentence is longer than its audio/,
  ],
])("a sentence that does not fit its audio stops the build: %s", (_, text, spoken, message) => {
  expect(() => checkSpoken(utterance(text), spoken, "p.md")).toThrow(message);
});

test("the finished sound is held against its clips", () => {
  const second = { ...utterance("Då stannar det."), id: "s2", line: 9 };
  const narration = layOut([utterance("Han går nu."), second], [hum(1), hum(2)], "sentence", "p.md");
  expect(() => checkAgainstSound(narration, narration.samples, 0.08, "p.md")).not.toThrow();
  const cut = narration.samples.slice(0, 2.5 * rate);
  expect(() => checkAgainstSound(narration, cut, 0.08, "p.md")).toThrow(
    /^p\.md:9: sentence s2 is longer than its audio/,
  );
  const noisy = narration.samples.map((sample) => sample || 4000);
  expect(() => checkAgainstSound(narration, noisy, 0.08, "p.md")).toThrow(
    /^p\.md:7: sentence s1 has no silence after it/,
  );
});

test("clock values", () => {
  expect([0, 3.21, 61.0006, 3723.5].map(clockValue)).toEqual([
    "0:00:00.000",
    "0:00:03.210",
    "0:01:01.001",
    "1:02:03.500",
  ]);
});
