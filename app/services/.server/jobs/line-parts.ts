import bidiFactory from "bidi-js";

/** Splits a line into runs that a PDF library can draw: one direction and one font each, in visual order. Pure. */

export type LineRun<Font> = { font: Font; text: string };

/** Letters are in reading order; brackets are mirrored in right-to-left parts. */
type LinePart = { text: string; isRightToLeft: boolean };

const bidi = bidiFactory();

/** The line's parts by direction, in the visual order of the Unicode bidirectional algorithm. */
export function partsFromLeft(text: string): LinePart[] {
  const levels = bidi.getEmbeddingLevels(text);
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels);
  const parts: Array<{ level: number; units: string[] }> = [];
  let before: number | null = null;
  for (const index of bidi.getReorderedIndices(text, levels)) {
    const level = levels.levels[index] ?? 0;
    const last = parts.at(-1);
    const unit = mirrored.get(index) ?? text.charAt(index);
    const isNext = before !== null && last?.level === level && Math.abs(index - before) === 1;
    if (!last || !isNext) parts.push({ level, units: [unit] });
    else if (level % 2 === 1) last.units.unshift(unit);
    else last.units.push(unit);
    before = index;
  }
  return parts.map(({ level, units }) => ({ text: units.join(""), isRightToLeft: level % 2 === 1 }));
}

/**
 * Splits a line into runs of one font each, in visual order. A line uses the first family that has all its letters, so that the typeface
 * does not change within a name; letters without a font are omitted.
 * @param families fonts of one typeface, each covering a subset of the letters
 */
export function lineRuns<Font>(
  text: string,
  families: ReadonlyArray<readonly Font[]>,
  hasLetter: (font: Font, letter: string) => boolean,
): LineRun<Font>[] {
  const composed = text.normalize("NFC");
  const has = (fonts: readonly Font[], letter: string) => fonts.some((font) => hasLetter(font, letter));
  const whole = families.find((fonts) => [...composed].every((letter) => has(fonts, letter)));
  const fonts = whole ?? families.flat();
  return partsFromLeft(composed).flatMap((part) => {
    const runs = runsOf(part.text, fonts, hasLetter);
    return part.isRightToLeft ? runs.reverse().map(reversedWhereNeutral) : runs;
  });
}

/** Shaping reverses a run that contains letters of a right-to-left script; runs of only brackets and spaces are reversed here. */
function reversedWhereNeutral<Font>(run: LineRun<Font>): LineRun<Font> {
  const isReversedByShaping = [...run.text].some((letter) => /^(R|AL)$/.test(bidi.getBidiCharTypeName(letter)));
  return isReversedByShaping ? run : { ...run, text: [...run.text].reverse().join("") };
}

function runsOf<Font>(
  part: string,
  fonts: readonly Font[],
  hasLetter: (font: Font, letter: string) => boolean,
): LineRun<Font>[] {
  const runs: LineRun<Font>[] = [];
  for (const letter of part) {
    const last = runs.at(-1);
    // A combining mark must be drawn with its letter's font, and a space does not need another font.
    const font = last && hasLetter(last.font, letter) ? last.font : fonts.find((each) => hasLetter(each, letter));
    if (font === undefined) continue;
    if (last?.font === font) last.text += letter;
    else runs.push({ font, text: letter });
  }
  return runs;
}
