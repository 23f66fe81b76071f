import { z } from "zod";
import type { ReaderPreferences } from "~/services/contracts/reader-preferences";
import { isChanged, readComfort } from "./comfort";
import { type Look, readPresets } from "./presets";
import { isLayoutChanged, readLayout } from "./reading-layout";
import { readTextStyle } from "./text-style";

/** A user's reader settings across books, with the defaults of the product pages. docs/product/reader.md#entities (Settings). */
const settingsSchema = z.object({
  /** 0 to 1. */
  audioVolume: z.number().catch(1).transform(clampVolume),
  muted: z.boolean().catch(false),
  /** 1 is 100 percent. */
  playbackRate: z.number().catch(1).transform(clampRate),
  highlight: z.boolean().catch(true),
  autoPageTurn: z.boolean().catch(true),
  /** Null: as the interface. */
  darkTheme: z.boolean().nullable().catch(null),
  /** Null: the book's main language. Undefined without a selection: the interface language, if the book has it. */
  preferredLanguage: z.string().nullable().optional().catch(undefined),
  /** Narration language while a sign language is selected; null and undefined as above. */
  spokenLanguage: z.string().nullable().optional().catch(undefined),
  /** Null: docked beside the page. */
  videoPosition: z.object({ left: z.number(), top: z.number() }).nullable().catch(null),
  videoSize: z
    .object({ width: z.number().min(120).max(4000), height: z.number().min(68).max(4000) })
    .catch({ width: 640, height: 360 }),
  /** epub:type values that are not read aloud. */
  skipped: z.array(z.string()).catch([]),
  /** Text appearance of reflowable books. */
  comfort: z.unknown().default(null).transform(readComfort),
  /** Layout of reflowable books, and the look of the highlight. */
  layout: z.unknown().default(null).transform(readLayout),
  /** Choices of the text panel that were saved under a name. */
  presets: z.unknown().default(null).transform(readPresets),
  /** Bold or plain text in reflowable books. */
  textStyle: z.unknown().default(null).transform(readTextStyle),
  /** Unit of the highlight in books that are timed by words. */
  highlightUnit: z.enum(["word", "sentence"]).catch("word"),
  /** Primary subtag into which words are translated; null: none. Undefined without a choice: see home-language.ts. */
  homeLanguage: z.string().nullable().optional().catch(undefined),
  /** Whether a tap explains a word instead of reading from there. */
  isWordTapOn: z.boolean().catch(false),
  /** Voices of this device that were chosen for books without narration: their voiceURI by language. */
  voices: z.record(z.string(), z.string()).catch({}),
  /** Whether a voice of this device reads narrated books too. */
  prefersVoice: z.boolean().catch(false),
  /** Milliseconds by which this device's headphones sound late. */
  soundDelay: z.number().min(0).max(1000).catch(0),
  /** Whether one's own highlights and notes are drawn in books. */
  showsNotes: z.boolean().catch(true),
  /** Whether the user was told that a voice sends the text to its maker. */
  isToldOfOnlineVoices: z.boolean().catch(false),
  /** Measured reading pace in letters per minute; null: not known yet. */
  readingPace: z.number().min(100).max(5000).nullable().catch(null),
});

export type ReaderSettings = z.output<typeof settingsSchema>;

export const defaultSettings: ReaderSettings = settingsSchema.parse({});

/** Defaults of all settings of the text panel; the theme is the interface's again. */
export const standardLook: Look = {
  comfort: defaultSettings.comfort,
  layout: defaultSettings.layout,
  highlight: defaultSettings.highlight,
  highlightUnit: defaultSettings.highlightUnit,
  darkTheme: defaultSettings.darkTheme,
  textStyle: defaultSettings.textStyle,
};

/** Whether any setting of the text panel differs from its default. */
export function isLookChanged({ comfort, layout, highlight, highlightUnit, darkTheme, textStyle }: Look): boolean {
  if (isChanged(comfort) || isLayoutChanged(layout) || highlight !== standardLook.highlight) return true;
  if (textStyle !== standardLook.textStyle) return true;
  return highlightUnit !== standardLook.highlightUnit || darkTheme !== standardLook.darkTheme;
}

/** The choices of the text panel among the settings. */
export function lookOfSettings(settings: ReaderSettings): Look {
  const { comfort, layout, highlight, highlightUnit, darkTheme, textStyle } = settings;
  return { comfort, layout, highlight, highlightUnit, darkTheme, textStyle };
}

/** docs/product/reader.md#limits. */
export const volumeStep = 0.1;
export const rateStep = 10;
/** Playback rates in percent, offered as buttons. docs/product/reader.md#comfort. */
export const ratePresets = [75, 100, 125, 150];
/** Seconds per skip back or forward. */
export const seekStep = 15;

/** Volume is accepted only between 0 and 1 inclusive. docs/product/reader.md#validation. */
export function clampVolume(volume: number): number {
  return Number.isFinite(volume) ? Math.round(Math.min(1, Math.max(0, volume)) * 100) / 100 : 1;
}

/** 50 to 200 percent, as a factor. docs/product/reader.md#validation. */
export function clampRate(rate: number): number {
  return Number.isFinite(rate) ? Math.round(Math.min(2, Math.max(0.5, rate)) * 100) / 100 : 1;
}

/** Selects one of the four volume icons. docs/product/reader.md#limits. */
export function volumeIcon(settings: Pick<ReaderSettings, "audioVolume" | "muted">, hasMedia: boolean) {
  const { audioVolume, muted } = settings;
  if (!hasMedia || muted || audioVolume === 0) return "off";
  if (audioVolume < 0.3) return "low";
  return audioVolume > 0.7 ? "high" : "medium";
}

/**
 * Reads a user's settings from the device's map by uid. Invalid values fall back to their defaults.
 * @param stored the text under bookplayer_config
 */
export function readReaderSettings(stored: string | null, uid: string): ReaderSettings {
  const map = parseMap(stored);
  const own = settingsSchema.safeParse(map[uid] ?? {});
  return own.success ? own.data : defaultSettings;
}

/**
 * Merges the device's settings with the server's, which take precedence. Volume and mute belong to the device; if it
 * has none yet, the volume is the one of the user's settings page. docs/product/choices.md#books.
 * @param preferences null if the server stores none
 */
export function settingsUnder(
  stored: string | null,
  uid: string,
  preferences: ReaderPreferences | null,
): ReaderSettings {
  const own = readReaderSettings(stored, uid);
  const isKnownHere = hasOwnVolume(stored, uid);
  const { audioVolume = own.audioVolume, muted: _, ...others } = preferences ?? {};
  return settingsSchema.parse({ ...own, ...others, ...(isKnownHere ? {} : { audioVolume }) });
}

/** The text to store: other users' settings on the device remain unchanged. */
export function writeReaderSettings(stored: string | null, uid: string, settings: ReaderSettings): string {
  return JSON.stringify({ ...parseMap(stored), [uid]: settings });
}

/**
 * The same for settings from the server, which are stored for offline use: a volume that was never set on the device
 * remains the one of the user's settings page.
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
