/** A part of a text that is spoken without a stop; offsets in the text. */
export type SpokenPart = { from: number; to: number; text: string };

/** Letters. Voices of a server stop after about 14 seconds, which is this much at half the normal speed. */
const longestPart = 110;

/**
 * The parts of a text from an offset on. Long ones end after a mark of punctuation, else after a word.
 * @param isShort for voices that do not speak long texts to their end
 */
export function partsToSpeak(text: string, from: number, isShort: boolean): SpokenPart[] {
  const parts: SpokenPart[] = [];
  for (let start = from; start < text.length; ) {
    const rest = text.slice(start);
    const length = isShort && rest.length > longestPart ? lengthOfPart(rest) : rest.length;
    const part = rest.slice(0, length);
    if (part.trim() !== "") parts.push({ from: start, to: start + length, text: part });
    start += length;
  }
  return parts;
}

function lengthOfPart(rest: string): number {
  const room = rest.slice(0, longestPart);
  const mark = Math.max(...[",", ";", ":", "–", "—", ".", "!", "?"].map((sign) => room.lastIndexOf(`${sign} `)));
  if (mark > longestPart / 3) return mark + 2;
  const space = room.lastIndexOf(" ");
  return space > 0 ? space + 1 : longestPart;
}
