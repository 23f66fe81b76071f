import { at } from "./draw";
import { strokes } from "./lettering";

/**
 * The Arabic titles, drawn with a broad pen on a grid: alif is 100 high, the baseline lies at 100.
 * Each word runs from its own left edge (0) to its width.
 */
const WORDS: Record<string, { width: number; strokes: string[] }> = {
  القمر: {
    width: 352,
    strokes: [
      "350,2 350,100",
      "308,2 308,84",
      "~308,84 304,98 288,100",
      "292,100 128,100",
      "o242,52 262,62 264,82 242,98 222,82 224,62",
      "232,24 233,24",
      "256,24 257,24",
      "o164,101 190,112 188,138 164,148 142,136 140,112",
      "~128,100 104,99 92,82",
      "~104,99 96,122 76,140 44,148",
    ],
  },
  في: {
    width: 176,
    strokes: [
      "o146,46 168,56 168,76 146,86 126,76 126,56",
      "~168,68 168,90 152,100 124,100",
      "126,100 84,100",
      "147,14 148,14",
      "~84,100 62,90 40,100 48,118 66,130 56,150 28,154 4,140 2,116",
      "26,184 27,184",
      "52,184 53,184",
    ],
  },
  البئر: {
    width: 320,
    strokes: [
      "318,2 318,100",
      "276,2 276,84",
      "~276,84 272,98 256,100",
      "258,100 96,100",
      "212,54 212,98",
      "212,130 213,130",
      "146,54 146,98",
      "~158,4 142,0 134,12 144,22 158,20",
      "160,22 130,32",
      "~96,100 78,98 68,80",
      "~78,98 72,122 52,140 20,148",
    ],
  },
  بحر: {
    width: 268,
    strokes: [
      "~260,52 262,88 244,100 220,100",
      "238,136 239,136",
      "222,100 84,100",
      "~112,60 132,46 154,56 194,98",
      "~100,100 76,98 64,76",
      "~76,98 70,124 48,144 12,152",
    ],
  },
};

/** One of the lettered Arabic words; (x, y) is its right end on the baseline, `size` the height of alif. */
export function arabicWord(
  word: string,
  x: number,
  y: number,
  size: number,
  ink: string,
  weight = 0.2,
  shade?: { colour: string; dx: number; dy: number },
): string {
  const drawn = WORDS[word];
  if (!drawn) throw new Error(`The lettering has no word "${word}".`);
  const left = x - (drawn.width * size) / 100;
  const draw = (tone: string) => strokes(drawn.strokes, left, y - size, size, tone, weight * size);
  return (shade ? at(shade.dx, shade.dy, 1, draw(shade.colour)) : "") + draw(ink);
}

/** A line of Arabic in the reader's own bold font (names, which have no drawn word), its middle at (x, y). */
export function arabicLine(text: string, x: number, y: number, size: number, ink: string): string {
  return `<text x="${x}" y="${y}" direction="rtl" text-anchor="middle" font-family="Noto Naskh Arabic, Geeza Pro, Segoe UI, Tahoma, DejaVu Sans, sans-serif" font-weight="700" font-size="${size}" fill="${ink}">${text}</text>`;
}
