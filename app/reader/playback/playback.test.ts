import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SpineItem } from "../../epub/book";
import { buildTimeline, type Timeline } from "../narration/timeline";
import type { Track } from "../narration/track";
import type { BookFrame } from "../view/frame";
import { Playback } from "./playback.client";
import type { PlaybackSettings } from "./playback-ports";

type Sentence = [id: string, sound: string, begin: number, end: number | null, turnPageAt?: number];
type Words = Element & { id: string; page: number };
type Scene = ReturnType<typeof makeScene>;

let now: number;
let nextFrame: ((now: number) => void) | null;

beforeEach(() => {
  now = 1000;
  nextFrame = null;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.stubGlobal("requestAnimationFrame", (work: (now: number) => void) => {
    nextFrame = work;
    return 1;
  });
  vi.stubGlobal("cancelAnimationFrame", () => {
    nextFrame = null;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A book of leaves, each with its sentences and the page of the leaf that they stand on, and a sound that goes with the frames. */
function makeScene(leaves: Sentence[][], pageOf: Record<string, number> = {}, changes: Partial<PlaybackSettings> = {}) {
  const timelines = leaves.map((sentences, index): Timeline => buildTimeline(sentences.map(trackOf(index))));
  const frames = leaves.map((sentences, index) => {
    const words = sentences.map(([id]) => ({ id, page: pageOf[id] ?? 0 }));
    const getElementById = (id: string) => words.find((one) => one.id === id) ?? null;
    return { item: { index, href: `${index}.xhtml` }, document: { getElementById } } as unknown as BookFrame;
  });
  const seen = { leaf: 0, page: 0, lit: null as string | null, isReady: true, log: [] as string[] };
  const sound = { href: null as string | null, at: 0, isOn: false, starts: [] as string[] };
  const settings = {
    rate: 1,
    volume: 1,
    isMuted: false,
    isHighlighting: true,
    language: null,
    skipped: new Set(""),
    ...changes,
  };
  const leaf = (index: number): BookFrame[] => frames.slice(index, index + 1);
  const audio = {
    start(href: string, at: number) {
      Object.assign(sound, { href, at, isOn: true });
      sound.starts.push(`${href} ${at}`);
    },
    resume() {
      sound.isOn = true;
    },
    stop() {
      sound.isOn = false;
    },
    clock: () => (sound.href === null ? null : sound.at),
    isSounding: () => sound.isOn,
    current: () => sound.href,
    prepare: () => undefined,
    setRate: () => undefined,
    setVolume: () => undefined,
    setMuted: () => undefined,
    clear: () => undefined,
  };
  const pages = {
    get frames() {
      return leaf(seen.leaf);
    },
    get items() {
      return leaf(seen.leaf).map(({ item }) => item as SpineItem);
    },
    get framesAhead() {
      return seen.isReady ? leaf(seen.leaf + 1) : [];
    },
    itemsBeyond: () => leaf(seen.leaf + 1).map(({ item }) => item as SpineItem),
    get pages() {
      return { page: seen.page };
    },
    isVisible: (element: Element) => (element as Words).page === seen.page,
    reveal(element: Element) {
      seen.page = (element as Words).page;
      return true;
    },
    partsOf: (element: Element) => [{ page: (element as Words).page, share: 1 }],
    showPage(page: number) {
      seen.page = page;
    },
    follow: () => undefined,
  };
  const known = (items: readonly SpineItem[]) => timelines[items[0]?.index ?? -1] ?? null;
  const light = (element: Element | null) => {
    seen.lit = element?.id ?? null;
  };
  const playback = new Playback(
    audio,
    { speak: () => undefined, stop: () => undefined },
    { known, timelineOf: async (items) => known(items) ?? { clips: [], runs: [] } },
    pages,
    { light, markPlaying: () => undefined },
    () => settings,
    { changed: () => undefined, notice: () => undefined, turn },
  );
  async function turn(): Promise<boolean> {
    if (!leaves[seen.leaf + 1]) return false;
    await null;
    Object.assign(seen, { leaf: seen.leaf + 1, page: 0 });
    void playback.pageOpened();
    return true;
  }
  return { playback, seen, sound, settings, turn };
}

function trackOf(index: number) {
  return ([id, url, clipBegin, clipEnd, turnPageAt]: Sentence): Track => ({
    audio: { src: url, url, clipBegin, clipEnd, turnPageAt: turnPageAt ?? null, baseMediaUrl: "" },
    text: { srcFragmentId: id, srcFile: `${index}.xhtml` },
    types: [],
    escapable: null,
  });
}

/** The frame in which the media clock says so; what it leads to is done before the next. */
async function frame({ sound }: Scene, at: number): Promise<void> {
  now += 1000 / 60;
  sound.at = at;
  nextFrame?.(now);
  for (let turn = 0; turn < 10; turn += 1) await null;
}

/** Plays on in even frames to a time of the sound. */
async function playTo(scene: Scene, until: number): Promise<void> {
  const { rate } = scene.settings;
  while (scene.sound.at + rate / 60 < until) await frame(scene, scene.sound.at + rate / 60);
  await frame(scene, until);
}

async function playing(...parts: Parameters<typeof makeScene>): Promise<Scene> {
  const scene = makeScene(...parts);
  await scene.playback.pageOpened();
  scene.playback.dispatch({ type: "play" });
  return scene;
}

const twoLeaves: Sentence[][] = [[["a", "one.mp3", 0, 1]], [["b", "one.mp3", 1, 2]]];

describe.each([0.5, 1, 2])("at %s times", (rate) => {
  it("lights the next document's first sentence where it waits, and shows it when its sound has begun", async () => {
    const scene = await playing(twoLeaves, {}, { rate });
    await playTo(scene, 1 - 0.004 * rate);
    expect(scene.seen).toMatchObject({ leaf: 0, lit: "b" });
    await frame(scene, 1 + 0.013 * rate);
    expect(scene.seen).toMatchObject({ leaf: 1, lit: "b" });
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
    expect(scene.seen).toMatchObject({ page: 0, lit: "b" });
    await frame(scene, 1 + 0.013 * rate);
    expect(scene.seen).toMatchObject({ page: 1, lit: "b" });
  });
});

describe("a page with a sound of its own", () => {
  const ownSounds: Sentence[][] = [[["a", "one.mp3", 0, null]], [["b", "two.mp3", 0, null]]];

  it("comes when that sound has begun, whose start the end of the one before is", async () => {
    const scene = await playing(ownSounds);
    await playTo(scene, 0.9);
    scene.playback.audioEnded("one.mp3");
    expect(scene.seen).toMatchObject({ leaf: 0, lit: "b" });
    await frame(scene, 0);
    await frame(scene, 0);
    expect(scene.seen.leaf).toBe(0);
    // The old sound's end may be told a second time.
    scene.playback.audioEnded("one.mp3");
    await frame(scene, 0.012);
    expect(scene.seen).toMatchObject({ leaf: 1, lit: "b" });
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
      expect(scene.seen).toMatchObject({ leaf: 1, lit: "b" });
    }
  });

  it("is left alone by a pause before it came, and what was lit there goes out", async () => {
    const scene = await playing(ownSounds);
    await playTo(scene, 0.9);
    scene.playback.audioEnded("one.mp3");
    scene.playback.dispatch({ type: "pause" });
    expect(scene.seen).toMatchObject({ leaf: 0, lit: "a" });
    scene.playback.dispatch({ type: "play" });
    expect(scene.sound.starts.at(-1)).toBe("one.mp3 0");
  });
});

describe("between a page's light and the page", () => {
  const crossing = async (changes: Partial<PlaybackSettings> = {}) => {
    const scene = await playing(twoLeaves, {}, changes);
    await playTo(scene, 0.996);
    expect(scene.playback.state.phase).toBe("crossing");
    return scene;
  };

  it("a pause takes the light back, and playing goes on into the page", async () => {
    const scene = await crossing();
    scene.playback.dispatch({ type: "pause" });
    expect(scene.seen).toMatchObject({ leaf: 0, lit: "a" });
    scene.playback.dispatch({ type: "play" });
    await playTo(scene, 1.02);
    expect(scene.seen).toMatchObject({ leaf: 1, lit: "b" });
  });

  it("a sound that is sent back takes the light along", async () => {
    const scene = await crossing();
    await frame(scene, 0.5);
    expect(scene.seen).toMatchObject({ leaf: 0, lit: "a" });
    await playTo(scene, 1.02);
    expect(scene.seen).toMatchObject({ leaf: 1, lit: "b" });
  });

  it("a turn by hand is the turn", async () => {
    const scene = await crossing();
    await scene.turn();
    await playTo(scene, 1.1);
    expect(scene.seen).toMatchObject({ leaf: 1, lit: "b" });
    expect(scene.sound.starts).toEqual(["one.mp3 0"]);
  });

  it("a tapped sentence is read from its begin", async () => {
    const scene = await crossing();
    scene.playback.playFrom(0);
    expect(scene.seen).toMatchObject({ leaf: 0, lit: "a" });
    expect(scene.sound.starts).toEqual(["one.mp3 0", "one.mp3 0"]);
  });

  it("nothing is lit where nothing shall be", async () => {
    const scene = await crossing({ isHighlighting: false });
    expect(scene.seen.lit).toBeNull();
    await playTo(scene, 1.02);
    expect(scene.seen).toMatchObject({ leaf: 1, lit: null });
  });
});

it("without auto page turn nothing of the next page is lit or sounds", async () => {
  const scene = makeScene(twoLeaves);
  await scene.playback.pageOpened();
  scene.playback.dispatch({ type: "auto-turn-set", on: false });
  scene.playback.dispatch({ type: "play" });
  await playTo(scene, 1.05);
  expect(scene.seen).toMatchObject({ leaf: 0, lit: null });
  expect(scene.sound.isOn).toBe(false);
});

it("turnPageAt turns when it has come, and the sentence is heard to its end before the next is lit", async () => {
  const scene = await playing([[["a", "one.mp3", 0, 2, 1]], [["b", "one.mp3", 2, 3]]]);
  await playTo(scene, 0.999);
  expect(scene.seen.leaf).toBe(0);
  await playTo(scene, 1.02);
  expect(scene.seen).toMatchObject({ leaf: 1, lit: "a" });
  await playTo(scene, 1.98);
  expect(scene.seen.lit).toBe("a");
  await playTo(scene, 2.02);
  expect(scene.seen.lit).toBe("b");
  expect(scene.sound.starts).toEqual(["one.mp3 0"]);
});

it("a silence before the next page's sentence belongs to neither light nor page", async () => {
  const scene = await playing([[["a", "one.mp3", 0, 1]], [["b", "one.mp3", 1.2, 2]]]);
  await playTo(scene, 1.18);
  expect(scene.seen).toMatchObject({ leaf: 0, lit: "a" });
  await playTo(scene, 1.196);
  expect(scene.seen).toMatchObject({ leaf: 0, lit: "b" });
  await playTo(scene, 1.22);
  expect(scene.seen.leaf).toBe(1);
});

it("a page that is not ready is turned to and waited for", async () => {
  const scene = await playing(twoLeaves);
  scene.seen.isReady = false;
  await playTo(scene, 1.02);
  expect(scene.seen).toMatchObject({ leaf: 1, lit: "b" });
  expect(scene.sound.starts).toEqual(["one.mp3 0"]);
});
