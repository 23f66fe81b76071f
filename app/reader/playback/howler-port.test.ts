import { getEventListeners } from "node:events";
import { Howler } from "howler";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { howlerPort } from "./howler-port.client";

/** The browser's media element, as far as howler asks: loads whatever it is given. */
class MediaStandIn extends EventTarget {
  static all: MediaStandIn[] = [];
  static triedWithoutSound = 0;
  src = "";
  preload = "";
  volume = 1;
  muted = false;
  paused = true;
  seeking = false;
  currentTime = 0;
  duration = 10;
  playbackRate = 1;
  readyState = 4;
  oncanplaythrough = null;

  constructor() {
    super();
    MediaStandIn.all.push(this);
  }

  canPlayType(): string {
    return "probably";
  }

  load(): void {
    if (this.src !== "") queueMicrotask(() => this.dispatchEvent(new Event("canplaythrough")));
  }

  play(): Promise<void> {
    if (this.src === "") MediaStandIn.triedWithoutSound += 1;
    this.paused = false;
    return Promise.resolve();
  }

  pause(): void {
    this.paused = true;
  }

  get heard(): number {
    const types = ["timeupdate", "canplaythrough", "ended", "error"];
    return types.reduce((sum, type) => sum + getEventListeners(this, type).length, 0);
  }
}

// Howler looks for media elements when it is imported; it is told to look again.
const howler = Howler as unknown as {
  _html5AudioPool: Array<MediaStandIn & { _unlocked?: boolean }>;
  _howls: unknown[];
  init(): void;
};

beforeEach(() => {
  vi.stubGlobal("Audio", MediaStandIn);
  vi.stubGlobal("window", { location: { protocol: "http:" } });
  howler.init();
  MediaStandIn.all = [];
  MediaStandIn.triedWithoutSound = 0;
});

afterEach(() => vi.unstubAllGlobals());

/** Files that stay loaded: the one that sounds and its neighbours. */
const kept = 3;
const told = { ended: () => undefined, failed: () => undefined, ticked: () => undefined };

/** Opens a book, hears some of its sounds and closes it. */
async function listen(book: number): Promise<void> {
  const port = howlerPort(
    { url: (href) => `/books/${book}/${href}`, text: async () => "", renew: async () => undefined },
    told,
  );
  for (let file = 1; file <= 5; file += 1) {
    port.prepare(`${file + 1}.mp3`);
    port.start(`${file}.mp3`, file / 10);
    await Promise.resolve();
    expect(howler._howls.length).toBeLessThanOrEqual(kept);
  }
  expect(port.isSounding()).toBe(true);
  port.clear();
}

it.each([
  ["before the first touch", 0],
  // So many elements howler lays up as soon as a page was touched.
  ["after it", 10],
])("books opened one after another in a tab use up no media elements, %s", async (_, laidUp) => {
  for (let index = 0; index < laidUp; index += 1) {
    howler._html5AudioPool.push(Object.assign(new MediaStandIn(), { _unlocked: true }));
  }
  for (let book = 0; book < 40; book += 1) await listen(book);
  expect(MediaStandIn.triedWithoutSound).toBe(0);
  expect(howler._howls).toEqual([]);
  const pool = howler._html5AudioPool;
  // Those of one book serve the next; none is given out twice.
  expect(pool.length).toBeLessThanOrEqual(Math.max(laidUp, kept + 1));
  expect(new Set(pool).size).toBe(pool.length);
  expect(MediaStandIn.all.length).toBeLessThan(laidUp + 10);
  expect(MediaStandIn.all.filter(({ heard, paused }) => heard !== 0 || !paused)).toEqual([]);
});
