import { at, num, type Point, poly, random, smooth, stroke } from "./draw";

/** A letter: its width, and strokes on a height of 100 (0 top, 100 baseline). `~` begins a soft stroke, `o` a closed one. */
type Glyph = readonly [width: number, ...strokes: string[]];

const GLYPHS: Record<string, Glyph> = {
  A: [72, "0,100 34,0 40,0 72,100", "14,67 59,66"],
  B: [56, "0,0 0,100", "~0,1 32,1 48,23 34,46 2,48", "~2,48 38,49 55,74 40,97 0,99"],
  C: [62, "~62,20 40,1 10,16 0,50 10,84 40,99 63,80"],
  D: [64, "0,0 0,100", "~0,1 38,6 63,48 42,92 0,99"],
  E: [52, "50,0 0,1 0,99 53,100", "0,49 42,48"],
  F: [50, "50,0 0,1 0,100", "0,50 42,49"],
  G: [66, "~62,18 38,0 8,18 0,52 10,86 40,100 62,86 66,58", "38,57 67,57"],
  H: [62, "0,0 0,100", "62,0 62,100", "0,50 62,48"],
  I: [2, "1,0 1,100"],
  J: [38, "~37,0 38,66 30,94 12,99 0,80"],
  K: [58, "0,0 0,100", "54,0 2,56", "20,40 58,100"],
  L: [48, "0,0 0,99 49,100"],
  M: [84, "0,100 7,0 42,66 77,0 84,100"],
  N: [62, "0,100 0,0 62,100 62,0"],
  O: [74, "o37,0 68,16 74,50 66,86 37,100 8,86 0,50 6,16"],
  P: [54, "0,100 0,0", "~0,1 36,1 53,27 38,54 0,56"],
  Q: [74, "o37,0 68,16 74,50 66,86 37,100 8,86 0,50 6,16", "46,74 76,106"],
  R: [58, "0,100 0,0", "~0,1 36,1 51,26 36,51 0,53", "24,53 58,100"],
  S: [54, "~51,16 28,0 4,16 10,40 42,54 54,78 30,100 0,84"],
  T: [64, "0,0 64,1", "32,0 32,100"],
  U: [62, "~0,0 0,58 8,90 31,100 54,90 62,58 62,0"],
  V: [66, "0,0 33,100 66,0"],
  W: [98, "0,0 24,100 49,24 74,100 98,0"],
  X: [62, "0,0 62,100", "62,0 0,100"],
  Y: [64, "0,0 32,52", "64,0 32,52 32,100"],
  Z: [60, "0,0 60,0 0,100 60,100"],
  "!": [6, "3,0 3,66", "3,97 3,99"],
  "?": [50, "~0,20 12,2 36,2 50,24 38,44 25,56 25,70", "25,97 25,99"],
  ":": [4, "2,34 2,36", "2,84 2,86"],
  "5": [54, "48,1 8,1 4,44", "~4,44 30,38 53,56 50,84 26,100 0,88"],
  "8": [56, "o28,0 48,12 48,36 28,47 8,36 8,12", "o28,47 54,60 54,88 28,100 2,88 2,60"],
  "'": [2, "1,0 0,22"],
  "-": [34, "0,52 34,52"],
  ".": [2, "1,99 2,100"],
  " ": [34],
};

const MARKS: Record<string, readonly [base: string, mark: string]> = {
  Å: ["A", "o0,-32 9,-24 0,-15 -9,-24"],
  Ä: ["A", "-17,-22 -16,-22|17,-22 18,-22"],
  Ö: ["O", "-17,-22 -16,-22|17,-22 18,-22"],
  Ü: ["U", "-17,-22 -16,-22|17,-22 18,-22"],
  É: ["E", "-10,-16 14,-32"],
  È: ["E", "-14,-32 10,-16"],
  Ë: ["E", "-13,-22 -12,-22|13,-22 14,-22"],
  Ê: ["E", "-16,-16 0,-32 16,-16"],
  Ø: ["O", "-30,110 30,-10"],
};

/** How a title is lettered. `x` is the left edge, the middle or the right edge by `align`; `y` the baseline. */
export interface Lettering {
  x: number;
  y: number;
  size: number;
  colour: string;
  weight?: number;
  seed?: number;
  align?: "left" | "center" | "right";
  spacing?: number;
  bounce?: number;
  shade?: { colour: string; dx: number; dy: number };
  inline?: string;
  widen?: number;
  arc?: number;
  replace?: Record<number, (x: number, y: number, width: number, height: number) => string>;
}

function glyphOf(letter: string): { glyph: Glyph; mark: string } {
  const upper = letter.toUpperCase();
  const marked = MARKS[upper];
  const glyph = GLYPHS[marked?.[0] ?? upper];
  if (!glyph) throw new Error(`The lettering has no letter "${letter}".`);
  return { glyph, mark: marked?.[1] ?? "" };
}

/** Width of a lettered line in page units, from first to last stroke's middle. Throws on a letter it does not have. */
export function measureLetters(text: string, size: number, spacing = 0.34, widen = 1): number {
  const letters = [...text];
  const total = letters.reduce((sum, letter) => sum + glyphOf(letter).glyph[0] * widen, 0);
  return ((total + spacing * 100 * (letters.length - 1)) * size) / 100;
}

/** The size at which a line is as wide as `width`. */
export function fitLetters(text: string, width: number, spacing = 0.34, widen = 1): number {
  return width / measureLetters(text, 1, spacing, widen);
}

function pathOf(source: string, scale: (x: number, y: number) => Point, shake: () => number): string {
  const kind = source[0] === "~" || source[0] === "o" ? source[0] : "";
  const points = source
    .slice(kind.length)
    .split(" ")
    .map((item): Point => {
      const [x = 0, y = 0] = item.split(",").map(Number);
      const [px, py] = scale(x, y);
      return [px + shake(), py + shake()];
    });
  return kind ? smooth(points, kind === "o") : poly(points, false);
}

/**
 * A title as a hand with a brush would letter it: every stroke drawn twice with a slight wobble, so that
 * its edge is alive. Capitals only. Throws on a letter it does not have.
 */
export function letters(text: string, options: Lettering): string {
  const { size, spacing = 0.34, widen = 1, bounce = 0.03 } = options;
  const weight = (options.weight ?? 0.2) * size;
  const next = random(options.seed ?? 7);
  const total = measureLetters(text, size, spacing, widen);
  const align = options.align ?? "center";
  const left = align === "center" ? options.x - total / 2 : align === "right" ? options.x - total : options.x;
  let cursor = 0;
  let shade = "";
  let body = "";
  let inline = "";
  let pictures = "";
  [...text].forEach((letter, index) => {
    const { glyph, mark } = glyphOf(letter);
    const [width, ...strokes] = glyph;
    const wide = (width * widen * size) / 100;
    const middle = cursor + wide / 2;
    const bend = options.arc ? ((middle - total / 2) / total) * options.arc : 0;
    const lift = options.arc ? (1 - Math.cos((bend * Math.PI) / 180)) * (total / 2) * 1.1 : 0;
    const x = left + middle;
    const y = options.y + lift + (next() - 0.5) * 2 * bounce * size;
    const turn = bend + (next() - 0.5) * bounce * 60;
    const picture = options.replace?.[index];
    if (picture) pictures += picture(x, y - size / 2, wide, size);
    else {
      const radians = (turn * Math.PI) / 180;
      const place = (lx: number, ly: number): Point => {
        const [dx, dy] = [((lx - width / 2) * widen * size) / 100, ((ly - 50) * size) / 100];
        return [
          x + dx * Math.cos(radians) - dy * Math.sin(radians),
          y - size / 2 + dx * Math.sin(radians) + dy * Math.cos(radians),
        ];
      };
      const shake = () => (next() - 0.5) * size * 0.022;
      const all = [...strokes, ...(mark ? mark.split("|").map((item) => shifted(item, width)) : [])];
      for (const source of all) {
        const d = pathOf(source, place, shake);
        body += d + pathOf(source, place, shake);
        shade += d;
        inline += pathOf(source, place, shake);
      }
    }
    cursor += wide + spacing * size;
  });
  const under = options.shade
    ? at(options.shade.dx, options.shade.dy, 1, stroke(shade, options.shade.colour, weight))
    : "";
  const over = options.inline
    ? stroke(inline, options.inline, weight * 0.13, `stroke-dasharray="${num(size * 0.16)} ${num(size * 0.07)}"`)
    : "";
  return under + stroke(body, options.colour, weight) + over + pictures;
}

function shifted(mark: string, width: number): string {
  const kind = mark[0] === "o" ? "o" : "";
  const moved = mark
    .slice(kind.length)
    .split(" ")
    .map((item) => {
      const [x = 0, y = 0] = item.split(",").map(Number);
      return `${x + width / 2},${y}`;
    });
  return kind + moved.join(" ");
}

/** Free strokes in the same hand (for scripts without a glyph table): points on a unit of 100, moved and sized. */
export function strokes(
  sources: readonly string[],
  x: number,
  y: number,
  size: number,
  ink: string,
  weight: number,
  seed = 3,
): string {
  const next = random(seed);
  const place = (lx: number, ly: number): Point => [x + (lx * size) / 100, y + (ly * size) / 100];
  const shake = () => (next() - 0.5) * size * 0.012;
  const d = sources.map((source) => pathOf(source, place, shake) + pathOf(source, place, shake)).join("");
  return stroke(d, ink, weight);
}
