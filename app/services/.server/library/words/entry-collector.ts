import { isOneWord } from "~/epub/words";
import type { BrokenLine, DictionaryEntry, DictionaryFile } from "./dictionary";

/** Collects entries, and names those that cannot be used. */
export function entryCollector(): Pick<DictionaryFile, "entries" | "broken" | "phrases"> & {
  add(place: string, key: string, entry: DictionaryEntry | null): void;
} {
  const entries: DictionaryFile["entries"] = [];
  const broken: BrokenLine[] = [];
  return {
    entries,
    broken,
    phrases: 0,
    add(place, key, entry) {
      if (!entry) broken.push({ place, reason: "has no meaning" });
      else if (key.length > 100 || !isOneWord(key)) this.phrases++;
      else entries.push({ ...entry, headword: entry.headword.slice(0, 100), key });
    },
  };
}
