import { z } from "zod";
import type { ReaderPreferences } from "~/services/contracts/account";
import { isChanged, readComfort } from "./comfort";

/** What a reader keeps between books, with the defaults of the product pages. docs/product/reader.md#entities (Settings). */
const settingsSchema = z.object({
  /** 0 to 1. */
  audioVolume: z.number().catch(1).transform(clampVolume),
  muted: z.boolean().catch(false),
  /** 1 is 100 percent. */
  playbackRate: z.number().catch(1).transform(clampRate),
  highlight: z.boolean().catch(true),
  autoPageTurn: z.boolean().catch(true),
  /** Null: as the page around the book. */
  darkTheme: z.boolean().nullable().catch(null),
  /** Null: the book's main language. Left out as long as the person never chose: then their own, where the book speaks it. */
  preferredLanguage: z.string().nullable().optional().catch(undefined),
  /** What books are read in while signs are chosen; null and left out as above. */
  spokenLanguage: z.string().nullable().optional().catch(undefined),
  /** Null: docked beside the page. */
  videoPosition: z.object({ left: z.number(), top: z.number() }).nullable().catch(null),
  videoSize: z
    .object({ width: z.number().min(120).max(4000), height: z.number().min(68).max(4000) })
    .catch({ width: 640, height: 360 }),
  /** epub:type values that are not read aloud. */
  skipped: z.array(z.string()).catch([]),
  /** How the words of flowing books look. */
  comfort: z.unknown().default(null).transform(readComfort),
  /** What is highlighted in books that are timed by words. */
  highlightUnit: z.enum(["word", "sentence"]).catch("word"),
  /** Letters a minute that the person was seen to read; null: not known yet. */
  readingPace: z.number().min(100).max(5000).nullable().catch(null),
});

export type ReaderSettings = z.output<typeof settingsSchema>;

export const defaultSettings: ReaderSettings = settingsSchema.parse({});

/** All that the text panel sets, as it is for whoever chose nothing: dark pages follow the page around them again. */
export const standardLook = {
  comfort: defaultSettings.comfort,
  highlightUnit: defaultSettings.highlightUnit,
  darkTheme: defaultSettings.darkTheme,
};

/** Whether the text panel has anything to take back. */
export function isLookChanged({ comfort, highlightUnit, darkTheme }: ReaderSettings): boolean {
  return isChanged(comfort) || highlightUnit !== standardLook.highlightUnit || darkTheme !== standardLook.darkTheme;
}

/** docs/product/reader.md#limits. */
export const volumeStep = 0.1;
export const rateStep = 10;
/** Percent; speeds that take one press. docs/product/reader.md#comfort. */
export const ratePresets = [75, 100, 125, 150];
/** What one goes back or forward in the sound. Seconds. */
export const seekStep = 15;

/** Volume is accepted only between 0 and 1 inclusive. docs/product/reader.md#validation. */
export function clampVolume(volume: number): number {
  return Number.isFinite(volume) ? Math.round(Math.min(1, Math.max(0, volume)) * 100) / 100 : 1;
}

/** 50 to 200 percent, as a factor. docs/product/reader.md#validation. */
export function clampRate(rate: number): number {
  return Number.isFinite(rate) ? Math.round(Math.min(2, Math.max(0.5, rate)) * 100) / 100 : 1;
}

/** Which of the four icons. docs/product/reader.md#limits. */
export function volumeIcon(settings: Pick<ReaderSettings, "audioVolume" | "muted">, hasMedia: boolean) {
  const { audioVolume, muted } = settings;
  if (!hasMedia || muted || audioVolume === 0) return "off";
  if (audioVolume < 0.3) return "low";
  return audioVolume > 0.7 ? "high" : "medium";
}

/**
 * A person's settings out of what the device keeps: a map by uid. Whatever is broken in it falls back to its default.
 * @param stored the text under bookplayer_config
 */
export function readSettings(stored: string | null, uid: string): ReaderSettings {
  const map = parseMap(stored);
  const own = settingsSchema.safeParse(map[uid] ?? {});
  return own.success ? own.data : defaultSettings;
}

/**
 * The device's settings under what the server keeps for the person: the server's win. Volume and mute are a device's own; where it has
 * none yet, the volume is the one of the person's settings page. docs/product/choices.md#books.
 * @param preferences null where the server keeps nothing
 */
export function settingsUnder(
  stored: string | null,
  uid: string,
  preferences: ReaderPreferences | null,
): ReaderSettings {
  const own = readSettings(stored, uid);
  const isKnownHere = hasOwnVolume(stored, uid);
  const { audioVolume = own.audioVolume, muted: _, ...others } = preferences ?? {};
  return settingsSchema.parse({ ...own, ...others, ...(isKnownHere ? {} : { audioVolume }) });
}

/** The text to keep: other people's settings on the device stay as they are. */
export function writeSettings(stored: string | null, uid: string, settings: ReaderSettings): string {
  return JSON.stringify({ ...parseMap(stored), [uid]: settings });
}

/**
 * The same for settings that came from the server, so that the device has them without a network: a volume that was never set on the
 * device stays the one of the person's settings page.
 */
export function writeFetched(stored: string | null, uid: string, settings: ReaderSettings): string {
  const { audioVolume: _, muted: __, ...others } = settings;
  const fetched = hasOwnVolume(stored, uid) ? settings : others;
  return JSON.stringify({ ...parseMap(stored), [uid]: fetched });
}

function hasOwnVolume(stored: string | null, uid: string): boolean {
  const own = parseMap(stored)[uid];
  return typeof own === "object" && own !== null && "audioVolume" in own;
}

function parseMap(stored: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(stored ?? "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
