import { describe, expect, it } from "vitest";
import { frame, makeScene, mockPlaybackTime, playing, playTo, type Sentence } from "#tests/support/playback-scene";

/** Where narration ends, and where it continues. docs/product/reader.md#playback. */

mockPlaybackTime();

const twoSpreads: Sentence[][] = [[["a", "one.mp3", 0, 1]], [["b", "one.mp3", 1, 2]]];

describe("the end of narration", () => {
  const chapter: Sentence[] = [
    ["a", "one.mp3", 0, 1],
    ["b", "one.mp3", 1, 2],
    ["c", "one.mp3", 2, 3],
  ];
  const pages = { b: 1, c: 1 };

  it("at the end of the book, playing restarts at the first sentence of the shown page", async () => {
    const scene = await playing([chapter], pages);
    await playTo(scene, 3.02);
    expect(scene.playback.state).toMatchObject({ phase: "paused", clip: 1 });
    scene.playback.dispatch({ type: "play" });
    expect(scene.seen).toMatchObject({ page: 1, highlighted: "b" });
    expect(scene.sound.starts.at(-1)).toBe("one.mp3 1");
  });

  it("without auto page turn, playing reads the last page of the chapter again", async () => {
    const scene = await playing([chapter, [["d", "two.mp3", 0, 1]]], pages);
    scene.playback.dispatch({ type: "auto-turn-set", on: false });
    scene.seen.page = 1;
    scene.playback.pageChanged();
    await playTo(scene, 3.02);
    expect(scene.playback.state).toMatchObject({ phase: "paused", clip: 1 });
    scene.playback.dispatch({ type: "play" });
    await playTo(scene, 1.5);
    expect(scene.seen).toMatchObject({ spread: 0, page: 1, highlighted: "b" });
  });

  it("a page on which no sentence begins has no clips, and playing waits there", async () => {
    const scene = makeScene([chapter], pages);
    scene.seen.page = 2;
    await scene.playback.pageOpened();
    expect(scene.playback.state).toMatchObject({ phase: "paused", clips: 0 });
    scene.playback.dispatch({ type: "play" });
    expect(scene.playback.state.phase).toBe("waiting");
  });
});

it("given a page turn by hand while an automatic turn loads, then narration continues on the next page", async () => {
  const scene = await playing([...twoSpreads, [["c", "one.mp3", 2, 3]]]);
  let load: () => void = () => undefined;
  scene.seen.isReady = false;
  scene.seen.isLoading = new Promise<void>((resolve) => {
    load = resolve;
  });
  await playTo(scene, 1.02);
  expect(scene.playback.state.phase).toBe("turning");
  const byHand = scene.turn();
  load();
  expect(await byHand).toBe("shown");
  await frame(scene, 1.1);
  expect(scene.playback.state.phase).toBe("playing");
  expect(scene.seen).toMatchObject({ spread: 1, highlighted: "b" });
});

it("turnPageAt turns the page before its last sentences, which are played while the next page is shown", async () => {
  const scene = await playing([
    [
      ["a", "one.mp3", 0, 1, 0.5],
      ["b", "one.mp3", 1, 2],
    ],
    [["c", "one.mp3", 2, 3]],
  ]);
  await playTo(scene, 0.52);
  expect(scene.seen.spread).toBe(1);
  await playTo(scene, 2.02);
  expect(scene.seen.highlighted).toBe("c");
  expect(scene.sound.starts).toEqual(["one.mp3 0"]);
});

it("turnPageAt shows the next page of a reflowable document, and its sentence is played to the end", async () => {
  const scene = await playing(
    [
      [
        ["a", "one.mp3", 0, 2, 1],
        ["b", "one.mp3", 2, 3],
      ],
    ],
    { b: 1 },
  );
  await playTo(scene, 1.02);
  expect(scene.seen).toMatchObject({ page: 1, highlighted: "a" });
  await playTo(scene, 1.9);
  expect(scene.seen).toMatchObject({ page: 1, highlighted: "a" });
  await playTo(scene, 2.02);
  expect(scene.seen).toMatchObject({ page: 1, highlighted: "b" });
});

it("turnPageAt turns the page at its time, and the next sentence is highlighted when this one ends", async () => {
  const scene = await playing([[["a", "one.mp3", 0, 2, 1]], [["b", "one.mp3", 2, 3]]]);
  await playTo(scene, 0.999);
  expect(scene.seen.spread).toBe(0);
  await playTo(scene, 1.02);
  expect(scene.seen).toMatchObject({ spread: 1, highlighted: "a" });
  await playTo(scene, 1.98);
  expect(scene.seen.highlighted).toBe("a");
  await playTo(scene, 2.02);
  expect(scene.seen.highlighted).toBe("b");
  expect(scene.sound.starts).toEqual(["one.mp3 0"]);
});

it("in a pause before the next page, highlight and page change only when the next sentence begins", async () => {
  const scene = await playing([[["a", "one.mp3", 0, 1]], [["b", "one.mp3", 1.2, 2]]]);
  await playTo(scene, 1.18);
  expect(scene.seen).toMatchObject({ spread: 0, highlighted: "a" });
  await playTo(scene, 1.196);
  expect(scene.seen).toMatchObject({ spread: 0, highlighted: "b" });
  await playTo(scene, 1.22);
  expect(scene.seen.spread).toBe(1);
});

it("given a next page that is not ready, then the page turns and the sound is not restarted", async () => {
  const scene = await playing(twoSpreads);
  scene.seen.isReady = false;
  await playTo(scene, 1.02);
  expect(scene.seen).toMatchObject({ spread: 1, highlighted: "b" });
  expect(scene.sound.starts).toEqual(["one.mp3 0"]);
});
