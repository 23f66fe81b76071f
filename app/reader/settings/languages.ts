import type { BookLanguages } from "~/epub/book";

/** Which language a book is heard, shown and signed in. docs/product/reader.md#screens, #entities, #validation. */
export type ChosenLanguage = {
  /** What the menu marks. */
  menu: string;
  /** Narration language; null: the default narration. */
  audio: string | null;
  /** Sign-language or supported-signs video to show; null: none. */
  video: string | null;
};

/**
 * A selected language is used only if it is among the audio or video languages; otherwise the preferred one is, which is the main
 * language when it has been cleared to null.
 * @param spoken the language that a book is read in while signs are chosen; null: the main one
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
 * The language to open a book in: the chosen one, null for the main language. Without a choice it is the user interface's
 * language, if the book has it.
 * @param preferred undefined as long as nothing was chosen
 * @param own primary subtag of the language that the pages around the book are in
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
 * The language of the words on the page that a book opens with.
 * @param preferred undefined as long as nothing was chosen
 * @param own primary subtag of the language that the pages around the book are in
 * @param spoken what was chosen to be read in while signs are chosen; undefined as long as nothing was
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
 * What books are read in once signs are chosen: the spoken language that was chosen before them. Signs chosen after signs leave it.
 * @param before what was preferred until now; undefined as long as nothing was chosen
 */
export function spokenUnderSigns(
  { mainLanguage, audio }: BookLanguages,
  before: string | null | undefined,
  spoken: string | null | undefined,
): string | null | undefined {
  const wasSpoken = !before || before === mainLanguage || audio.includes(before);
  return wasSpoken ? before : spoken;
}

/** All that the menu offers: spoken languages first, the main one before the others, then finger languages. */
export function offeredLanguages({ mainLanguage, audio, video }: BookLanguages): string[] {
  const spoken = audio.includes(mainLanguage) ? [mainLanguage, ...audio] : audio;
  return [...new Set([...spoken, ...video])];
}

/** Where a page's video lies. docs/product/reader.md#calls: {baseMediaUrl}pg_video/{language}/{name}.mp4. */
export function videoHref(baseMediaUrl: string, language: string, documentHref: string): string {
  const name = documentHref.slice(documentHref.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
  return `${baseMediaUrl}pg_video/${language}/${name}.mp4`;
}
