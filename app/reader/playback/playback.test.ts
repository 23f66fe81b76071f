import { describe, expect, it } from "vitest";
import {
  frame,
  makeScene,
  mockPlaybackTime,
  playing,
  playTo,
  type Scene,
  type Sentence,
} from "#tests/support/playback-scene";
import type { SpineItem } from "~/epub/book";
import { itemsOf, planSpreads } from "~/reader/view/spreads";
import type { PlaybackSettings } from "./playback-ports";

/** How highlight, page and sound are synchronised while a book is read. docs/product/reader.md#playback. */

mockPlaybackTime();

const twoSpreads: Sentence[][] = [[["a", "one.mp3", 0, 1]], [["b", "one.mp3", 1, 2]]];

describe.each([0.5, 1, 2])("at %s times the normal speed", (rate) => {
  it("highlights the next document's first sentence, and turns the page when its sound has begun", async () => {
    const scene = await playing(twoSpreads, {}, { rate });
    await playTo(scene, 1 - 0.004 * rate);
    expect(scene.seen).toMatchObject({ spread: 0, highlighted: "b" });
    await frame(scene, 1 + 0.013 * rate);
    expect(scene.seen).toMatchObject({ spread: 1, highlighted: "b" });
    expect(scene.sound.starts).toEqual(["one.mp3 0"]);
  });

  it("highlights the next page's first sentence, and turns the page when its sound has begun", async () => {
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

describe("a page with its own audio file", () => {
  const ownSounds: Sentence[][] = [[["a", "one.mp3", 0, null]], [["b", "two.mp3", 0, null]]];

  it("is shown when its sound has begun, which starts at the end of the previous sound", async () => {
    const scene = await playing(ownSounds);
    await playTo(scene, 0.9);
    scene.playback.audioEnded("one.mp3");
    expect(scene.seen).toMatchObject({ spread: 0, highlighted: "b" });
    await frame(scene, 0);
    await frame(scene, 0);
    expect(scene.seen.spread).toBe(0);
    // The end of the previous sound can be reported twice.
    scene.playback.audioEnded("one.mp3");
    await frame(scene, 0.012);
    expect(scene.seen).toMatchObject({ spread: 1, highlighted: "b" });
    expect(scene.sound.starts).toEqual(["one.mp3 0", "two.mp3 0"]);
  });

  it("is shown even if its sound fails or ends at once", async () => {
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

  it("is not shown after a pause before its sound, and the previous sentence is highlighted again", async () => {
    const scene = await playing(ownSounds);
    await playTo(scene, 0.9);
    scene.playback.audioEnded("one.mp3");
    scene.playback.dispatch({ type: "pause" });
    expect(scene.seen).toMatchObject({ spread: 0, highlighted: "a" });
    scene.playback.dispatch({ type: "play" });
    expect(scene.sound.starts.at(-1)).toBe("one.mp3 0");
  });
});

describe("between the highlight of a page's sentence and the page turn", () => {
  const crossing = async (changes: Partial<PlaybackSettings> = {}) => {
    const scene = await playing(twoSpreads, {}, changes);
    await playTo(scene, 0.996);
    expect(scene.playback.state.phase).toBe("crossing");
    return scene;
  };

  it("a pause moves the highlight back, and playing continues into the page", async () => {
    const scene = await crossing();
    scene.playback.dispatch({ type: "pause" });
    expect(scene.seen).toMatchObject({ spread: 0, highlighted: "a" });
    scene.playback.dispatch({ type: "play" });
    await playTo(scene, 1.02);
    expect(scene.seen).toMatchObject({ spread: 1, highlighted: "b" });
  });

  it("a sound that jumps back moves the highlight back", async () => {
    const scene = await crossing();
    await frame(scene, 0.5);
    expect(scene.seen).toMatchObject({ spread: 0, highlighted: "a" });
    await playTo(scene, 1.02);
    expect(scene.seen).toMatchObject({ spread: 1, highlighted: "b" });
  });

  it("a page turn by hand replaces the automatic turn", async () => {
    const scene = await crossing();
    await scene.turn();
    await playTo(scene, 1.1);
    expect(scene.seen).toMatchObject({ spread: 1, highlighted: "b" });
    expect(scene.sound.starts).toEqual(["one.mp3 0"]);
  });

  it("a tapped sentence is read from its beginning", async () => {
    const scene = await crossing();
    scene.playback.playFrom(0);
    expect(scene.seen).toMatchObject({ spread: 0, highlighted: "a" });
    expect(scene.sound.starts).toEqual(["one.mp3 0", "one.mp3 0"]);
  });

  it("with highlighting turned off no sentence is highlighted, and the page still turns", async () => {
    const scene = await crossing({ isHighlighting: false });
    expect(scene.seen.highlighted).toBeNull();
    await playTo(scene, 1.02);
    expect(scene.seen).toMatchObject({ spread: 1, highlighted: null });
  });
});

it("without auto page turn nothing of the next page is highlighted or played", async () => {
  const scene = makeScene(twoSpreads);
  await scene.playback.pageOpened();
  scene.playback.dispatch({ type: "auto-turn-set", on: false });
  scene.playback.dispatch({ type: "play" });
  await playTo(scene, 1.05);
  expect(scene.seen).toMatchObject({ spread: 0, highlighted: null });
  expect(scene.sound.isOn).toBe(false);
});

const wide = { width: 1440, height: 900 };
const fixedPage = { linear: true, layout: "pre-paginated", spread: "both" } as const;
const fourPages: Sentence[][] = [
  [["a", "one.mp3", 0, 1]],
  [["b", "one.mp3", 1, 2]],
  [["c", "one.mp3", 2, 3]],
  [["d", "one.mp3", 3, 4]],
];
/** The spreads of a fixed-layout book in a window, as spine indexes. */
function planned(pages: number, progression: "ltr" | "rtl", window: typeof wide): number[][] {
  const sides = progression === "ltr" ? ["left", "right"] : ["right", "left"];
  const spine = Array.from(
    { length: pages },
    (_, index) => ({ ...fixedPage, index, pageSpread: sides[index % 2] }) as SpineItem,
  );
  return planSpreads(spine, progression, window).map((spread) => itemsOf(spread).map(({ index }) => index));
}

/** Each highlighted sentence and its spread, whenever they change: in `b@0 b@1` the highlight precedes the page. */
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

describe.each(["ltr", "rtl"] as const)("in a book with the page progression %s", (progression) => {
  it.each([
    ["single pages", { width: 390, height: 844 }, "a@0 b@0 b@1 c@1 c@2 d@2 d@3"],
    ["spreads of two pages", wide, "a@0 b@0 c@0 c@1 d@1"],
  ])("%s: the highlight precedes a page turn, and turns no page that is already shown", async (_, window, path) => {
    const scene = await playing(fourPages, {}, {}, planned(4, progression, window));
    expect(await readThrough(scene, 3.9)).toBe(path);
    expect(scene.sound.starts).toEqual(["one.mp3 0"]);
  });

  it("given a spread with a silent first page, then the sentence of its second page turns to it", async () => {
    const pages: Sentence[][] = [[["a", "one.mp3", 0, 1]], [], [], [["d", "one.mp3", 1, 2]]];
    const scene = await playing(pages, {}, {}, planned(4, progression, wide));
    expect(await readThrough(scene, 1.9)).toBe("a@0 d@0 d@1");
    scene.playback.dispatch({ type: "pause" });
    expect(scene.seen).toMatchObject({ spread: 1, highlighted: "d" });
  });

  it("a pause before the page turn highlights the last sentence of the shown spread again", async () => {
    const scene = await playing(fourPages, {}, {}, planned(4, progression, wide));
    await playTo(scene, 1.996);
    expect(scene.seen).toMatchObject({ spread: 0, highlighted: "c" });
    scene.playback.dispatch({ type: "pause" });
    expect(scene.seen).toMatchObject({ spread: 0, highlighted: "b" });
  });
});

/** A sentence without a recording, which speech synthesis reads. */
const unrecorded = (id: string): Sentence => [id, "", 0, 0];

describe("a page whose first sentence is read by speech synthesis", () => {
  it.each([
    ["after a recorded sentence", [[["a", "one.mp3", 0, 1]], [unrecorded("b")]]],
    [
      "after a recorded sentence, on a spread with a later recorded one",
      [[["a", "one.mp3", 0, 1]], [unrecorded("b"), ["c", "one.mp3", 1, 2]]],
    ],
  ] satisfies Array<[string, Sentence[][]]>)(
    "%s: the page turns at once, and nothing on it is highlighted before",
    async (_, spreads) => {
      const scene = await playing(spreads);
      const path = await readThrough(scene, 0.99);
      expect(path).toBe("a@0 b@1");
      expect(scene.playback.state.phase).toBe("playing");
      expect([scene.sound.isOn, scene.seen.spoken]).toEqual([false, 1]);
    },
  );

  it("continues with the next page's sound when speech ends, page and highlight together", async () => {
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

describe("leaving a table while it is read", () => {
  const table: Sentence[] = [
    ["a", "one.mp3", 0, 1],
    ["cell1", "one.mp3", 1, 2],
    ["cell2", "one.mp3", 2, 3],
  ];

  it("continues after the table, and does nothing outside the table", async () => {
    const scene = await playing([[...table, ["b", "one.mp3", 3, 4]]]);
    await playTo(scene, 0.5);
    expect(scene.playback.isInsidePart).toBe(false);
    scene.steps.leavePart();
    expect(scene.seen.highlighted).toBe("a");
    await playTo(scene, 1.5);
    expect(scene.playback.isInsidePart).toBe(true);
    scene.steps.leavePart();
    expect(scene.seen.highlighted).toBe("b");
    expect(scene.sound.starts.at(-1)).toBe("one.mp3 3");
    expect(scene.playback.isInsidePart).toBe(false);
  });

  it("continues at the first sentence of the next page when the table ends its page", async () => {
    const scene = await playing([table, [["b", "one.mp3", 3, 4]]]);
    await playTo(scene, 1.5);
    scene.steps.leavePart();
    await frame(scene, 1.5);
    expect(scene.seen).toMatchObject({ spread: 1, highlighted: "b" });
    expect(scene.sound.starts.at(-1)).toBe("one.mp3 3");
  });
});

it("frames in the middle of a sentence change nothing in the book and notify no listeners", async () => {
  const scene = await playing([[["a", "one.mp3", 0, 5]]]);
  await playTo(scene, 0.5);
  scene.seen.log = [];
  await playTo(scene, 1.5);
  expect(scene.seen.log).toEqual([]);
});

describe("clips that name no element", () => {
  const unnamed: Sentence[][] = [
    [
      ["", "one.mp3", 0, 1.5],
      ["", "one.mp3", 1.5, 3],
      ["c", "one.mp3", 3, 4],
      ["d", "one.mp3", 4, 5],
    ],
  ];

  it("are read from the document's start, without a highlight, up to the first sentence with one", async () => {
    const scene = await playing(unnamed, { d: 1 });
    expect(scene.sound.starts).toEqual(["one.mp3 0"]);
    await playTo(scene, 2);
    expect(scene.seen).toMatchObject({ page: 0, highlighted: null });
    await playTo(scene, 3.01);
    expect(scene.seen).toMatchObject({ page: 0, highlighted: "c" });
  });

  it("are left out when a later page of the document is read", async () => {
    const scene = makeScene(unnamed, { d: 1 });
    await scene.playback.pageOpened();
    scene.seen.page = 1;
    scene.playback.pageChanged();
    scene.playback.dispatch({ type: "play" });
    expect(scene.sound.starts).toEqual(["one.mp3 4"]);
  });
});
