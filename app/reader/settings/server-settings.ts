import type { ReaderSettings } from "./reader-settings";

/** Settings of the device, which are not sent to the server: the volume in a classroom should not apply to headphones at home. */
const ofTheDevice: ReadonlySet<keyof ReaderSettings> = new Set([
  "audioVolume",
  "muted",
  "spokenLanguage",
  "readingPace",
  "voices",
  "prefersVoice",
  "showsNotes",
  "soundDelay",
  "isToldOfOnlineVoices",
]);

/** Debounce in milliseconds: a slider makes many changes. */
const batchMs = 1000;

type ServerSettings = {
  /** Schedules the changed settings to be sent. */
  changed(settings: ReaderSettings): void;
  /** Sends pending changes at once; called on pagehide. */
  flush(): void;
};

/**
 * Stores a user's settings on the server, so that they apply on other devices too. docs/product/choices.md#books.
 * @param send must not throw; a lost change is sent again only when the same setting changes again
 */
export function serverSettings(
  first: ReaderSettings,
  send: (change: Partial<ReaderSettings>) => void,
  wait: (work: () => void, milliseconds: number) => () => void = waitFor,
): ServerSettings {
  let sent = first;
  let now = first;
  let cancel: (() => void) | null = null;

  function flush(): void {
    cancel?.();
    cancel = null;
    const names = (Object.keys(now) as Array<keyof ReaderSettings>).filter(
      (name) => !ofTheDevice.has(name) && JSON.stringify(now[name]) !== JSON.stringify(sent[name]),
    );
    sent = now;
    if (names.length > 0) send(Object.fromEntries(names.map((name) => [name, now[name]])));
  }

  return {
    changed(settings) {
      now = settings;
      cancel?.();
      cancel = wait(flush, batchMs);
    },
    flush,
  };
}

function waitFor(work: () => void, milliseconds: number): () => void {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
}
