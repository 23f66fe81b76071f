import { blob, fill, type Grain, num, type Point, poly, random, type Sheet, smooth, stroke } from "./draw";
import { colour, darker, lighter } from "./palette";

/** Path data of land from edge to edge: heights at even steps, closed at the foot of the page. */
export function land(sheet: Sheet, heights: readonly number[], bottom = sheet.height + 10): string {
  const step = (sheet.width + 40) / (heights.length - 1);
  const points = heights.map((y, i): Point => [-20 + i * step, y]);
  return `${smooth(points, false)}L${sheet.width + 20} ${num(bottom)}L-20 ${num(bottom)}Z`;
}

/** Land with grain. */
export function ground(sheet: Sheet, heights: readonly number[], base: string, grain: Grain = {}): string {
  return sheet.paper(land(sheet, heights), base, { length: 34, count: 70, opacity: 0.25, width: 3, ...grain });
}

/** A stone with a lit top. */
export function rock(
  sheet: Sheet,
  x: number,
  y: number,
  w: number,
  h: number,
  base: string = colour.stone,
  seed = 1,
): string {
  const d = smooth(
    [
      [x - w / 2, y],
      [x - w * 0.42, y - h * 0.6],
      [x - w * 0.1, y - h],
      [x + w * 0.28, y - h * 0.82],
      [x + w / 2, y - h * 0.2],
      [x + w * 0.46, y + h * 0.06],
      [x, y + h * 0.08],
    ],
    true,
    0.7,
  );
  return (
    fill(d, base) +
    sheet.inside(
      d,
      fill(blob(x + w * 0.3, y - h * 0.1, w * 0.5, h * 0.6, seed), darker(base, 0.2)) +
        fill(blob(x - w * 0.16, y - h * 0.86, w * 0.28, h * 0.24, seed + 2), lighter(base, 0.25)),
    )
  );
}

/** Water from `y` to the foot: darker layers with soft crests and short light strokes. */
export function water(
  sheet: Sheet,
  y: number,
  tones: readonly string[],
  options: { crest?: number; seed?: number; bottom?: number; lights?: string; count?: number } = {},
): string {
  const next = random(options.seed ?? 3);
  const bottom = options.bottom ?? sheet.height + 10;
  const crest = options.crest ?? 8;
  let out = "";
  tones.forEach((tone, i) => {
    const top = y + ((bottom - y) * i * (i + 1)) / (tones.length * (tones.length + 1));
    const points: Point[] = [];
    const steps = 9;
    for (let k = 0; k <= steps; k++) {
      points.push([
        -20 + ((sheet.width + 40) * k) / steps,
        top + (k % 2 ? crest : -crest) * (0.5 + next() * 0.6) * (0.5 + i * 0.4),
      ]);
    }
    out += fill(`${smooth(points, false)}L${sheet.width + 20} ${num(bottom)}L-20 ${num(bottom)}Z`, tone);
  });
  let lines = "";
  for (let i = 0; i < (options.count ?? 26); i++) {
    const depth = next();
    const w = 14 + depth * 50;
    lines += `M${Math.round(next() * sheet.width)} ${num(y + 14 + (bottom - y - 20) * depth)}q${num(w / 2)} ${num(-4 - depth * 5)} ${num(w)} 0`;
  }
  return out + stroke(lines, options.lights ?? lighter(tones[0] ?? colour.sea, 0.4), 3, 'opacity="0.5"');
}

/** Mountains: peaks as [x, y], closed at `foot`; with snow caps when `cap` is a colour. */
export function peaks(sheet: Sheet, line: readonly Point[], foot: number, base: string, cap = ""): string {
  const d = poly([[line[0]?.[0] ?? 0, foot], ...line, [line[line.length - 1]?.[0] ?? 0, foot]]);
  let caps = "";
  let shade = "";
  line.forEach(([x, y], i) => {
    const left = line[i - 1];
    const right = line[i + 1];
    if (!left || !right || y > left[1] || y > right[1]) return;
    const reach = Math.min(left[1] - y, right[1] - y) * 0.42;
    const slope = (to: Point, part: number): Point => [
      x + ((to[0] - x) * reach * part) / (to[1] - y),
      y + reach * part,
    ];
    shade += fill(poly([[x, y], right, [right[0], foot], [x + 8, foot], [x - 12, y + reach * 2]]), darker(base, 0.14));
    if (cap)
      caps += fill(
        poly([
          [x, y - 1],
          slope(right, 1),
          [x + reach * 0.2, y + reach * 0.72],
          [x - reach * 0.06, y + reach * 1.1],
          [x - reach * 0.3, y + reach * 0.7],
          slope(left, 1.05),
        ]),
        cap,
      );
  });
  return fill(d, base) + sheet.inside(d, shade + caps);
}
