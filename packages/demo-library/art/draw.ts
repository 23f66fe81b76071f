import { darker } from "./palette";

/** x and y in page units, y downwards. */
export type Point = readonly [number, number];

/** A random source that gives the same numbers for the same seed: 0 <= n < 1. */
export function random(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number as short as a picture needs it: one decimal. */
export function num(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function pair(x: number, y: number): string {
  return `${num(x)} ${num(y)}`;
}

/** Path data of straight lines through points. Absolute commands only. */
export function poly(points: readonly Point[], closed = true): string {
  return `M${points.map(([x, y]) => pair(x, y)).join("L")}${closed ? "Z" : ""}`;
}

/** Path data of a soft curve through points (Catmull-Rom). `tension` 0 is straight, 1 is round. */
export function smooth(points: readonly Point[], closed = true, tension = 1): string {
  const count = points.length;
  const get = (i: number): Point => {
    const index = closed ? (i + count) % count : Math.min(Math.max(i, 0), count - 1);
    return points[index] ?? [0, 0];
  };
  let d = `M${pair(...get(0))}`;
  const last = closed ? count : count - 1;
  for (let i = 0; i < last; i++) {
    const [before, from, to, after] = [get(i - 1), get(i), get(i + 1), get(i + 2)];
    const k = tension / 6;
    d += `C${pair(from[0] + (to[0] - before[0]) * k, from[1] + (to[1] - before[1]) * k)} ${pair(
      to[0] - (after[0] - from[0]) * k,
      to[1] - (after[1] - from[1]) * k,
    )} ${pair(to[0], to[1])}`;
  }
  return closed ? `${d}Z` : d;
}

/** Path data of a wobbly round: what a hand with scissors makes of an ellipse. */
export function blob(x: number, y: number, rx: number, ry: number, seed = 1, wobble = 0.05, count = 10): string {
  const next = random(seed);
  const points: Point[] = [];
  for (let i = 0; i < count; i++) {
    const angle = (i / count) * Math.PI * 2;
    const r = 1 + (next() - 0.5) * 2 * wobble;
    points.push([x + Math.cos(angle) * rx * r, y + Math.sin(angle) * ry * r]);
  }
  return smooth(points);
}

/** Path data of a round whose edge is spikes between two angles (degrees, 0 right, 90 down); soft elsewhere. */
export function spiky(
  x: number,
  y: number,
  rx: number,
  ry: number,
  options: { spikes: number; length: number; seed?: number },
): string {
  const next = random(options.seed ?? 1);
  const points: Point[] = [];
  for (let i = 0; i < options.spikes; i++) {
    for (const [shift, out] of [
      [0, 1],
      [0.55, 1 + options.length * (0.75 + next() * 0.5)],
    ] as const) {
      const angle = ((i + shift) / options.spikes) * Math.PI * 2;
      points.push([x + Math.cos(angle) * rx * out, y + Math.sin(angle) * ry * out]);
    }
  }
  return poly(points);
}

/** Path data of a box with hand-cut edges. */
export function box(x: number, y: number, w: number, h: number, seed = 1, wobble = 2): string {
  const next = random(seed);
  const shake = () => (next() - 0.5) * 2 * wobble;
  return poly([
    [x + shake(), y + shake()],
    [x + w / 2, y + shake()],
    [x + w + shake(), y + shake()],
    [x + w + shake(), y + h / 2],
    [x + w + shake(), y + h + shake()],
    [x + w / 2, y + h + shake()],
    [x + shake(), y + h + shake()],
  ]);
}

/** A filled shape. */
export function fill(d: string, colour: string, extra = ""): string {
  return `<path d="${d}" fill="${colour}"${extra ? ` ${extra}` : ""}/>`;
}

/** A line with round ends. */
export function stroke(d: string, colour: string, width: number, extra = ""): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${num(width)}" stroke-linecap="round" stroke-linejoin="round"${extra ? ` ${extra}` : ""}/>`;
}

/** A round dot. */
export function dot(x: number, y: number, r: number, colour: string, extra = ""): string {
  return `<circle cx="${num(x)}" cy="${num(y)}" r="${num(r)}" fill="${colour}"${extra ? ` ${extra}` : ""}/>`;
}

/** Many round dots of one colour as one path: small in bytes. Each is [x, y, radius]. */
export function dots(list: readonly (readonly [number, number, number])[], colour: string, extra = ""): string {
  const d = list
    .map(
      ([x, y, r]) =>
        `M${pair(x - r, y)}a${num(r)} ${num(r)} 0 1 0 ${num(r * 2)} 0a${num(r)} ${num(r)} 0 1 0 ${num(-r * 2)} 0Z`,
    )
    .join("");
  return fill(d, colour, extra);
}

/** Many ovals of one colour as one path. Each is [x, y, half width, half height, degrees]. */
export function ovals(
  list: readonly (readonly [number, number, number, number, number])[],
  colour: string,
  extra = "",
): string {
  const d = list
    .map(([x, y, rx, ry, turn]) => {
      const [dx, dy] = [Math.cos((turn * Math.PI) / 180) * rx, Math.sin((turn * Math.PI) / 180) * rx];
      const arc = `a${num(rx)} ${num(ry)} ${Math.round(turn)} 1 0`;
      return `M${pair(x - dx, y - dy)}${arc} ${pair(dx * 2, dy * 2)}${arc} ${pair(-dx * 2, -dy * 2)}`;
    })
    .join("");
  return fill(d, colour, extra);
}

/** Content moved, turned (degrees), sized and mirrored, in that order from the outside. */
export function at(
  x: number,
  y: number,
  size: number,
  content: string,
  options: { flip?: boolean; rotate?: number; opacity?: number } = {},
): string {
  const turn = options.rotate ? ` rotate(${num(options.rotate)})` : "";
  const scaled = Math.round(size * 1000) / 1000;
  const scale = options.flip ? `${-scaled} ${scaled}` : `${scaled}`;
  const opacity = options.opacity === undefined ? "" : ` opacity="${options.opacity}"`;
  return `<g transform="translate(${pair(x, y)})${turn} scale(${scale})"${opacity}>${content}</g>`;
}

/** The box around path data made of absolute M, L, C, Z: [x, y, width, height]. */
export function bounds(d: string): [number, number, number, number] {
  const numbers = (d.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    const [x, y] = [numbers[i] ?? 0, numbers[i + 1] ?? 0];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return [left, top, right - left, bottom - top];
}

/** How a paper is grained: tint of the strokes, direction in degrees, number, length, width, opacity. */
export interface Grain {
  tint?: string;
  angle?: number;
  count?: number;
  length?: number;
  width?: number;
  opacity?: number;
  seed?: number;
}

/**
 * One picture: keeps the clip shapes and gives them ids that are unique to this picture.
 * Calls in the same order give the same text.
 */
export class Sheet {
  private readonly clips: string[] = [];

  constructor(
    readonly name: string,
    readonly width: number,
    readonly height: number,
  ) {}

  /** Content that shows only inside a shape. */
  inside(d: string, content: string): string {
    const id = `${this.name}-${this.clips.length + 1}`;
    this.clips.push(`<clipPath id="${id}"><path d="${d}"/></clipPath>`);
    return `<g clip-path="url(#${id})">${content}</g>`;
  }

  /** Loose strokes over the box of a shape, clipped to it: the texture of the paper. */
  grain(d: string, base: string, options: Grain = {}): string {
    const [x, y, w, h] = bounds(d);
    const next = random(options.seed ?? Math.round(x + y * 3 + w));
    const length = options.length ?? Math.max(5, Math.min(w, h) * 0.14);
    const angle = ((options.angle ?? -20) * Math.PI) / 180;
    const count = options.count ?? Math.round(Math.min(110, 14 + (w * h) / (length * length * 2)));
    let strokes = "";
    for (let i = 0; i < count; i++) {
      const turn = angle + (next() - 0.5) * 0.35;
      const reach = length * (0.5 + next());
      strokes += `M${Math.round(x + next() * w)} ${Math.round(y + next() * h)}l${num(Math.cos(turn) * reach)} ${num(Math.sin(turn) * reach)}`;
    }
    const tint = options.tint ?? darker(base, 0.3);
    return this.inside(
      d,
      stroke(strokes, tint, options.width ?? Math.max(1, length * 0.09), `opacity="${options.opacity ?? 0.35}"`),
    );
  }

  /** A cut-paper shape: its fill, and grain over it. */
  paper(d: string, base: string, options: Grain = {}): string {
    return fill(d, base) + this.grain(d, base, options);
  }

  /** The complete picture. */
  svg(...layers: string[]): string {
    const defs = this.clips.length > 0 ? `<defs>${this.clips.join("")}</defs>` : "";
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${this.width} ${this.height}" width="${this.width}" height="${this.height}">${defs}${layers.join("")}</svg>`;
  }
}
