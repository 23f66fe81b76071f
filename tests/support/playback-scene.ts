import { afterEach, beforeEach, vi } from "vitest";
import type { SpineItem } from "~/epub/book";
import { buildTimeline, type Timeline } from "~/reader/narration/timeline";
import type { Track } from "~/reader/narration/track";
import { Playback } from "~/reader/playback/playback.client";
import type { PlaybackSettings } from "~/reader/playback/playback-ports";
import { Steps } from "~/reader/playback/steps";
import type { SpeechEvents } from "~/reader/speech/speech.client";
import type { BookFrame } from "~/reader/view/frame";
import { isRange, type TextPlace } from "~/reader/view/text-place";
import type { TurnResult } from "~/reader/view/turn-result";

/** Times in seconds of media time. */
export type Sentence = [id: string, sound: string, begin: number, end: number | null, turnPageAt?: number];
type Words = Element & { id: string; page: number };
export type Scene = ReturnType<typeof makeScene>;

let now: number;
let nextFrame: ((now: number) => void) | null;

/** Destroyed after each test, which ends their timers. */
const made: Playback[] = [];

/** Mocks animation frames and time in each test of a file. */
export function mockPlaybackTime(): void {
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
    for (const playback of made.splice(0)) playback.destroy();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
}

/**
 * A book of documents, each with its sentences and the page of the document that each is on, and audio driven by the
 * frames.
 * @param spreads indexes of the documents shown together, in reading order; by default each is a separate spread
 */
export function makeScene(
  documents: Sentence[][],
  pageOf: Record<string, number> = {},
  changes: Partial<PlaybackSettings> = {},
  spreads: readonly (readonly number[])[] = documents.map((_, index) => [index]),
) {
  const timelines = spreads.map(
    (items): Timeline => buildTimeline(items.flatMap((index) => (documents[index] ?? []).map(trackOf(index)))),
  );
  const frames = documents.map((sentences, index) => {
    const words = sentences.map(([id]) => ({ ...plainElement, id, page: pageOf[id] ?? 0 }));
    const getElementById = (id: string) => words.find((one) => one.id === id) ?? null;
    return { item: { index, href: `${index}.xhtml` }, document: { getElementById } } as unknown as BookFrame;
  });
  const seen = {
    spread: 0,
    page: 0,
    highlighted: null as string | null,
    isReady: true,
    /** Resolves when the next spread's documents are loaded. */
    isLoading: Promise.resolve(),
    spoken: 0,
    said: [] as string[],
    log: [] as string[],
  };
  const sound = { href: null as string | null, at: 0, isOn: false, starts: [] as string[] };
  let spoken: SpeechEvents | null = null;
  let requests = 0;
  const settings = {
    rate: 1,
    volume: 1,
    isMuted: false,
    isHighlighting: true,
    isBySentence: false,
    language: null,
    skipped: new Set(""),
    soundDelay: 0,
    ...changes,
  };
  const spread = (index: number): BookFrame[] => frames.filter((_, item) => spreads[index]?.includes(item));
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
    length: () => null,
    prepare: () => undefined,
    setRate: () => undefined,
    setVolume: () => undefined,
    setMuted: () => undefined,
    clear: () => undefined,
  };
  const pages = {
    get frames() {
      return spread(seen.spread);
    },
    get items() {
      return spread(seen.spread).map(({ item }) => item as SpineItem);
    },
    get framesAhead() {
      return seen.isReady ? spread(seen.spread + 1) : [];
    },
    itemsBeyond: () => spread(seen.spread + 1).map(({ item }) => item as SpineItem),
    get pages() {
      return { page: seen.page };
    },
    isScrolled: false,
    isVisible: (text: TextPlace) => (text as Words).page === seen.page,
    isInSight: (text: TextPlace) => (text as Words).page === seen.page,
    reveal(text: TextPlace) {
      seen.page = (text as Words).page;
      return true;
    },
    partsOf: (text: TextPlace) => [{ page: (text as Words).page, share: 1 }],
    showPage(page: number) {
      seen.page = page;
    },
    follow: () => undefined,
  };
  const known = (items: readonly SpineItem[]) =>
    timelines[spreads.findIndex((spread) => spread[0] === items[0]?.index)] ?? null;
  const highlightText = (text: TextPlace | null) => {
    seen.highlighted = text && !isRange(text) ? text.id : null;
  };
  const playback = new Playback(
    audio,
    {
      speak: (words, _settings, events) => {
        seen.spoken += 1;
        seen.said.push(words.text);
        spoken = events;
      },
      change: () => undefined,
      stop: () => {
        spoken = null;
      },
    },
    { known, timelineOf: async (items) => known(items) ?? { clips: [], runs: [] }, isMissing: () => false },
    pages,
    { show: highlightText, markPlaying: () => seen.log.push("marks") },
    () => settings,
    { changed: () => seen.log.push("tells"), notice: () => undefined, turn },
  );
  made.push(playback);
  /** The speech synthesis ends. */
  async function speechEnds(): Promise<void> {
    spoken?.ended();
    for (let turn = 0; turn < 10; turn += 1) await null;
  }
  async function turn(): Promise<TurnResult> {
    if (!spreads[seen.spread + 1]) return "end";
    requests += 1;
    const request = requests;
    await seen.isLoading;
    if (request !== requests) return "superseded";
    Object.assign(seen, { spread: seen.spread + 1, page: 0 });
    void playback.pageOpened();
    return "shown";
  }
  const steps = new Steps(playback, audio, pages, async () => undefined);
  return { playback, steps, seen, sound, settings, turn, speechEnds };
}

/** The part of an element that speech synthesis uses. */
const plainElement = {
  nodeType: 1,
  localName: "p",
  childNodes: [],
  getAttribute: () => null,
  getAttributeNS: () => null,
};

function trackOf(index: number) {
  return ([id, url, clipBegin, clipEnd, turnPageAt]: Sentence): Track => ({
    audio: url === "" ? null : { src: url, url, clipBegin, clipEnd, turnPageAt: turnPageAt ?? null, baseMediaUrl: "" },
    text: { srcFragmentId: id, srcFile: `${index}.xhtml` },
    types: [],
    escapable: id.startsWith("cell") ? 1 : null,
  });
}

/** Runs an animation frame at this media time, including its consequences. */
export async function frame({ sound }: Scene, at: number): Promise<void> {
  now += 1000 / 60;
  sound.at = at;
  nextFrame?.(now);
  for (let turn = 0; turn < 10; turn += 1) await null;
}

/** Plays in even frames up to a media time. */
export async function playTo(scene: Scene, until: number): Promise<void> {
  const { rate } = scene.settings;
  while (scene.sound.at + rate / 60 < until) await frame(scene, scene.sound.at + rate / 60);
  await frame(scene, until);
}

export async function playing(...parts: Parameters<typeof makeScene>): Promise<Scene> {
  const scene = makeScene(...parts);
  await scene.playback.pageOpened();
  scene.playback.dispatch({ type: "play" });
  return scene;
}
