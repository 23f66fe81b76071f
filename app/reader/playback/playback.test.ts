import { describe, expect, it } from "vitest";
import {
  frame,
  makeScene,
  playByHand,
  playing,
  playTo,
  type Scene,
  type Sentence,
} from "#tests/support/playback-scene";
import type { SpineItem } from "~/epub/book";
import { itemsOf, planSpreads } from "~/reader/view/spreads";
import type { PlaybackSettings } from "./playback-ports";

/** How highlight, page and sound go together while a book is read. docs/product/reader.md#playback. */

playByHand();

const twoSpreads: Sentence[][] = [[["a", "one.mp3", 0, 1]], [["b", "one.mp3", 1, 2]]];

describe.each([0.5, 1, 2])("at %s times", (rate) => {
  it("lights the next document's first sentence where it waits, and shows it when its sound has begun", async () => {
    const scene = await playing(twoSpreads, {}, { rate });
    await playTo(scene, 1 - 0.004 * rate);
    expect(scene.seen).toMatchObject({ spread: 0, highlighted: "b" });
    await frame(scene, 1 + 0.013 * rate);
    expect(scene.seen).toMatchObject({ spread: 1, highlighted: "b" });
    expect(scene.sound.starts).toEqual(["one.mp3 0"]);
  });

  it("does the same on a later page of the document", async () => {
    const scene = await playing(
      [
        [
          ["a", "one.mp3", 0, 1],
          ["b", "one.mp3", 1, 2],
        ],
      ],
      { b: 1 },
      { rate },
    );
    await playTo(scene, 1 - 0.004 * rate);
    expect(scene.seen).toMatchObject({ page: 0, highlighted: "b" });
    await frame(scene, 1 + 0.013 * rate);
    expect(scene.seen).toMatchObject({ page: 1, highlighted: "b" });
  });
});

describe("a page with a sound of its own", () => {
  const ownSounds: Sentence[][] = [[["a", "one.mp3", 0, null]], [["b", "two.mp3", 0, null]]];

  it("comes when that sound has begun, whose start the end of the one before is", async () => {
    const scene = await playing(ownSounds);
    await playTo(scene, 0.9);
    scene.playback.audioEnded("one.mp3");
    expect(scene.seen).toMatchObject({ spread: 0, highlighted: "b" });
    await frame(scene, 0);
    await frame(scene, 0);
    expect(scene.seen.spread).toBe(0);
    // The old sound's end may be told a second time.
    scene.playback.audioEnded("one.mp3");
    await frame(scene, 0.012);
    expect(scene.seen).toMatchObject({ spread: 1, highlighted: "b" });
    expect(scene.sound.starts).toEqual(["one.mp3 0", "two.mp3 0"]);
  });

  it("comes all the same where the sound cannot be had or is over at once", async () => {
    for (const happens of ["failed", "ended"]) {
      const scene = await playing(ownSounds);
      await playTo(scene, 0.9);
      scene.playback.audioEnded("one.mp3");
      if (happens === "failed") scene.playback.audioFailed();
      else scene.playback.audioEnded("two.mp3");
      await frame(scene, 0);
      expect(scene.seen).toMatchObject({ spread: 1, highlighted: "b" });
    }
  });

  it("is left alone by a pause before it came, and what was lit there goes out", async () => {
    const scene = await playing(ownSounds);
    await playTo(scene, 0.9);
    scene.playback.audioEnded("one.mp3");
    scene.playback.dispatch({ type: "pause" });
    expect(scene.seen).toMatchObject({ spread: 0, highlighted: "a" });
    scene.playback.dispatch({ type: "play" });
    expect(scene.sound.starts.at(-1)).toBe("one.mp3 0");
  });
});

describe("between a page's light and the page", () => {
  const crossing = async (changes: Partial<PlaybackSettings> = {}) => {
    const scene = await playing(twoSpreads, {}, changes);
    await playTo(scene, 0.996);
    expect(scene.playback.state.phase).toBe("crossing");
    return scene;
  };

  it("a pause takes the light back, and playing goes on into the page", async () => {
    const scene = await crossing();
    scene.playback.dispatch({ type: "pause" });
    expect(scene.seen).toMatchObject({ spread: 0, highlighted: "a" });
    scene.playback.dispatch({ type: "play" });
    await playTo(scene, 1.02);
    expect(scene.seen).toMatchObject({ spread: 1, highlighted: "b" });
  });

  it("a sound that is sent back takes the light along", async () => {
    const scene = await crossing();
    await frame(scene, 0.5);
    expect(scene.seen).toMatchObject({ spread: 0, highlighted: "a" });
    await playTo(scene, 1.02);
    expect(scene.seen).toMatchObject({ spread: 1, highlighted: "b" });
  });

  it("a turn by hand is the turn", async () => {
    const scene = await crossing();
    await scene.turn();
    await playTo(scene, 1.1);
    expect(scene.seen).toMatchObject({ spread: 1, highlighted: "b" });
    expect(scene.sound.starts).toEqual(["one.mp3 0"]);
  });

  it("a tapped sentence is read from its begin", async () => {
    const scene = await crossing();
    scene.playback.playFrom(0);
    expect(scene.seen).toMatchObject({ spread: 0, highlighted: "a" });
    expect(scene.sound.starts).toEqual(["one.mp3 0", "one.mp3 0"]);
  });

  it("nothing is lit where nothing shall be", async () => {
    const scene = await crossing({ isHighlighting: false });
    expect(scene.seen.highlighted).toBeNull();
    await playTo(scene, 1.02);
    expect(scene.seen).toMatchObject({ spread: 1, highlighted: null });
  });
});

it("without auto page turn nothing of the next page is lit or sounds", async () => {
  const scene = makeScene(twoSpreads);
  await scene.playback.pageOpened();
  scene.playback.dispatch({ type: "auto-turn-set", on: false });
  scene.playback.dispatch({ type: "play" });
  await playTo(scene, 1.05);
  expect(scene.seen).toMatchObject({ spread: 0, highlighted: null });
  expect(scene.sound.isOn).toBe(false);
});

const wide = { width: 1440, height: 900 };
const fixedPage = { linear: true, layout: "pre-paginated", spread: "both", pageSpread: null } as const;
const fourPages: Sentence[][] = [
  [["a", "one.mp3", 0, 1]],
  [["b", "one.mp3", 1, 2]],
  [["c", "one.mp3", 2, 3]],
  [["d", "one.mp3", 3, 4]],
];
/** The spreads of a book of fixed pages in a window. */
function planned(pages: number, progression: "ltr" | "rtl", window: typeof wide): number[][] {
  const spine = Array.from({ length: pages }, (_, index) => ({ ...fixedPage, index }) as SpineItem);
  return planSpreads(spine, progression, window).map((spread) => itemsOf(spread).map(({ index }) => index));
}

/** What is lit and which spread is shown, each time that changes: `b@0 b@1`, the light before the page. */
async function readThrough(scene: Scene, until: number): Promise<string> {
  const seen: string[] = [];
  const look = () => {
    const now = `${scene.seen.highlighted}@${scene.seen.spread}`;
    if (seen.at(-1) !== now) seen.push(now);
  };
  look();
  while (scene.sound.at < until) {
    await frame(scene, scene.sound.at + 1 / 60);
    look();
  }
  return seen.join(" ");
}

describe.each(["ltr", "rtl"] as const)("in a book from %s", (progression) => {
  it.each([
    ["pages alone", { width: 390, height: 844 }, "a@0 b@0 b@1 c@1 c@2 d@2 d@3"],
    ["spreads, whose second page is there with the first", wide, "a@0 b@0 c@0 c@1 d@1"],
  ])("%s: the light goes ahead of a page that comes, and turns nothing that is shown", async (_, window, path) => {
    const scene = await playing(fourPages, {}, {}, planned(4, progression, window));
    expect(await readThrough(scene, 3.9)).toBe(path);
    expect(scene.sound.starts).toEqual(["one.mp3 0"]);
  });

  it("a spread whose first page is silent is crossed to by its second page's sentence", async () => {
    const pages: Sentence[][] = [[["a", "one.mp3", 0, 1]], [], [], [["d", "one.mp3", 1, 2]]];
    const scene = await playing(pages, {}, {}, planned(4, progression, wide));
    expect(await readThrough(scene, 1.9)).toBe("a@0 d@0 d@1");
    scene.playback.dispatch({ type: "pause" });
    expect(scene.seen).toMatchObject({ spread: 1, highlighted: "d" });
  });

  it("a pause between light and page puts the light back on the shown spread's last page", async () => {
    const scene = await playing(fourPages, {}, {}, planned(4, progression, wide));
    await playTo(scene, 1.996);
    expect(scene.seen).toMatchObject({ spread: 0, highlighted: "c" });
    scene.playback.dispatch({ type: "pause" });
    expect(scene.seen).toMatchObject({ spread: 0, highlighted: "b" });
  });
});

/** A sentence that only the browser's own voice can say. */
const unrecorded = (id: string): Sentence => [id, "", 0, 0];

describe("a page whose first sentence is for the browser's own voice", () => {
  it.each([
    ["after a sound", [[["a", "one.mp3", 0, 1]], [unrecorded("b")]]],
    [
      "after a sound, on a spread that sounds later",
      [[["a", "one.mp3", 0, 1]], [unrecorded("b"), ["c", "one.mp3", 1, 2]]],
    ],
  ] satisfies Array<[string, Sentence[][]]>)(
    "%s is turned to at once: nothing is lit on it before",
    async (_, spreads) => {
      const scene = await playing(spreads);
      const path = await readThrough(scene, 0.99);
      expect(path).toBe("a@0 b@1");
      expect(scene.playback.state.phase).toBe("playing");
      expect([scene.sound.isOn, scene.seen.spoken]).toEqual([false, 1]);
    },
  );

  it("goes on with the next page's sound when the voice has come to its end, page and light together", async () => {
    const scene = await playing([[unrecorded("a")], [["b", "one.mp3", 0, 1]], [unrecorded("c")], [unrecorded("d")]]);
    expect(scene.seen).toMatchObject({ spread: 0, highlighted: "a" });
    await scene.speechEnds();
    expect(scene.seen).toMatchObject({ spread: 1, highlighted: "b" });
    expect(scene.sound).toMatchObject({ isOn: true, starts: ["one.mp3 0"] });
    await readThrough(scene, 1.02);
    expect(scene.seen).toMatchObject({ spread: 2, highlighted: "c" });
    await scene.speechEnds();
    expect(scene.seen).toMatchObject({ spread: 3, highlighted: "d", spoken: 3 });
    await scene.speechEnds();
    expect(scene.playback.state).toMatchObject({ phase: "paused", clip: 0 });
  });
});

describe("a table that is left while it is read", () => {
  const table: Sentence[] = [
    ["a", "one.mp3", 0, 1],
    ["cell1", "one.mp3", 1, 2],
    ["cell2", "one.mp3", 2, 3],
  ];

  it("gives way to what comes after it, and only while it is read", async () => {
    const scene = await playing([[...table, ["b", "one.mp3", 3, 4]]]);
    await playTo(scene, 0.5);
    expect(scene.playback.isInsidePart).toBe(false);
    scene.playback.leavePart();
    expect(scene.seen.highlighted).toBe("a");
    await playTo(scene, 1.5);
    expect(scene.playback.isInsidePart).toBe(true);
    scene.playback.leavePart();
    expect(scene.seen.highlighted).toBe("b");
    expect(scene.sound.starts.at(-1)).toBe("one.mp3 3");
    expect(scene.playback.isInsidePart).toBe(false);
  });

  it("that ends its page leads to the next one, whose sound is not run into from the table's middle", async () => {
    const scene = await playing([table, [["b", "one.mp3", 3, 4]]]);
    await playTo(scene, 1.5);
    scene.playback.leavePart();
    await frame(scene, 1.5);
    expect(scene.seen).toMatchObject({ spread: 1, highlighted: "b" });
    expect(scene.sound.starts.at(-1)).toBe("one.mp3 3");
  });
});

it("in the middle of a sentence a frame marks nothing in the book and tells nobody anything", async () => {
  const scene = await playing([[["a", "one.mp3", 0, 5]]]);
  await playTo(scene, 0.5);
  scene.seen.log = [];
  await playTo(scene, 1.5);
  expect(scene.seen.log).toEqual([]);
});
