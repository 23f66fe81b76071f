import { expect, it } from "vitest";
import { mockPlaybackTime, playing, playTo, type Sentence } from "#tests/support/playback-scene";
import type { BookPlace } from "~/reader/book/place";
import { Steps } from "./steps";

/** Steps by sentence and by seconds. docs/product/reader.md#comfort. */

mockPlaybackTime();

const twoDocuments: Sentence[][] = [
  [
    ["a", "one.mp3", 0, 10],
    ["b", "one.mp3", 10, 30],
  ],
  [["c", "two.mp3", 0, 1]],
];

async function scene(itemsBeyond: (direction: 1 | -1) => Array<{ index: number }>) {
  const made = await playing(twoDocuments);
  const shown: BookPlace[] = [];
  const starts: string[] = [];
  const audio = {
    start: (href: string, at: number) => starts.push(`${href} ${at}`),
    clock: () => made.sound.at,
    length: () => null,
  };
  const pages = { itemsBeyond } as unknown as ConstructorParameters<typeof Steps>[2];
  const steps = new Steps(made.playback, audio as never, pages, async (place) => void shown.push(place));
  return { ...made, made, steps, shown, starts };
}

it("steps to the next and previous sentence, and by seconds within the sound", async () => {
  const { made, steps, seen, sound, starts } = await scene(() => []);
  await steps.sentence(1);
  expect([seen.highlighted, sound.starts.at(-1)]).toEqual(["b", "one.mp3 10"]);
  await steps.sentence(-1);
  expect(seen.highlighted).toBe("a");
  await playTo(made, 3);
  await steps.seconds(15);
  expect(seen.highlighted).toBe("b");
  expect(starts.at(-1)).toMatch(/^one\.mp3 1[5-8]/);
});

it("steps into the next document at its start, and into the previous one at its last sentence", async () => {
  const { steps, shown, playback } = await scene((direction) => [{ index: direction === 1 ? 5 : 2 }, { index: 3 }]);
  await steps.sentence(-1);
  expect(shown).toEqual([{ item: 3, at: { kind: "end" } }]);
  expect(playback.state.playsWhenOpened).toBe("last");
  await steps.sentence(1);
  await steps.sentence(1);
  expect(shown.at(-1)).toEqual({ item: 5, at: { kind: "start" } });
  expect(playback.state.playsWhenOpened).toBe("first");
});
