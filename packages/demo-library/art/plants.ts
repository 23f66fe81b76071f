import { blob, box, dot, dots, fill, num, type Point, poly, random, type Sheet, smooth, stroke } from "./draw";
import { colour, darker, lighter, mix } from "./palette";

/** A round-crowned tree standing on (x, y), `h` high, of overlapping leaf masses. */
export function roundTree(
  sheet: Sheet,
  x: number,
  y: number,
  h: number,
  leaf: string,
  bark: string = colour.bark,
  seed = 1,
): string {
  const r = h * 0.3;
  const crown = blob(x, y - h * 0.66, r, r * 1.1, seed, 0.07, 9);
  const trunk = poly([
    [x - h * 0.045, y],
    [x - h * 0.025, y - h * 0.6],
    [x + h * 0.025, y - h * 0.6],
    [x + h * 0.05, y],
  ]);
  return (
    fill(trunk, bark) +
    fill(crown, leaf) +
    sheet.inside(
      crown,
      fill(blob(x + r * 0.4, y - h * 0.55, r * 0.9, r, seed + 3, 0.08), darker(leaf, 0.14)) +
        fill(blob(x - r * 0.35, y - h * 0.82, r * 0.55, r * 0.5, seed + 5, 0.1), lighter(leaf, 0.16)),
    ) +
    sheet.grain(crown, leaf, { seed, angle: -60, count: 26, length: r * 0.2, opacity: 0.4 }) +
    stroke(
      `M${num(x)} ${num(y - h * 0.3)}L${num(x)} ${num(y - h * 0.78)}M${num(x)} ${num(y - h * 0.55)}L${num(x - r * 0.4)} ${num(y - h * 0.7)}M${num(x)} ${num(y - h * 0.48)}L${num(x + r * 0.4)} ${num(y - h * 0.64)}`,
      bark,
      h * 0.018,
    )
  );
}

/** A fir of three ragged skirts. */
export function fir(
  sheet: Sheet,
  x: number,
  y: number,
  h: number,
  leaf: string,
  options: { bark?: string; snow?: boolean; seed?: number; plain?: boolean } = {},
): string {
  const next = random(options.seed ?? 1);
  let out = fill(box(x - h * 0.03, y - h * 0.16, h * 0.06, h * 0.17), options.bark ?? colour.bark);
  for (const [top, foot, half] of [
    [0.42, 0.1, 0.27],
    [0.7, 0.34, 0.21],
    [1, 0.6, 0.15],
  ] as const) {
    const points: Point[] = [[x, y - h * top]];
    const teeth = 6;
    points.push([x + h * half, y - h * foot]);
    for (let i = 1; i < teeth; i++) {
      const t = i / teeth;
      points.push([x + h * half * (1 - 2 * t), y - h * (foot + (i % 2 ? 0.045 : -0.01) + next() * 0.015)]);
    }
    points.push([x - h * half, y - h * foot]);
    const d = poly(points);
    out += fill(d, leaf);
    if (!options.plain)
      out += sheet.inside(
        d,
        fill(
          poly([
            [x, y - h * top],
            [x + h * half * 1.2, y - h * foot],
            [x + h * 0.02, y],
          ]),
          darker(leaf, 0.16),
        ) +
          (options.snow
            ? fill(
                poly([
                  [x, y - h * (top + 0.02)],
                  [x + h * half * 0.75, y - h * (foot + 0.1)],
                  [x + h * 0.02, y - h * (foot + 0.16)],
                  [x - h * half * 0.9, y - h * (foot + 0.06)],
                ]),
                colour.snow,
              )
            : ""),
      );
  }
  return out;
}

/** A birch: white trunk with dark marks, leaves as loose dabs. */
export function birch(x: number, y: number, h: number, leaf: string, seed = 1, lean = 0): string {
  const next = random(seed);
  const w = h * 0.045;
  const top = x + lean * h;
  const trunk = poly([
    [x - w, y],
    [top - w * 0.4, y - h],
    [top + w * 0.4, y - h],
    [x + w, y],
  ]);
  let marks = "";
  for (let i = 0; i < 9; i++) {
    const t = 0.05 + next() * 0.8;
    const cx = x + (top - x) * t + (next() - 0.5) * w;
    marks += `M${num(cx - w * 0.5)} ${num(y - h * t)}l${num(w * (0.5 + next() * 0.5))} ${num((next() - 0.5) * 3)}`;
  }
  const dabs: [number, number, number][] = [];
  for (let i = 0; i < 46; i++) {
    const t = 0.5 + next() * 0.6;
    const spread = Math.sin(Math.min(1, (t - 0.45) / 0.65) * Math.PI) * h * 0.24;
    dabs.push([x + (top - x) * t + (next() - 0.5) * 2 * spread, y - h * t, h * (0.012 + next() * 0.02)]);
  }
  const half = dabs.length / 2;
  return (
    stroke(
      `M${num(top)} ${num(y - h * 0.7)}l${num(-h * 0.14)} ${num(-h * 0.14)}M${num(top)} ${num(y - h * 0.62)}l${num(h * 0.15)} ${num(-h * 0.16)}`,
      mix(colour.paper, colour.stone, 0.4),
      w * 0.5,
    ) +
    fill(trunk, mix(colour.paper, colour.cream, 0.5)) +
    stroke(marks, colour.ink, w * 0.35) +
    dots(dabs.slice(0, half), leaf) +
    dots(dabs.slice(half), lighter(leaf, 0.25), 'opacity="0.9"')
  );
}

/** Blades of grass along a line from x to x + w. */
export function grass(
  x: number,
  y: number,
  w: number,
  h: number,
  tint: string,
  seed = 1,
  count = Math.round(w / 9),
): string {
  const next = random(seed);
  let d = "";
  for (let i = 0; i < count; i++) {
    const reach = h * (0.5 + next() * 0.7);
    const lean = (next() - 0.5) * h * 0.7;
    d += `M${Math.round(x + next() * w)} ${num(y + next() * h * 0.2)}q0 ${num(-reach * 0.6)} ${num(lean)} ${num(-reach)}`;
  }
  return stroke(d, tint, Math.max(2, h * 0.09));
}

/** Reeds with brown heads. */
export function reeds(x: number, y: number, h: number, count: number, leaf: string, seed = 1): string {
  const next = random(seed);
  let stems = "";
  let heads = "";
  let blades = "";
  for (let i = 0; i < count; i++) {
    const px = x + (i - count / 2) * h * 0.13 + (next() - 0.5) * h * 0.06;
    const reach = h * (0.7 + next() * 0.35);
    const tip = px + (next() - 0.5) * h * 0.16;
    stems += `M${num(px)} ${num(y)}L${num(tip)} ${num(y - reach)}`;
    heads += `M${num(tip)} ${num(y - reach)}l0 ${num(-h * 0.16)}`;
    blades += `M${num(px)} ${num(y)}q${num(h * 0.02)} ${num(-reach * 0.5)} ${num((next() - 0.5) * h * 0.5)} ${num(-reach * 0.75)}`;
  }
  return (
    stroke(blades, darker(leaf, 0.1), h * 0.032) + stroke(stems, leaf, h * 0.022) + stroke(heads, colour.bark, h * 0.06)
  );
}

/** Leaves that lie or fall: pointed ovals scattered over a box. */
export function leaves(
  area: readonly [number, number, number, number],
  count: number,
  size: number,
  tones: readonly string[],
  seed = 1,
): string {
  const next = random(seed);
  const paths: string[] = tones.map(() => "");
  for (let i = 0; i < count; i++) {
    const x = area[0] + next() * area[2];
    const y = area[1] + next() * area[3];
    const a = next() * Math.PI * 2;
    const r = size * (0.7 + next() * 0.6);
    const [c, s] = [Math.cos(a) * r, Math.sin(a) * r];
    const tone = i % tones.length;
    paths[tone] +=
      `M${num(x - c)} ${num(y - s)}Q${num(x - s * 0.9)} ${num(y + c * 0.9)} ${num(x + c)} ${num(y + s)}Q${num(x + s * 0.9)} ${num(y - c * 0.9)} ${num(x - c)} ${num(y - s)}Z`;
  }
  return paths.map((d, i) => (d ? fill(d, tones[i] ?? "") : "")).join("");
}

/** A flower with round petals. */
export function flower(
  x: number,
  y: number,
  h: number,
  petal: string,
  stem: string = colour.moss,
  heart: string = colour.glow,
): string {
  const r = h * 0.16;
  const petals = [0, 1, 2, 3, 4].map((i): [number, number, number] => {
    const a = (i / 5) * Math.PI * 2 - Math.PI / 2;
    return [x + Math.cos(a) * r, y - h + Math.sin(a) * r, r * 0.8];
  });
  return (
    stroke(
      `M${num(x)} ${num(y)}q${num(h * 0.08)} ${num(-h * 0.5)} 0 ${num(-h)}M${num(x + h * 0.04)} ${num(y - h * 0.3)}q${num(h * 0.2)} ${num(-h * 0.02)} ${num(h * 0.24)} ${num(-h * 0.2)}`,
      stem,
      h * 0.06,
    ) +
    dots(petals, petal) +
    dot(x, y - h, r * 0.62, heart)
  );
}

/** A fly agaric or, with another cap, any mushroom. */
export function mushroom(x: number, y: number, h: number, cap: string = colour.vermilion): string {
  const top = smooth([
    [x - h * 0.5, y - h * 0.5],
    [x - h * 0.34, y - h * 0.86],
    [x, y - h],
    [x + h * 0.34, y - h * 0.86],
    [x + h * 0.5, y - h * 0.5],
    [x, y - h * 0.43],
  ]);
  return (
    fill(
      smooth([
        [x - h * 0.13, y],
        [x - h * 0.1, y - h * 0.5],
        [x + h * 0.1, y - h * 0.5],
        [x + h * 0.15, y],
        [x, y + h * 0.03],
      ]),
      colour.cream,
    ) +
    fill(top, cap) +
    dots(
      [
        [x - h * 0.22, y - h * 0.66, h * 0.06],
        [x + h * 0.05, y - h * 0.84, h * 0.07],
        [x + h * 0.26, y - h * 0.62, h * 0.05],
        [x + 0, y - h * 0.58, h * 0.04],
      ],
      colour.paper,
    )
  );
}

/** A date palm. */
export function palm(x: number, y: number, h: number, leaf: string, lean = 0.1, seed = 1): string {
  const topX = x + lean * h;
  const topY = y - h;
  let fronds = "";
  for (let i = 0; i < 9; i++) {
    const a = Math.PI * (0.95 + (i / 8) * 1.1) + ((seed * i) % 3) * 0.05;
    const r = h * 0.42;
    const [ex, ey] = [topX + Math.cos(a) * r, topY + Math.sin(a) * r * 0.6 + r * 0.28];
    const [mx, my] = [topX + Math.cos(a) * r * 0.6, topY + Math.sin(a) * r * 0.75 - r * 0.14];
    fronds += `M${num(topX)} ${num(topY)}Q${num(mx)} ${num(my - h * 0.03)} ${num(ex)} ${num(ey)}Q${num(mx)} ${num(my + h * 0.07)} ${num(topX)} ${num(topY)}Z`;
  }
  let rings = "";
  for (let i = 1; i < 9; i++) {
    const t = i / 9;
    rings += `M${num(x + lean * h * t * t - h * 0.028)} ${num(y - h * t)}l${num(h * 0.056)} ${num(-h * 0.012)}`;
  }
  return (
    stroke(
      smooth(
        [
          [x, y],
          [x + lean * h * 0.3, y - h * 0.5],
          [topX, topY],
        ],
        false,
      ),
      colour.bark,
      h * 0.055,
    ) +
    stroke(rings, darker(colour.bark, 0.4), h * 0.01) +
    fill(fronds, leaf) +
    dot(topX - h * 0.03, topY + h * 0.05, h * 0.028, colour.rust) +
    dot(topX + h * 0.03, topY + h * 0.055, h * 0.028, colour.rust)
  );
}
