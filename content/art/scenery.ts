import {
  blob,
  box,
  dot,
  dots,
  fill,
  type Grain,
  num,
  type Point,
  poly,
  random,
  type Sheet,
  smooth,
  stroke,
} from "./draw";
import { colour, darker, lighter, mix } from "./palette";

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

/** A leafless tree whose boughs fork from (x, y); `h` high. */
export function bareTree(x: number, y: number, h: number, bark: string, seed = 1, depth = 4): string {
  const next = random(seed);
  let out = "";
  const grow = (fromX: number, fromY: number, angle: number, length: number, level: number) => {
    const toX = fromX + Math.cos(angle) * length;
    const toY = fromY + Math.sin(angle) * length;
    out += stroke(
      `M${num(fromX)} ${num(fromY)}L${num(toX)} ${num(toY)}`,
      bark,
      Math.max(1.6, h * 0.075 * 0.56 ** (depth - level)),
    );
    if (level <= 0) return;
    const forks = level === depth ? 3 : 2;
    for (let i = 0; i < forks; i++) {
      const spread = (i - (forks - 1) / 2) * 0.62 + (next() - 0.5) * 0.3;
      grow(toX, toY, angle + spread, length * (0.62 + next() * 0.16), level - 1);
    }
  };
  grow(x, y, -Math.PI / 2 + (next() - 0.5) * 0.15, h * 0.36, depth);
  return out;
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
