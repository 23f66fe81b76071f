import type { ReaderSettings } from "./reader-settings";

/** What stays on the device: a quiet classroom says nothing about the headphones at home. */
const ofTheDevice: ReadonlySet<keyof ReaderSettings> = new Set([
  "audioVolume",
  "muted",
  "spokenLanguage",
  "readingPace",
]);

/** Milliseconds that a change waits for the next one: a slider makes many. */
const batchMs = 1000;

export type ServerSettings = {
  /** Takes the settings as they are now; what changed goes to the server a moment later. */
  changed(settings: ReaderSettings): void;
  /** Sends at once what still waits; for the page's end. */
  flush(): void;
};

/**
 * Keeps a person's settings on the server, so that they are the same on the next device. docs/product/choices.md#books.
 * @param send never throws; a change that is lost is sent with the next one of its name
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
