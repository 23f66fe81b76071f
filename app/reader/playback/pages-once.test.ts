import { expect, it } from "vitest";
import { frame, makeScene, mockPlaybackTime, playing, playTo, type Sentence } from "#tests/support/playback-scene";

/** Faults that the trackers of other readers report: pages that are read twice, and two sounds at once. docs/product/reader.md#playback. */

mockPlaybackTime();

const page = (number: number): Sentence[] => [[`s${number}`, `${number}.mp3`, 0, 1]];
const pages = [0, 1, 2, 3, 4, 5].map(page);

it("given a fixed layout opened in the middle, then each of its pages from there on is read once, in order", async () => {
  const spreads = [[0], [1, 2], [3, 4], [5]];
  const scene = makeScene(pages, {}, {}, spreads);
  scene.seen.spread = 1;
  await scene.playback.pageOpened();
  scene.playback.dispatch({ type: "play" });
  for (let number = 1; number <= 5; number += 1) {
    await playTo(scene, 0.95);
    scene.playback.audioEnded(`${number}.mp3`);
    await frame(scene, 0.02);
  }
  expect(scene.sound.starts).toEqual(["1.mp3 0", "2.mp3 0", "3.mp3 0", "4.mp3 0", "5.mp3 0"]);
  expect(scene.seen).toMatchObject({ spread: 3 });
});

it("given a sentence to read from that is chosen twice within a second, then one sound plays, from its beginning", async () => {
  const scene = await playing([
    [
      ["a", "one.mp3", 0, 1],
      ["b", "one.mp3", 1, 2],
      ["c", "two.mp3", 0, 1],
    ],
  ]);
  await playTo(scene, 0.3);
  scene.playback.playFrom(2);
  await frame(scene, 0.1);
  scene.playback.playFrom(2);
  await frame(scene, 0);
  expect(scene.sound).toMatchObject({ href: "two.mp3", at: 0, isOn: true });
  expect(scene.seen.highlighted).toBe("c");
  expect(scene.sound.starts).toEqual(["one.mp3 0", "two.mp3 0", "two.mp3 0"]);
});
