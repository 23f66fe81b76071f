import { blob, dot, dots, fill, num, ovals, type Sheet, smooth, stroke } from "../draw";
import { colour, mix } from "../palette";
import { face, type Mood } from "./face";

/** A worker bee from above, head up, middle at (0, 0), about 120 long. `disc` is the mark on her back. */
export function bee(
  sheet: Sheet,
  options: { disc?: string; number?: string; long?: number; plain?: boolean; mood?: Mood } = {},
): string {
  const gold = "#D9912B";
  const long = options.long ?? 1;
  const abdomen = smooth(
    [
      [-19, 8],
      [0, 2],
      [19, 8],
      [23, 30],
      [13, 50 * long + 4],
      [0, 60 * long + 4],
      [-13, 50 * long + 4],
      [-23, 30],
    ],
    true,
    0.9,
  );
  let bands = "";
  for (let i = 0; i < 3 + Math.round((long - 1) * 3); i++)
    bands += stroke(`M-30 ${20 + i * 13}Q0 ${26 + i * 13} 30 ${20 + i * 13}`, colour.bark, 6);
  return (
    stroke(
      "M-14 -14Q-30 -20 -34 -34M14 -14Q30 -20 34 -34M-17 -2Q-36 -2 -42 -12M17 -2Q36 -2 42 -12M-15 6Q-34 14 -36 30M15 6Q34 14 36 30",
      colour.bark,
      3.4,
    ) +
    fill(abdomen, gold) +
    sheet.inside(abdomen, bands) +
    fill(
      smooth(
        [
          [-8, -8],
          [-50, -6],
          [-62, 22],
          [-44, 36],
          [-16, 14],
        ],
        true,
        0.9,
      ),
      colour.snow,
      'opacity="0.72"',
    ) +
    fill(
      smooth(
        [
          [8, -8],
          [50, -6],
          [62, 22],
          [44, 36],
          [16, 14],
        ],
        true,
        0.9,
      ),
      colour.snow,
      'opacity="0.72"',
    ) +
    stroke(
      "M-12 -4Q-36 2 -52 16M-12 2Q-30 12 -42 26M12 -4Q36 2 52 16M12 2Q30 12 42 26",
      mix(colour.stone, colour.snow, 0.4),
      1.3,
    ) +
    fill(blob(0, -8, 19, 18, 5, 0.07, 16), mix(gold, colour.bark, 0.35)) +
    stroke(
      "M-14 -18l-3 -4M-6 -24l-1 -5M6 -24l1 -5M14 -18l3 -4M-17 -6l-5 0M17 -6l5 0",
      mix(gold, colour.bark, 0.2),
      2.6,
    ) +
    stroke("M-7 -42Q-14 -54 -22 -56M7 -42Q14 -54 22 -56", colour.bark, 2.8) +
    fill(
      smooth(
        [
          [-16, -34],
          [-11, -46],
          [0, -49],
          [11, -46],
          [16, -34],
          [9, -24],
          [-9, -24],
        ],
        true,
        0.9,
      ),
      gold,
    ) +
    face(0, -37, 6, options.mood ?? "happy", { mouthDrop: 1, eye: 0.34 }) +
    (options.disc
      ? dot(0, -7, 11.5, options.disc) + dot(0, -7, 11.5, "none", `stroke="${colour.paper}" stroke-width="1.6"`)
      : "") +
    (options.number
      ? stroke("M-1 -12l-5 0l0 4q5 -1 5 3q0 4 -5 3M4.6 -7.4a2.3 2.3 0 1 1 .1 0a2.7 2.7 0 1 1 -.1 0", colour.paper, 1.7)
      : "")
  );
}

/** Many bees, small and simple, as one drawing: each [x, y, degrees, size]. */
export function swarm(list: readonly (readonly [number, number, number, number])[], gold = "#D9912B"): string {
  const wings: [number, number, number, number, number][] = [];
  const bodies: [number, number, number, number, number][] = [];
  const heads: [number, number, number][] = [];
  let bands = "";
  for (const [x, y, turn, size] of list) {
    const [c, s] = [Math.cos((turn * Math.PI) / 180) * size, Math.sin((turn * Math.PI) / 180) * size];
    const point = (px: number, py: number) => [x + px * c - py * s, y + px * s + py * c] as const;
    for (const side of [-9, 9]) wings.push([...point(side, 0), 9 * size, 4 * size, turn]);
    bodies.push([...point(0, 4), 6.4 * size, 11 * size, turn]);
    heads.push([...point(0, -7), 5 * size]);
    for (const row of [2, 7]) {
      const [from, to] = [point(-5.5, row), point(5.5, row)];
      bands += `M${num(from[0])} ${num(from[1])}L${num(to[0])} ${num(to[1])}`;
    }
  }
  return (
    ovals(wings, colour.snow, 'opacity="0.7"') +
    ovals(bodies, gold) +
    stroke(bands, colour.bark, 2.6 * (list[0]?.[3] ?? 1)) +
    dots(heads, colour.bark)
  );
}
