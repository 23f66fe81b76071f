import { getEventListeners } from "node:events";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import type { howlerPort } from "./howler-port.client";

/** The members of the browser's media element that howler uses. It loads any source. */
class MediaStandIn extends EventTarget {
  static all: MediaStandIn[] = [];
  /** The promise that `play` returns: pending for a slow device. */
  static begun: Promise<void> = Promise.resolve();
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
    // howler plays an element without a source to learn whether sound may start.
    if (this.src === "") return Promise.reject(new DOMException("no source", "NotSupportedError"));
    this.paused = false;
    return MediaStandIn.begun;
  }

  pause(): void {
    this.paused = true;
  }

  get isLoaded(): boolean {
    return /\.mp3$/.test(this.src);
  }

  get ownListeners(): number {
    const types = ["timeupdate", "canplaythrough", "ended", "error"];
    return types.reduce((sum, type) => sum + getEventListeners(this, type).length, 0);
  }
}

let makePort: typeof howlerPort;

// howler looks for media elements only when it is imported.
beforeAll(async () => {
  vi.stubGlobal("Audio", MediaStandIn);
  vi.stubGlobal("window", { location: { protocol: "http:" } });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  ({ howlerPort: makePort } = await import("./howler-port.client"));
});

afterEach(() => void vi.useRealTimers());
afterAll(() => void vi.unstubAllGlobals());

/** howler reports a loaded file from a timer. */
const untilLoaded = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Maximum number of loaded files: the playing one and its neighbours. */
const maxFiles = 3;
const noEvents = { ended: () => undefined, failed: () => undefined, refused: () => undefined };

const openBook = (book: number) =>
  makePort({ url: (href) => `/books/${book}/${href}`, text: async () => "", renew: async () => undefined }, noEvents);

/** Opens a book, plays five of its files and closes it. */
async function listen(book: number): Promise<void> {
  const port = openBook(book);
  for (let file = 1; file <= 5; file += 1) {
    port.prepare(`${file + 1}.mp3`);
    port.start(`${file}.mp3`, file / 10);
    await untilLoaded();
    expect(MediaStandIn.all.filter(({ isLoaded }) => isLoaded).length).toBeLessThanOrEqual(maxFiles);
  }
  port.clear();
}

it("given forty books opened one after another, then every media element is released", async () => {
  for (let book = 0; book < 40; book += 1) await listen(book);
  expect(MediaStandIn.all.length).toBeGreaterThan(0);
  expect(
    MediaStandIn.all.filter(({ isLoaded, ownListeners, paused }) => isLoaded || ownListeners !== 0 || !paused),
  ).toEqual([]);
});

it("given a playing file, then isSounding is true while its clock advances and false when it stalls", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const port = openBook(1);
  port.start("1.mp3", 2);
  expect(port.clock()).toBe(2);
  await untilLoaded();
  const element = MediaStandIn.all.find(({ isLoaded }) => isLoaded);
  if (!element) throw new Error("nothing was loaded");
  expect([port.clock(), port.isSounding()]).toEqual([2, false]);
  element.currentTime = 2.1;
  expect([port.clock(), port.isSounding()]).toEqual([2.1, true]);
  vi.advanceTimersByTime(100);
  expect(port.isSounding()).toBe(true);
  vi.advanceTimersByTime(100);
  expect(port.isSounding()).toBe(false);
  element.currentTime = 2.2;
  expect(port.isSounding()).toBe(true);
  port.stop();
  expect(port.isSounding()).toBe(false);
});

/** Starts a file whose sound has not begun yet. `begin` lets the sound begin. */
async function startSlowly(port: ReturnType<typeof openBook>, href: string) {
  let resolve = (): void => undefined;
  MediaStandIn.begun = new Promise((settle) => {
    resolve = settle;
  });
  port.start(href, 0);
  await untilLoaded();
  const element = MediaStandIn.all.find(({ src }) => src.endsWith(href));
  if (!element) throw new Error("nothing was loaded");
  const begin = async () => {
    MediaStandIn.begun = Promise.resolve();
    resolve();
    await untilLoaded();
  };
  return { element, begin };
}

it("given a seek before the sound has begun, then it begins at the last position", async () => {
  const port = openBook(50);
  const { element, begin } = await startSlowly(port, "slow-seek.mp3");
  port.start("slow-seek.mp3", 6);
  port.start("slow-seek.mp3", 7);
  element.currentTime = 0.1;
  expect([port.clock(), port.isSounding()]).toEqual([7, false]);
  await begin();
  expect([element.currentTime, element.paused]).toEqual([7, false]);
  port.clear();
});

it("given a pause or another file before the sound has begun, then the element is paused once it begins", async () => {
  const port = openBook(51);
  const first = await startSlowly(port, "slow-pause.mp3");
  port.stop();
  await first.begin();
  expect(first.element.paused).toBe(true);
  const second = await startSlowly(port, "slow-other.mp3");
  port.start("slow-next.mp3", 1);
  await second.begin();
  expect(second.element.paused).toBe(true);
  port.clear();
});

it("given a file that is refused before it is loaded, then its URL is renewed and it plays from the position", async () => {
  vi.stubGlobal("fetch", async () => new Response(null, { status: 403 }));
  let policy = "old";
  const renew = vi.fn(async () => {
    policy = "new";
  });
  const failed = vi.fn();
  const url = (href: string) => `/books/52/${policy}/${href}`;
  const port = makePort({ url, text: async () => "", renew }, { ...noEvents, failed });
  port.start("refused.mp3", 6);
  const elementOf = (src: string) => MediaStandIn.all.find((element) => element.src === src);
  const refused = elementOf("/books/52/old/refused.mp3");
  Object.assign(refused ?? {}, { error: { code: 2 } });
  refused?.dispatchEvent(new Event("error"));
  await vi.waitFor(() => {
    expect(elementOf("/books/52/new/refused.mp3")).toMatchObject({ currentTime: 6, paused: false });
  });
  expect(elementOf("/books/52/old/refused.mp3")).toBeUndefined();
  expect([renew.mock.calls.length, failed.mock.calls.length, port.clock()]).toEqual([1, 0, 6]);
  port.clear();
});
