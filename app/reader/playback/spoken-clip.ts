import type { Clip } from "~/reader/narration/timeline";
import type { Passage } from "~/reader/narration/track";
import { primaryLanguage } from "~/reader/speech/primary-language";
import { languageOfText, type SpokenPiece, type SpokenWords, spokenWords } from "~/reader/speech/spoken-words";
import { elementsOfPassage, placeInPassage, textOfPassage } from "~/reader/view/passages";
import { isRange, type TextPlace } from "~/reader/view/text-place";
import type { WordsOnPage } from "~/reader/view/words-on-page";

/** What speech synthesis says for a clip without audio: its sentence, its element's text, or its whole document's. */
export function spokenWordsOf(words: WordsOnPage, clip: Clip): SpokenWords {
  const content = words.documentOf(clip);
  const { passage } = clip.track.text;
  if (passage && content) return wordsOfPassage(content, passage);
  const text = words.textOf(clip);
  return spokenWords(text && !isRange(text) ? text : (content?.body ?? null));
}

function wordsOfPassage(content: Document, passage: Passage): SpokenWords {
  const text = textOfPassage(content, passage);
  const pieces: SpokenPiece[] = [];
  for (const { element, to } of elementsOfPassage(content, passage)) {
    const language = languageOfText(element);
    const last = pieces.at(-1);
    // Marks of punctuation are no piece of their own: a voice would name them.
    if (last && (isSilent(text.slice(last.to, to)) || primaryLanguage(last.language) === primaryLanguage(language)))
      last.to = to;
    else if (last && isSilent(text.slice(0, last.to))) pieces.splice(-1, 1, { to, language });
    else pieces.push({ to, language });
  }
  return { text, language: pieces[0]?.language ?? "", pieces };
}

function isSilent(text: string): boolean {
  return !/[\p{L}\p{N}]/u.test(text);
}

/** The place of a word that is spoken; offsets in the sentence's text. Null for a clip whose text is an element. */
export function placeOfSpokenWord(words: WordsOnPage, clip: Clip, from: number, to: number): TextPlace | null {
  const content = words.documentOf(clip);
  const { passage } = clip.track.text;
  return passage && content ? placeInPassage(content, passage, from, to) : null;
}
