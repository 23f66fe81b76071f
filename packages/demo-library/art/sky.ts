import { blob, dot, dots, fill, num, type Point, poly, random, type Sheet, smooth, stroke } from "./draw";
import { colour, darker } from "./palette";

/** A sky of overlapping soft bands from the first colour (top) to the last, down to `bottom`. */
export function sky(sheet: Sheet, tones: readonly string[], bottom = sheet.height, seed = 1): string {
  const next = random(seed);
  const { width } = sheet;
  let out = fill(
    poly([
      [0, 0],
      [width, 0],
      [width, sheet.height],
      [0, sheet.height],
    ]),
    tones[0] ?? colour.paper,
  );
  for (let i = 1; i < tones.length; i++) {
    const y = (bottom * i) / tones.length;
    const points: Point[] = [];
    for (let k = -1; k <= 6; k++) points.push([(width * k) / 5, y + (next() - 0.5) * bottom * 0.07]);
    out += fill(
      `${smooth(points, false)}L${width * 1.3} ${sheet.height}L${-width * 0.3} ${sheet.height}Z`,
      tones[i] ?? "",
    );
  }
  return out;
}

/** Stars over a box, kept out of a round [x, y, radius]. */
export function stars(
  area: readonly [number, number, number, number],
  count: number,
  seed = 5,
  tint: string = colour.glow,
  clear?: readonly [number, number, number],
): string {
  const next = random(seed);
  const list: [number, number, number][] = [];
  for (let i = 0; i < count; i++) {
    const x = area[0] + next() * area[2];
    const y = area[1] + next() * area[3];
    const r = 1.2 + next() * next() * 3.4;
    if (!clear || Math.hypot(x - clear[0], y - clear[1]) > clear[2]) list.push([x, y, r]);
  }
  return dots(list, tint, 'opacity="0.9"');
}

/** A four-pointed star. */
export function sparkle(x: number, y: number, r: number, tint: string = colour.glow): string {
  const points: Point[] = [];
  for (let i = 0; i < 8; i++) {
    const reach = i % 2 ? r * 0.26 : r;
    points.push([x + Math.cos((i * Math.PI) / 4) * reach, y + Math.sin((i * Math.PI) / 4) * reach]);
  }
  return fill(poly(points), tint);
}

/** Light around a lamp: overlapping translucent rounds, brightest in the middle. */
export function halo(x: number, y: number, r: number, tint: string = colour.glow, strength = 0.16, seed = 2): string {
  return [1, 0.74, 0.5, 0.3]
    .map((part, i) => fill(blob(x, y, r * part, r * part, seed + i, 0.04), tint, `opacity="${strength}"`))
    .join("");
}

/** A moon with two grey seas; `phase` 0 is full, up to 0.8 a thin sickle. */
export function moon(
  sheet: Sheet,
  x: number,
  y: number,
  r: number,
  phase = 0,
  tint = "#FFF1C4",
  behind: string = colour.night,
): string {
  const disc = blob(x, y, r, r, 4, 0.012, 14);
  const spots =
    fill(blob(x - r * 0.3, y - r * 0.2, r * 0.26, r * 0.2, 3), darker(tint, 0.1)) +
    fill(blob(x + r * 0.28, y + r * 0.34, r * 0.18, r * 0.15, 6), darker(tint, 0.1)) +
    fill(blob(x + r * 0.2, y - r * 0.46, r * 0.1, r * 0.08, 8), darker(tint, 0.1));
  const shadow = phase > 0 ? dot(x + r * (1.9 - phase * 1.9), y - r * 0.12, r * 1.02, behind) : "";
  return fill(disc, tint) + sheet.inside(disc, spots + shadow);
}

/** A cloud: rounds on a flat foot, width `w`. */
export function cloud(x: number, y: number, w: number, tint: string, opacity = 1, seed = 1): string {
  const h = w * 0.3;
  const next = random(seed);
  const points: Point[] = [[x - w / 2, y]];
  const bumps = 5;
  for (let i = 0; i < bumps; i++) {
    const t = (i + 0.5) / bumps;
    points.push([x - w / 2 + w * t, y - h * (0.45 + Math.sin(t * Math.PI) * 0.6 + (next() - 0.5) * 0.3)]);
  }
  points.push([x + w / 2, y], [x + w * 0.2, y + h * 0.14], [x - w * 0.25, y + h * 0.12]);
  return fill(smooth(points), tint, opacity < 1 ? `opacity="${opacity}"` : "");
}

/** Rain as slanting strokes over a box. */
export function rain(
  area: readonly [number, number, number, number],
  count: number,
  tint: string,
  seed = 1,
  length = 26,
): string {
  const next = random(seed);
  let d = "";
  for (let i = 0; i < count; i++)
    d += `M${Math.round(area[0] + next() * area[2])} ${Math.round(area[1] + next() * area[3])}l${num(-length * 0.3)} ${length}`;
  return stroke(d, tint, 2.4, 'opacity="0.6"');
}

/** Snow in the air. */
export function snowfall(area: readonly [number, number, number, number], count: number, seed = 1, size = 5): string {
  const next = random(seed);
  const list: [number, number, number][] = [];
  for (let i = 0; i < count; i++)
    list.push([area[0] + next() * area[2], area[1] + next() * area[3], size * (0.35 + next() * 0.8)]);
  return dots(list, colour.snow, 'opacity="0.92"');
}
