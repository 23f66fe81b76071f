import { Howl } from "howler";
import type { ContentSource } from "~/reader/book/content-source";
import type { AudioEvents, AudioPort } from "./audio-port";

type Loaded = {
  howl: Howl;
  hasRetried: boolean;
  /** Seconds to start at; null: at the current position. */
  startAt: number | null;
  /** `play` was called, and howler has not fired `play`, `end` or `playerror` yet. */
  isBeginning: boolean;
};

/** Files in memory: the current one, the one before and the one after. */
const maxFiles = 3;

/** Milliseconds. A clock that has not moved for this long is stalled, or has not begun. */
const stalledAfter = 150;

/**
 * Audio through howler, with media elements and without sprites, because sprites end by timer. The clock is the media
 * element's own, read with howler's `seek`. For files loaded before the first user gesture, howler warns of a locked
 * element and unlocks it with that gesture.
 */
export function howlerPort(source: ContentSource, events: AudioEvents): AudioPort {
  const files = new Map<string, Loaded>();
  let current: string | null = null;
  let wantsSound = false;
  let rate = 1;
  let volume = 1;
  let isMuted = false;
  /** Counts calls of clear(), so that a renewal that began before one is discarded. */
  let clearings = 0;
  /** Last media time read, and when it last changed (page time in milliseconds). */
  let lastTime: number | null = null;
  let movedAt = Number.NEGATIVE_INFINITY;

  function load(href: string, hasRetried = false): Loaded {
    const known = files.get(href);
    if (known) {
      // The map is ordered by use, so the least recently used file is unloaded first.
      files.delete(href);
      files.set(href, known);
      return known;
    }
    const howl = new Howl({
      src: [source.url(href)],
      format: [formatOf(href)],
      html5: true,
      preload: true,
      rate,
      volume,
      mute: isMuted,
    });
    const loaded: Loaded = { howl, hasRetried, startAt: null, isBeginning: false };
    howl.on("load", () => {
      if (href === current && wantsSound) sound(loaded);
    });
    // howler delays a pause until its play has settled; by then playback may be wanted again.
    howl.on("pause", () => {
      if (href === current && wantsSound && !howl.playing()) play(loaded);
    });
    howl.on("play", () => {
      loaded.isBeginning = false;
      if (href === current && wantsSound) sound(loaded);
      else howl.pause();
    });
    howl.on("end", () => {
      loaded.isBeginning = false;
      events.ended(href);
    });
    howl.on("loaderror", () => void recover(href, loaded));
    howl.on("playerror", () => {
      loaded.isBeginning = false;
      if (href === current) events.failed(href);
    });
    files.set(href, loaded);
    for (const old of files.keys()) {
      if (files.size <= maxFiles) break;
      if (old !== current && old !== href) unload(old);
    }
    return loaded;
  }

  function unload(href: string): void {
    const loaded = files.get(href);
    files.delete(href);
    loaded?.howl.off();
    loaded?.howl.unload();
  }

  /** Renews the policy after a refused request and retries once at the same position. docs/product/reader.md#errors. */
  async function recover(href: string, loaded: Loaded): Promise<void> {
    const at = loaded.startAt ?? loaded.howl.seek();
    const wasPlaying = href === current && wantsSound;
    const since = clearings;
    unload(href);
    try {
      if (loaded.hasRetried) throw new Error("It failed twice");
      const response = await fetch(source.url(href), { method: "HEAD" });
      if (response.status !== 403) throw new Error(`It failed with ${response.status}`);
      await source.renew();
      if (since !== clearings) return;
      load(href, true);
      if (wasPlaying && href === current) start(href, at);
    } catch {
      if (href === current) events.failed(href);
    }
  }

  function start(href: string, at: number): void {
    if (current !== href) pause();
    current = href;
    wantsSound = true;
    const loaded = load(href);
    loaded.startAt = at;
    stillAt(at);
    sound(loaded);
  }

  /**
   * howler queues calls made before the file is loaded and then runs all of them; calls made before playback has begun
   * may be dropped. So it is called once, when it is ready.
   */
  function sound(loaded: Loaded): void {
    const { howl, startAt } = loaded;
    if (howl.state() !== "loaded" || loaded.isBeginning) return;
    loaded.startAt = null;
    if (startAt !== null) {
      howl.seek(startAt);
      stillAt(startAt);
    }
    if (!howl.playing()) play(loaded);
  }

  function play(loaded: Loaded): void {
    loaded.isBeginning = true;
    loaded.howl.play();
  }

  /** Audio that has not begun yet is paused in its `play` event. */
  function pause(): void {
    const loaded = current === null ? undefined : files.get(current);
    if (loaded && !loaded.isBeginning) loaded.howl.pause();
  }

  function stillAt(seconds: number | null): void {
    lastTime = seconds;
    movedAt = Number.NEGATIVE_INFINITY;
  }

  function clock(): number | null {
    const loaded = current === null ? undefined : files.get(current);
    if (!loaded) return null;
    if (loaded.startAt !== null) return loaded.startAt;
    const seconds = loaded.howl.seek();
    if (lastTime !== null && seconds !== lastTime) movedAt = performance.now();
    lastTime = seconds;
    return seconds;
  }

  return {
    start,
    resume() {
      if (current === null) return;
      wantsSound = true;
      sound(load(current));
    },
    stop() {
      wantsSound = false;
      pause();
    },
    clock,
    isSounding() {
      if (!wantsSound || current === null || !files.get(current)?.howl.playing()) return false;
      clock();
      return performance.now() - movedAt < stalledAfter;
    },
    current: () => current,
    length(href) {
      const howl = files.get(href)?.howl;
      return howl?.state() === "loaded" ? howl.duration() : null;
    },
    prepare(href) {
      load(href);
    },
    setRate(next) {
      rate = next;
      for (const { howl } of files.values()) howl.rate(next);
    },
    setVolume(next) {
      volume = next;
      for (const { howl } of files.values()) howl.volume(next);
    },
    setMuted(next) {
      isMuted = next;
      for (const { howl } of files.values()) howl.mute(next);
    },
    clear() {
      wantsSound = false;
      current = null;
      clearings += 1;
      for (const href of [...files.keys()]) unload(href);
    },
  };
}

const endings = new Set([
  "mp3",
  "mpeg",
  "opus",
  "ogg",
  "oga",
  "wav",
  "aac",
  "caf",
  "m4a",
  "m4b",
  "webm",
  "weba",
  "flac",
]);

/** howler requires a known format before it loads; for other extensions any is passed, since the browser detects the format itself. */
function formatOf(href: string): string {
  const ending = /\.([a-z0-9]+)$/i.exec(href)?.[1]?.toLowerCase() ?? "";
  return ending === "mp4" ? "m4a" : endings.has(ending) ? ending : "mp3";
}
