import type { BookLanguages } from "~/epub/book";
import { spokenUnderSigns } from "./languages";
import { clampRate, clampVolume, type ReaderSettings } from "./reader-settings";

/** The settings after a change: within their limits, and with the narration's language while a sign language is selected. */
export function changedSettings(
  before: ReaderSettings,
  change: Partial<ReaderSettings>,
  languages: BookLanguages,
): ReaderSettings {
  const settings = { ...before, ...change };
  const { preferredLanguage, spokenLanguage } = before;
  return {
    ...settings,
    spokenLanguage:
      change.preferredLanguage === undefined
        ? settings.spokenLanguage
        : spokenUnderSigns(languages, preferredLanguage, spokenLanguage),
    audioVolume: clampVolume(settings.audioVolume),
    playbackRate: clampRate(settings.playbackRate),
  };
}
