import { type Comfort, readComfort } from "./comfort";
import { type ReadingLayout, readLayout } from "./reading-layout";
import { readTextStyle, type TextStyle } from "./text-style";

/** All choices of the text panel. */
export type Look = {
  comfort: Comfort;
  layout: ReadingLayout;
  /** Null: as the interface. */
  darkTheme: boolean | null;
  highlight: boolean;
  highlightUnit: "word" | "sentence";
  textStyle: TextStyle;
};

/** Choices that a reader has saved under a name. */
export type Preset = { id: string; name: string; look: Look };

/** Number of presets a reader may have, and letters in a name; also in the schema of the account service. */
export const mostPresets = 12;
export const longestName = 40;

/** Parses stored presets; those without a name or with one that exists already are left out. */
export function readPresets(stored: unknown): Preset[] {
  const presets = new Map<string, Preset>();
  for (const one of Array.isArray(stored) ? stored : []) {
    const { id, name, look } = (typeof one === "object" && one !== null ? one : {}) as Record<keyof Preset, unknown>;
    if (typeof id !== "string" || typeof name !== "string") continue;
    const words = presetName(name);
    if (id !== "" && id.length <= 36 && words !== "" && presets.size < mostPresets && !presets.has(words))
      presets.set(words, { id, name: words, look: readLook(look) });
  }
  return [...presets.values()];
}

function readLook(stored: unknown): Look {
  const from = (typeof stored === "object" && stored !== null ? stored : {}) as Record<keyof Look, unknown>;
  return {
    comfort: readComfort(from.comfort),
    layout: readLayout(from.layout),
    darkTheme: typeof from.darkTheme === "boolean" ? from.darkTheme : null,
    highlight: from.highlight !== false,
    highlightUnit: from.highlightUnit === "sentence" ? "sentence" : "word",
    textStyle: readTextStyle(from.textStyle),
  };
}

/** The name as it is stored: without surrounding or repeated white space, cut to its greatest length. */
export function presetName(name: string): string {
  return Array.from(name.replace(/\s+/g, " ").trim()).slice(0, longestName).join("").trim();
}

/**
 * Saves a look under a name; one of the same name is replaced.
 * @returns null without a name, or if there would be too many
 */
export function withPreset(presets: readonly Preset[], preset: Preset): Preset[] | null {
  const name = presetName(preset.name);
  if (name === "") return null;
  const known = presets.find((one) => one.name === name);
  if (!known && presets.length >= mostPresets) return null;
  const saved = { ...preset, name, id: known?.id ?? preset.id };
  return known ? presets.map((one) => (one === known ? saved : one)) : [...presets, saved];
}

/** The preset whose choices are all in use; null if there is none. */
export function presetInUse(presets: readonly Preset[], look: Look): Preset | null {
  const now = JSON.stringify(readLook(look));
  return presets.find((preset) => JSON.stringify(readLook(preset.look)) === now) ?? null;
}
