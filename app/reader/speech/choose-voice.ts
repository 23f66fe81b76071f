import { primaryLanguage } from "./primary-language";
import data from "./recommended-voices.json";

/** The part of a browser's voice that the choice needs. */
export type BrowserVoice = Pick<SpeechSynthesisVoice, "voiceURI" | "name" | "lang" | "localService" | "default">;

/** A voice that may read a book. `label` is its short name; `isOffline`: the text does not leave the device. */
export type ReadingVoice = { uri: string; label: string; language: string; isOffline: boolean };

type Recommended = { language: string; label: string; names: string[] };

const recommended: Record<string, readonly Recommended[]> = data.recommended;
/** Voices made for fun, which nobody can listen to for a whole book. */
const unsuitable: ReadonlySet<string> = new Set(data.unsuitable);

/**
 * The voices for a language, best first: those that Readium recommends in its order, then the others; of equal ones, those of the
 * book's or the interface's region first.
 * @param locale the book's language with its region, if it declares one, e.g. "nl-BE"
 * @param isOfflineOnly leaves out voices that send the text to a server
 */
export function voicesFor(
  voices: readonly BrowserVoice[],
  locale: string,
  { isOfflineOnly }: { isOfflineOnly: boolean },
): ReadingVoice[] {
  const language = primaryLanguage(locale);
  if (language === "") return [];
  const known = recommended[language] ?? [];
  const suitable = voices.filter(
    (voice) =>
      primaryLanguage(voice.lang) === language && !unsuitable.has(voice.name) && (voice.localService || !isOfflineOnly),
  );
  const rated = suitable.map((voice) => {
    const rank = known.findIndex((one) => isNamed(voice.name, one.names));
    const isOfRegion = voice.lang.toLowerCase().replace("_", "-") === locale.toLowerCase();
    return { voice, rank: rank < 0 ? known.length : rank, label: known[rank]?.label ?? voice.name, isOfRegion };
  });
  return rated
    .sort(
      (one, other) =>
        Number(other.isOfRegion) - Number(one.isOfRegion) ||
        one.rank - other.rank ||
        Number(other.voice.default) - Number(one.voice.default) ||
        one.label.localeCompare(other.label),
    )
    .map(({ voice, label }) => ({ uri: voice.voiceURI, label, language: voice.lang, isOffline: voice.localService }));
}

/** Apple appends the quality in the device's language: "Klara (förbättrad)". */
function isNamed(name: string, names: readonly string[]): boolean {
  return names.some((one) => name === one || name.startsWith(`${one} (`));
}
