import type { BookFacts } from "./book-facts.ts";

/** How a narration is spoken. Rate in words a minute, pitch and range 0 to 100, gap in units of 10 ms, pauses in seconds. */
export interface Voice {
  name: string;
  rate: number;
  pitch: number;
  range: number;
  gap: number;
  sentencePause: number;
  paragraphPause: number;
  headingPause: number;
}

/** eSpeak NG's voice for each narration language, with the variant that reads it most warmly. */
const voiceNames: Record<string, string> = {
  ar: "ar+f2",
  de: "de+f2",
  en: "en+f2",
  fi: "fi+f2",
  fr: "fr+f2",
  nb: "nb+f2",
  sv: "sv+f2",
};

/** The voice for a book in `language`, slower and with longer rests the younger its readers; null when there is none. */
export function voiceFor(facts: Pick<BookFacts, "ageFrom">, language: string): Voice | null {
  const name = voiceNames[language];
  if (!name) return null;
  const shared = { name, pitch: 48, range: 62 };
  if (facts.ageFrom < 6) {
    return { ...shared, rate: 128, gap: 2, sentencePause: 0.65, paragraphPause: 0.95, headingPause: 1.1 };
  }
  if (facts.ageFrom < 11) {
    return { ...shared, rate: 145, gap: 1, sentencePause: 0.45, paragraphPause: 0.75, headingPause: 1 };
  }
  return { ...shared, rate: 168, gap: 0, sentencePause: 0.35, paragraphPause: 0.55, headingPause: 0.8 };
}
