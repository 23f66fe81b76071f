import type { BookLanguages } from "~/epub/book";

/** A book's selected narration and sign-language video. docs/product/reader.md#screens, #entities, #validation. */
export type ChosenLanguage = {
  /** The selected entry of the language menu. */
  menu: string;
  /** Narration language; null: the default narration. */
  audio: string | null;
  /** Sign-language or supported-signs video to show; null: none. */
  video: string | null;
};

/**
 * A selected language is used only if it is among the audio or video languages; otherwise the preferred one is, which
 * is the main language when it has been cleared to null.
 * @param spoken narration language while a sign language is selected; null: the main one
 */
export function chooseLanguage(
  languages: BookLanguages,
  preferred: string | null,
  spoken: string | null = null,
): ChosenLanguage {
  const { mainLanguage, audio, video, properties } = languages;
  const isKnown = preferred !== null && (audio.includes(preferred) || video.includes(preferred));
  const menu = isKnown ? preferred : mainLanguage;
  const isSpoken = audio.includes(menu) || !video.includes(menu);
  const voice = isSpoken ? menu : spoken;
  return {
    menu,
    audio: voice !== null && audio.includes(voice) && voice !== mainLanguage ? voice : null,
    video: properties.pictureInPicture.includes(menu) ? menu : null,
  };
}

/**
 * The language to open a book in: the selected one, null for the main language. Without a selection it is the interface
 * language, if the book has it.
 * @param preferred undefined without a selection
 * @param own primary subtag of the interface language
 */
export function preferredLanguage(
  { audio }: Pick<BookLanguages, "audio">,
  preferred: string | null | undefined,
  own: string,
): string | null {
  if (preferred !== undefined) return preferred;
  return audio.find((language) => language.toLowerCase().split("-")[0] === own) ?? null;
}

/**
 * The text language of the first page.
 * @param preferred undefined without a selection
 * @param own primary subtag of the interface language
 * @param spoken narration language selected before a sign language; undefined without a selection
 */
export function openingLanguage(
  languages: BookLanguages,
  preferred: string | null | undefined,
  own: string,
  spoken?: string | null,
): string {
  const chosen = chooseLanguage(
    languages,
    preferredLanguage(languages, preferred, own),
    preferredLanguage(languages, spoken, own),
  );
  return chosen.audio ?? languages.mainLanguage;
}

/**
 * Narration language after a sign language is selected: the spoken language selected before. Switching between sign
 * languages leaves it unchanged.
 * @param before the previous selection; undefined without one
 */
export function spokenUnderSigns(
  { mainLanguage, audio }: BookLanguages,
  before: string | null | undefined,
  spoken: string | null | undefined,
): string | null | undefined {
  const wasSpoken = !before || before === mainLanguage || audio.includes(before);
  return wasSpoken ? before : spoken;
}

/** All entries of the language menu: spoken languages, the main one first, then sign languages. */
export function offeredLanguages({ mainLanguage, audio, video }: BookLanguages): string[] {
  const spoken = audio.includes(mainLanguage) ? [mainLanguage, ...audio] : audio;
  return [...new Set([...spoken, ...video])];
}

/** Path of a page's video. docs/product/reader.md#calls: {baseMediaUrl}pg_video/{language}/{name}.mp4. */
export function videoHref(baseMediaUrl: string, language: string, documentHref: string): string {
  const name = documentHref.slice(documentHref.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
  return `${baseMediaUrl}pg_video/${language}/${name}.mp4`;
}
