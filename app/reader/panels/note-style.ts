import type { CSSProperties } from "react";
import { type Comfort, fontFamilyOf, joinedLanguages } from "~/reader/settings/comfort";
import { coloursOf } from "~/reader/view/frame-style";

/** CSS px of a note's text at the reader's default size. */
const noteSize = 18;

/** Colours of the paper that a note is written on: the page's. */
export function notePaper(isDark: boolean, comfort: Comfort): CSSProperties {
  const { paper, ink } = coloursOf({ isDark, comfort });
  return { backgroundColor: paper, color: ink };
}

/**
 * The user's text settings for a note, as for the book's text. docs/product/reader.md#comfort.
 * @param language of the note, a BCP 47 tag; letters of some scripts are never spaced
 */
export function noteText(comfort: Comfort, language: string | null): CSSProperties {
  const { textSize, typeface, lineSpacing, letterSpacing, wordSpacing } = comfort;
  const isJoined = joinedLanguages.includes(language?.split("-")[0]?.toLowerCase() ?? "");
  return {
    fontSize: `${(noteSize * textSize) / 100 / 16}rem`,
    fontFamily: fontFamilyOf(typeface) ?? undefined,
    lineHeight: lineSpacing ?? 1.5,
    letterSpacing: letterSpacing > 0 && !isJoined ? `${letterSpacing}em` : undefined,
    wordSpacing: wordSpacing > 0 ? `${wordSpacing}em` : undefined,
  };
}
