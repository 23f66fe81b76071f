import { Howl, Howler } from "howler";
import type { ContentSource } from "~/reader/book/content-source";
import type { AudioEvents, AudioPort } from "./audio-port";

type Loaded = {
  howl: Howl;
  element: HTMLAudioElement | null;
  hasRetried: boolean;
  /** Seconds to begin at; null: where it stands. */
  startAt: number | null;
};

/** The file that sounds and the ones before and after it. */
const kept = 3;

/**
 * Sound by howler, as media elements and without sprites, whose ends are timers. The clock is the media element's own.
 */
export function howlerPort(source: ContentSource, events: AudioEvents): AudioPort {
  const files = new Map<string, Loaded>();
  let current: string | null = null;
  let wantsSound = false;
  let rate = 1;
  let volume = 1;
  let isMuted = false;
  /** Counts how often everything was let go of: what was under way before then comes too late. */
  let clearings = 0;

  function load(href: string, hasRetried = false): Loaded {
    const known = files.get(href);
    if (known) {
      // The map is in order of use: what was used longest ago goes first.
      files.delete(href);
      files.set(href, known);
      return known;
    }
    keepElementReady();
    const howl = new Howl({
      src: [source.url(href)],
      format: [formatOf(href)],
      html5: true,
      preload: true,
      rate,
      volume,
      mute: isMuted,
    });
    const loaded: Loaded = { howl, element: elementOf(howl), hasRetried, startAt: null };
    loaded.element?.addEventListener("timeupdate", events.ticked);
    howl.on("load", () => {
      if (href === current && wantsSound) sound(loaded);
    });
    // A pause that howler held back until its play was settled may come after sound was wanted again.
    howl.on("pause", () => {
      if (href === current && wantsSound && !howl.playing()) howl.play();
    });
    howl.on("end", () => events.ended(href));
    howl.on("loaderror", () => void recover(href, loaded));
    howl.on("playerror", () => {
      if (href === current) events.failed(href);
    });
    files.set(href, loaded);
    for (const old of files.keys()) {
      if (files.size <= kept) break;
      if (old !== current && old !== href) unload(old);
    }
    return loaded;
  }

  function unload(href: string): void {
    const loaded = files.get(href);
    files.delete(href);
    loaded?.element?.removeEventListener("timeupdate", events.ticked);
    loaded?.howl.off();
    loaded?.howl.unload();
  }

  /** A refused address is signed anew and tried once more where it stood. Spec 2, section 8. */
  async function recover(href: string, loaded: Loaded): Promise<void> {
    const at = loaded.element?.currentTime ?? 0;
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
    if (current !== null && current !== href) files.get(current)?.howl.pause();
    current = href;
    wantsSound = true;
    const loaded = load(href);
    loaded.startAt = at;
    sound(loaded);
  }

  /** howler would queue each call made before the file is loaded, and play the sum of them; so it is asked once, when it can. */
  function sound(loaded: Loaded): void {
    const { howl, startAt } = loaded;
    if (howl.state() !== "loaded") return;
    loaded.startAt = null;
    if (startAt !== null) howl.seek(startAt);
    if (!howl.playing()) howl.play();
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
      if (current !== null) files.get(current)?.howl.pause();
    },
    clock() {
      const loaded = current === null ? undefined : files.get(current);
      return loaded?.startAt ?? loaded?.element?.currentTime ?? null;
    },
    isSounding() {
      const element = current === null ? null : files.get(current)?.element;
      return !!element && wantsSound && !element.paused && !element.seeking && element.readyState >= 2;
    },
    current: () => current,
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

/**
 * Without an element in its pool howler tries whether sound may start, and complains on a page that nobody has touched yet. Loading
 * asks for no such right; with the first touch howler unlocks the elements that are in use.
 */
function keepElementReady(): void {
  const { _html5AudioPool: pool } = Howler as unknown as { _html5AudioPool: HTMLAudioElement[] };
  if (pool.length === 0) pool.push(new Audio());
}

/** howler offers the element's time by seek(), but only while it believes to be playing; the highlight needs it on every frame. */
function elementOf(howl: Howl): HTMLAudioElement | null {
  const { _sounds } = howl as unknown as { _sounds: Array<{ _node: HTMLAudioElement | null }> };
  return _sounds[0]?._node ?? null;
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

/** howler asks for a format that it knows before it loads; of other names the browser finds out by itself what they hold. */
function formatOf(href: string): string {
  const ending = /\.([a-z0-9]+)$/i.exec(href)?.[1]?.toLowerCase() ?? "";
  return ending === "mp4" ? "m4a" : endings.has(ending) ? ending : "mp3";
}
