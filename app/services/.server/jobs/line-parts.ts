/**
 * A line of text as it stands on paper, from left to right: parts of one direction, each in runs of one font. Pure: which font has
 * which letter is asked.
 */

export type LineRun<Font> = { font: Font; text: string };

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const strong = /\p{L}/u;

type Direction = "ltr" | "rtl";

function directionOf(letter: string): Direction | null {
  if (rightToLeft.test(letter)) return "rtl";
  return strong.test(letter) || /\p{N}/u.test(letter) ? "ltr" : null;
}

/**
 * Parts of one direction in the order in which they stand from left to right; letters within a part stay in the order in which they
 * are read. What has no direction of its own goes with its neighbours, or with the line where they differ.
 */
export function partsFromLeft(text: string): string[] {
  const letters = [...text];
  const own = letters.map(directionOf);
  const line = own.find((direction) => direction !== null) ?? "ltr";
  const parts: Array<{ direction: Direction; text: string }> = [];
  for (const [index, letter] of letters.entries()) {
    const before = own.slice(0, index).findLast((direction) => direction !== null) ?? line;
    const after = own.slice(index).find((direction) => direction !== null) ?? line;
    const direction = own[index] ?? (before === after ? before : line);
    const last = parts.at(-1);
    if (last?.direction === direction) last.text += letter;
    else parts.push({ direction, text: letter });
  }
  const texts = parts.map((part) => part.text);
  return line === "rtl" ? texts.reverse() : texts;
}

/**
 * The line in runs of one font each, from left to right. A whole line is written in the first of the families that has all its
 * letters, so that no name changes its hand in the middle; a letter that none has is left out.
 * @param families each the fonts of one hand, which hold some letters each
 */
export function lineRuns<Font>(
  text: string,
  families: ReadonlyArray<readonly Font[]>,
  hasLetter: (font: Font, letter: string) => boolean,
): LineRun<Font>[] {
  const written = text.normalize("NFC");
  const has = (fonts: readonly Font[], letter: string) => fonts.some((font) => hasLetter(font, letter));
  const whole = families.find((fonts) => [...written].every((letter) => has(fonts, letter)));
  const fonts = whole ?? families.flat();
  return partsFromLeft(written).flatMap((part) => {
    const runs = runsOf(part, fonts, hasLetter);
    return rightToLeft.test(part) ? runs.reverse() : runs;
  });
}

function runsOf<Font>(
  part: string,
  fonts: readonly Font[],
  hasLetter: (font: Font, letter: string) => boolean,
): LineRun<Font>[] {
  const runs: LineRun<Font>[] = [];
  for (const letter of part) {
    const last = runs.at(-1);
    // A sign on a letter must be drawn by the letter's own font, and a space needs no other.
    const font = last && hasLetter(last.font, letter) ? last.font : fonts.find((each) => hasLetter(each, letter));
    if (font === undefined) continue;
    if (last?.font === font) last.text += letter;
    else runs.push({ font, text: letter });
  }
  return runs;
}
