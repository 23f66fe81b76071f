import { colour, dot, poly, random, type Sheet, stroke } from "../../art";

export const AUTUMN = [colour.apricot, colour.vermilion, "#C77A32", colour.rust] as const;

/** Trunks from top to foot of the page: tall, dark, slightly leaning. */
export function trunks(sheet: Sheet, tone: string, list: readonly (readonly [number, number, number])[], foot: number, seed = 1): string {
  const next = random(seed);
  return list
    .map(([x, w, lean]) => {
      const d = poly([[x - w / 2 + lean, -20], [x + w / 2 + lean, -20], [x + w * 0.55, foot * 0.6], [x + w * 0.85, foot], [x - w * 0.85, foot], [x - w * 0.5, foot * 0.6]]);
      const y = foot * (0.2 + next() * 0.3);
      const side = next() > 0.5 ? 1 : -1;
      return stroke(`M${x} ${y}q${side * w * 0.9} ${-w * 0.2} ${side * w * 1.5} ${-w * 1.3}`, tone, w * 0.22) + sheet.paper(d, tone, { angle: 86, count: 26, length: 40, width: 3, opacity: 0.3, seed: Math.round(x) });
    })
    .join("");
}

/** The other light, far away between the trunks. */
export function farLight(x: number, y: number, size = 1): string {
  return dot(x, y, 44 * size, colour.glow, 'opacity="0.13"') + dot(x, y, 22 * size, colour.glow, 'opacity="0.3"') + dot(x, y, 6.5 * size, "#FFF6D8");
}
