/** Limits of the reading ruler's position, as a fraction of the window's height. docs/product/reader.md#comfort. */

const [top, bottom] = [0.06, 0.94];

export function clampRuler(middle: number): number {
  return Math.min(bottom, Math.max(top, middle));
}

/** A little more than two lines, in CSS px. @param lineSpacing multiple of the font size; null: a book's usual one */
export function rulerHeight(letters: number, lineSpacing: number | null): number {
  return Math.round(letters * (lineSpacing ?? 1.5) * 2.2);
}

/** The number of half bands that a key moves the ruler by; null for other keys. */
export function rulerStep(key: string): number | null {
  if (key === "ArrowUp" || key === "ArrowLeft") return -1;
  if (key === "ArrowDown" || key === "ArrowRight") return 1;
  if (key === "PageUp") return -4;
  return key === "PageDown" ? 4 : null;
}
