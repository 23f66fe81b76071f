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

export function howlerPort(source: ContentSource, events: AudioEvents): AudioPort {
  return new HowlerPort(source, events);
}

/**
 * Audio through howler, with media elements and without sprites, because sprites end by timer. The clock is the media
 * element's own, read with howler's `seek`. For files loaded before the first user gesture, howler warns of a locked
 * element and unlocks it with that gesture.
 */
class HowlerPort implements AudioPort {
  /** Ordered by use, so that the least recently used file is unloaded first. */
  private readonly files = new Map<string, Loaded>();
  private currentHref: string | null = null;
  private wantsSound = false;
  private rate = 1;
  private volume = 1;
  private isMuted = false;
  /** Counts calls of clear(), so that a renewal that began before one is discarded. */
  private clearings = 0;
  /** Last media time read, and when it last changed (page time in milliseconds). */
  private lastTime: number | null = null;
  private movedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly source: ContentSource,
    private readonly events: AudioEvents,
  ) {}

  start(href: string, at: number): void {
    if (this.currentHref !== href) this.pause();
    this.currentHref = href;
    this.wantsSound = true;
    const loaded = this.load(href);
    loaded.startAt = at;
    this.stillAt(at);
    this.sound(loaded);
  }

  resume(): void {
    if (this.currentHref === null) return;
    this.wantsSound = true;
    this.sound(this.load(this.currentHref));
  }

  stop(): void {
    this.wantsSound = false;
    this.pause();
  }

  clock(): number | null {
    const loaded = this.currentFile();
    if (!loaded) return null;
    if (loaded.startAt !== null) return loaded.startAt;
    const seconds = loaded.howl.seek();
    if (this.lastTime !== null && seconds !== this.lastTime) this.movedAt = performance.now();
    this.lastTime = seconds;
    return seconds;
  }

  isSounding(): boolean {
    if (!this.wantsSound || !this.currentFile()?.howl.playing()) return false;
    this.clock();
    return performance.now() - this.movedAt < stalledAfter;
  }

  current(): string | null {
    return this.currentHref;
  }

  length(href: string): number | null {
    const howl = this.files.get(href)?.howl;
    return howl?.state() === "loaded" ? howl.duration() : null;
  }

  prepare(href: string): void {
    this.load(href);
  }

  setRate(rate: number): void {
    this.rate = rate;
    for (const { howl } of this.files.values()) howl.rate(rate);
  }

  setVolume(volume: number): void {
    this.volume = volume;
    for (const { howl } of this.files.values()) howl.volume(volume);
  }

  setMuted(isMuted: boolean): void {
    this.isMuted = isMuted;
    for (const { howl } of this.files.values()) howl.mute(isMuted);
  }

  clear(): void {
    this.wantsSound = false;
    this.currentHref = null;
    this.clearings += 1;
    for (const href of [...this.files.keys()]) this.unload(href);
  }

  private currentFile(): Loaded | undefined {
    return this.currentHref === null ? undefined : this.files.get(this.currentHref);
  }

  private load(href: string, hasRetried = false): Loaded {
    const known = this.files.get(href);
    if (known) {
      this.files.delete(href);
      this.files.set(href, known);
      return known;
    }
    const howl = new Howl({
      src: [this.source.url(href)],
      format: [formatOf(href)],
      html5: true,
      preload: true,
      rate: this.rate,
      volume: this.volume,
      mute: this.isMuted,
    });
    const loaded: Loaded = { howl, hasRetried, startAt: null, isBeginning: false };
    this.listen(href, loaded);
    this.files.set(href, loaded);
    for (const old of this.files.keys()) {
      if (this.files.size <= maxFiles) break;
      if (old !== this.currentHref && old !== href) this.unload(old);
    }
    return loaded;
  }

  private listen(href: string, loaded: Loaded): void {
    const { howl } = loaded;
    const isWanted = () => href === this.currentHref && this.wantsSound;
    howl.on("load", () => {
      if (isWanted()) this.sound(loaded);
    });
    // howler delays a pause until its play has settled; by then playback may be wanted again.
    howl.on("pause", () => {
      if (isWanted() && !howl.playing()) this.play(loaded);
    });
    howl.on("play", () => {
      loaded.isBeginning = false;
      if (isWanted()) this.sound(loaded);
      else howl.pause();
    });
    howl.on("end", () => {
      loaded.isBeginning = false;
      this.events.ended(href);
    });
    howl.on("loaderror", () => void this.recover(href, loaded));
    howl.on("playerror", () => {
      loaded.isBeginning = false;
      if (href === this.currentHref) this.events.refused();
    });
  }

  private unload(href: string): void {
    const loaded = this.files.get(href);
    this.files.delete(href);
    loaded?.howl.off();
    loaded?.howl.unload();
  }

  /** Renews the policy after a refused request and retries once at the same position. docs/product/reader.md#errors. */
  private async recover(href: string, loaded: Loaded): Promise<void> {
    const at = loaded.startAt ?? loaded.howl.seek();
    const wasPlaying = href === this.currentHref && this.wantsSound;
    const since = this.clearings;
    this.unload(href);
    try {
      if (loaded.hasRetried) throw new Error("It failed twice");
      const response = await fetch(this.source.url(href), { method: "HEAD" });
      if (response.status !== 403) throw new Error(`It failed with ${response.status}`);
      await this.source.renew();
      if (since !== this.clearings) return;
      this.load(href, true);
      if (wasPlaying && href === this.currentHref) this.start(href, at);
    } catch {
      if (href === this.currentHref) this.events.failed(href);
    }
  }

  /**
   * howler queues calls made before the file is loaded and then runs all of them; calls made before playback has begun
   * may be dropped. So it is called once, when it is ready.
   */
  private sound(loaded: Loaded): void {
    const { howl, startAt } = loaded;
    if (howl.state() !== "loaded" || loaded.isBeginning) return;
    loaded.startAt = null;
    if (startAt !== null) {
      howl.seek(startAt);
      this.stillAt(startAt);
    }
    if (!howl.playing()) this.play(loaded);
  }

  private play(loaded: Loaded): void {
    loaded.isBeginning = true;
    loaded.howl.play();
  }

  /** Audio that has not begun yet is paused in its `play` event. */
  private pause(): void {
    const loaded = this.currentFile();
    if (loaded && !loaded.isBeginning) loaded.howl.pause();
  }

  private stillAt(seconds: number | null): void {
    this.lastTime = seconds;
    this.movedAt = Number.NEGATIVE_INFINITY;
  }
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
