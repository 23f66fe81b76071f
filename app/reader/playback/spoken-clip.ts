import type { Clip } from "~/reader/narration/timeline";
import { languageOfText, type SpokenWords, spokenWords } from "~/reader/speech/spoken-words";
import { rangeInPassage, textOfPassage } from "~/reader/view/passages";
import { elementAround, isRange } from "~/reader/view/text-place";
import type { WordsOnPage } from "~/reader/view/words-on-page";

/** What speech synthesis says for a clip without audio: its sentence, its element's text, or its whole document's. */
export function spokenWordsOf(words: WordsOnPage, clip: Clip): SpokenWords {
  const text = words.textOf(clip);
  const content = words.documentOf(clip);
  const { passage } = clip.track.text;
  if (text && isRange(text)) {
    const spoken = passage && content ? textOfPassage(content, passage) : "";
    return { text: spoken, language: languageOfText(elementAround(text)) };
  }
  return spokenWords(text ?? content?.body ?? null);
}

/** The place of a word that is spoken; offsets in the sentence's text. Null for a clip whose text is an element. */
export function placeOfSpokenWord(words: WordsOnPage, clip: Clip, from: number, to: number): Range | null {
  const content = words.documentOf(clip);
  const { passage } = clip.track.text;
  return passage && content ? rangeInPassage(content, passage, from, to) : null;
}
