import { at, blob, box, dot, fill, num, type Point, poly, type Sheet, smooth, stroke } from "./draw";
import { colour, darker, lighter, mix } from "./palette";

/** A window with a cross; lit or dark. (x, y) is its middle. */
export function pane(
  x: number,
  y: number,
  w: number,
  h: number,
  lit: boolean,
  frame: string = colour.paper,
  arch = false,
): string {
  const d = arch
    ? smooth(
        [
          [x - w / 2, y + h / 2],
          [x - w / 2, y - h * 0.1],
          [x, y - h / 2],
          [x + w / 2, y - h * 0.1],
          [x + w / 2, y + h / 2],
        ],
        true,
        0.6,
      )
    : box(x - w / 2, y - h / 2, w, h, Math.round(x + y), 1.2);
  return (
    fill(
      d,
      lit ? colour.glow : mix(colour.ink, colour.dusk, 0.5),
      `stroke="${frame}" stroke-width="${num(w * 0.12)}" stroke-linejoin="round"`,
    ) +
    stroke(
      `M${num(x)} ${num(y - h / 2)}L${num(x)} ${num(y + h / 2)}M${num(x - w / 2)} ${num(y)}L${num(x + w / 2)} ${num(y)}`,
      frame,
      w * 0.07,
    )
  );
}

/** A house on (x, y), `w` wide: wall, gable roof with boards, chimney, door and windows. */
export function house(
  sheet: Sheet,
  x: number,
  y: number,
  w: number,
  options: {
    wall: string;
    roof: string;
    door?: string;
    lit?: boolean;
    h?: number;
    windows?: number;
    chimney?: boolean;
    trim?: string;
    snow?: boolean;
    boards?: boolean;
    doorAt?: number;
    noDoor?: boolean;
    rows?: number;
  },
): string {
  const h = options.h ?? w * 0.6;
  const trim = options.trim ?? colour.paper;
  const wall = box(x - w / 2, y - h, w, h, Math.round(x), 2);
  const rise = w * 0.42;
  const roof = poly([
    [x - w * 0.58, y - h + w * 0.03],
    [x - w * 0.02, y - h - rise],
    [x + w * 0.02, y - h - rise],
    [x + w * 0.58, y - h + w * 0.03],
  ]);
  const doorX = x + w * (options.doorAt ?? -0.24);
  let holes = "";
  const count = options.windows ?? 2;
  const rows = options.rows ?? 1;
  for (let row = 0; row < rows; row++)
    for (let i = 0; i < count; i++) {
      const wx =
        x + w * (options.noDoor || row > 0 ? -0.5 + (i + 0.75) / (count + 0.5) : -0.02 + (0.46 * (i + 0.5)) / count);
      holes += pane(
        wx,
        y - h * ((row + 0.56) / rows),
        w * 0.15,
        Math.min(w * 0.2, (h / rows) * 0.5),
        options.lit ?? false,
        trim,
      );
    }
  const snow = options.snow
    ? fill(
        smooth(
          [
            [x - w * 0.6, y - h + w * 0.02],
            [x - w * 0.3, y - h - rise * 0.58],
            [x, y - h - rise - w * 0.06],
            [x + w * 0.3, y - h - rise * 0.58],
            [x + w * 0.6, y - h + w * 0.02],
            [x + w * 0.46, y - h - w * 0.02],
            [x + w * 0.22, y - h - rise * 0.36],
            [x, y - h - rise * 0.66],
            [x - w * 0.2, y - h - rise * 0.36],
            [x - w * 0.45, y - h - w * 0.02],
          ],
          true,
          0.7,
        ),
        colour.snow,
      )
    : "";
  return (
    (options.chimney === false
      ? ""
      : fill(box(x + w * 0.2, y - h - rise * 0.95, w * 0.12, rise * 0.7), darker(options.roof, 0.2)) +
        fill(
          box(x + w * 0.185, y - h - rise * 0.98, w * 0.15, w * 0.045),
          options.snow ? colour.snow : darker(options.roof, 0.35),
        )) +
    fill(
      poly([
        [x - w / 2, y - h + 2],
        [x, y - h - rise * 0.9],
        [x + w / 2, y - h + 2],
      ]),
      options.wall,
    ) +
    fill(wall, options.wall) +
    sheet.grain(wall, options.wall, {
      angle: options.boards ? 90 : 0,
      count: 34,
      length: h * 0.2,
      width: Math.max(1.2, w * 0.008),
      opacity: 0.3,
    }) +
    fill(
      poly([
        [x + w * 0.3, y - h],
        [x + w / 2, y - h],
        [x + w / 2, y],
        [x + w * 0.36, y],
      ]),
      darker(options.wall, 0.2),
      'opacity="0.35"',
    ) +
    fill(roof, options.roof) +
    sheet.grain(roof, options.roof, {
      angle: 58,
      count: 30,
      length: rise * 0.22,
      width: Math.max(1.4, w * 0.01),
      opacity: 0.45,
    }) +
    snow +
    (options.noDoor
      ? ""
      : fill(
          box(doorX - w * 0.085, y - h * 0.62, w * 0.17, h * 0.62, 3, 1.5),
          options.door ?? colour.teal,
          `stroke="${trim}" stroke-width="${num(w * 0.018)}"`,
        ) + dot(doorX + w * 0.05, y - h * 0.28, w * 0.013, colour.glow)) +
    holes
  );
}

/** A striped lighthouse on (x, y), `h` high; `lit` draws the lamp, not the beam. */
export function lighthouse(
  sheet: Sheet,
  x: number,
  y: number,
  h: number,
  options: { lit: boolean; stripe?: string; wall?: string },
): string {
  const stripe = options.stripe ?? colour.vermilion;
  const wall = options.wall ?? colour.paper;
  const body = poly([
    [x - h * 0.115, y],
    [x - h * 0.068, y - h * 0.76],
    [x + h * 0.068, y - h * 0.76],
    [x + h * 0.115, y],
  ]);
  let bands = "";
  for (const part of [0.06, 0.34, 0.62]) {
    bands += fill(
      smooth(
        [
          [x - h * 0.2, y - h * part],
          [x, y - h * part + h * 0.014],
          [x + h * 0.2, y - h * part],
          [x + h * 0.2, y - h * (part + 0.13)],
          [x, y - h * (part + 0.13) + h * 0.014],
          [x - h * 0.2, y - h * (part + 0.13)],
        ],
        true,
        0.2,
      ),
      stripe,
    );
  }
  const lampY = y - h * 0.86;
  return (
    fill(body, wall) +
    sheet.inside(
      body,
      bands +
        fill(
          poly([
            [x + h * 0.03, y],
            [x + h * 0.02, y - h],
            [x + h * 0.2, y - h],
            [x + h * 0.2, y],
          ]),
          colour.ink,
          'opacity="0.16"',
        ),
    ) +
    sheet.grain(body, wall, {
      angle: 85,
      count: 40,
      length: h * 0.05,
      opacity: 0.22,
      tint: colour.ink,
      width: h * 0.004,
    }) +
    pane(x - h * 0.01, y - h * 0.54, h * 0.034, h * 0.06, options.lit, colour.ink, true) +
    pane(x - h * 0.01, y - h * 0.26, h * 0.036, h * 0.06, options.lit, colour.ink, true) +
    fill(
      smooth(
        [
          [x - h * 0.04, y],
          [x - h * 0.04, y - h * 0.09],
          [x, y - h * 0.125],
          [x + h * 0.04, y - h * 0.09],
          [x + h * 0.04, y],
        ],
        true,
        0.5,
      ),
      colour.ink,
    ) +
    fill(
      box(x - h * 0.055, lampY - h * 0.05, h * 0.11, h * 0.13, 2, 1),
      options.lit ? colour.glow : mix(colour.dusk, colour.mist, 0.25),
    ) +
    stroke(
      `M${num(x - h * 0.055)} ${num(lampY - h * 0.05)}l0 ${num(h * 0.12)}M${num(x)} ${num(lampY - h * 0.05)}l0 ${num(h * 0.12)}M${num(x + h * 0.055)} ${num(lampY - h * 0.05)}l0 ${num(h * 0.12)}`,
      colour.ink,
      h * 0.009,
    ) +
    fill(box(x - h * 0.105, y - h * 0.785, h * 0.21, h * 0.03, 5, 1), colour.ink) +
    stroke(
      `M${num(x - h * 0.1)} ${num(y - h * 0.785)}l0 ${num(-h * 0.04)}l${num(h * 0.2)} 0l0 ${num(h * 0.04)}`,
      colour.ink,
      h * 0.007,
    ) +
    fill(
      smooth(
        [
          [x - h * 0.08, lampY - h * 0.045],
          [x - h * 0.05, lampY - h * 0.09],
          [x, lampY - h * 0.125],
          [x + h * 0.05, lampY - h * 0.09],
          [x + h * 0.08, lampY - h * 0.045],
        ],
        true,
        0.6,
      ),
      stripe,
    ) +
    dot(x, lampY - h * 0.135, h * 0.014, colour.ink)
  );
}

/** A beam of light from (x, y) to a far end; `spread` is the half width there. */
export function beam(
  x: number,
  y: number,
  toX: number,
  toY: number,
  spread: number,
  tint: string = colour.glow,
  opacity = 0.32,
): string {
  const length = Math.hypot(toX - x, toY - y);
  const [nx, ny] = [-(toY - y) / length, (toX - x) / length];
  const cone = (part: number) =>
    fill(
      poly([
        [x + nx * 6, y + ny * 6],
        [toX + nx * spread * part, toY + ny * spread * part],
        [toX - nx * spread * part, toY - ny * spread * part],
        [x - nx * 6, y - ny * 6],
      ]),
      tint,
      `opacity="${num(opacity * 10) === "0" ? 0.1 : opacity * 0.6}"`,
    );
  return cone(1) + cone(0.6);
}

/** A flat-roofed desert house with arched door and a small dome or a terrace. (x, y) is the middle of its foot. */
export function mudHouse(
  sheet: Sheet,
  x: number,
  y: number,
  w: number,
  h: number,
  wall: string,
  options: { dome?: string; lit?: boolean; door?: string; noDoor?: boolean; windows?: number } = {},
): string {
  const body = box(x - w / 2, y - h, w, h, Math.round(x + w), 3);
  const merlons: Point[] = [];
  const teeth = Math.max(3, Math.round(w / 34));
  for (let i = 0; i < teeth; i++) {
    const tx = x - w / 2 + (w * (i + 0.5)) / teeth;
    merlons.push(
      [tx - w / teeth / 3, y - h + 3],
      [tx - w / teeth / 4, y - h - w * 0.05],
      [tx + w / teeth / 4, y - h - w * 0.05],
      [tx + w / teeth / 3, y - h + 3],
    );
  }
  const count = options.windows ?? 1;
  let holes = "";
  for (let i = 0; i < count; i++) {
    holes += pane(
      x - w * 0.5 + (w * (i + 0.7)) / (count + (options.noDoor ? 0.4 : 1.1)),
      y - h * 0.62,
      w * 0.11,
      w * 0.17,
      options.lit ?? false,
      darker(wall, 0.3),
      true,
    );
  }
  const doorX = x + w * 0.27;
  return (
    (options.dome
      ? fill(
          smooth(
            [
              [x - w * 0.3, y - h + 4],
              [x - w * 0.28, y - h - w * 0.14],
              [x, y - h - w * 0.36],
              [x + w * 0.28, y - h - w * 0.14],
              [x + w * 0.3, y - h + 4],
            ],
            true,
            0.8,
          ),
          options.dome,
        ) + stroke(`M${num(x)} ${num(y - h - w * 0.34)}l0 ${num(-w * 0.1)}`, darker(options.dome, 0.2), w * 0.02)
      : fill(poly(merlons), wall)) +
    fill(body, wall) +
    sheet.inside(
      body,
      fill(
        poly([
          [x + w * 0.2, y - h],
          [x + w / 2, y - h],
          [x + w / 2, y],
          [x + w * 0.3, y],
        ]),
        darker(wall, 0.2),
        'opacity="0.4"',
      ),
    ) +
    sheet.grain(body, wall, { angle: 4, count: 40, length: w * 0.09, opacity: 0.25 }) +
    (options.noDoor
      ? ""
      : fill(
          smooth(
            [
              [doorX - w * 0.1, y],
              [doorX - w * 0.1, y - h * 0.3],
              [doorX, y - h * 0.44],
              [doorX + w * 0.1, y - h * 0.3],
              [doorX + w * 0.1, y],
            ],
            true,
            0.5,
          ),
          options.door ?? colour.teal,
        )) +
    holes
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

/** A rowing or fishing boat, `w` wide, its waterline at (x, y). */
export function boat(
  sheet: Sheet,
  x: number,
  y: number,
  w: number,
  hull: string,
  options: { stripe?: string; mast?: boolean; sail?: string; cabin?: string } = {},
): string {
  const d = smooth(
    [
      [x - w * 0.52, y - w * 0.2],
      [x - w * 0.2, y - w * 0.135],
      [x + w * 0.2, y - w * 0.135],
      [x + w * 0.54, y - w * 0.22],
      [x + w * 0.4, y + w * 0.02],
      [x + w * 0.2, y + w * 0.07],
      [x - w * 0.2, y + w * 0.07],
      [x - w * 0.4, y + w * 0.02],
    ],
    true,
    0.6,
  );
  const mast = options.mast || options.sail;
  return (
    (mast ? stroke(`M${num(x)} ${num(y - w * 0.1)}L${num(x)} ${num(y - w * 0.95)}`, colour.bark, w * 0.025) : "") +
    (options.sail
      ? sheet.paper(
          smooth(
            [
              [x + w * 0.03, y - w * 0.92],
              [x + w * 0.3, y - w * 0.6],
              [x + w * 0.4, y - w * 0.24],
              [x + w * 0.03, y - w * 0.24],
            ],
            true,
            0.35,
          ),
          options.sail,
          { angle: 80, count: 26 },
        ) +
        fill(
          poly([
            [x - w * 0.03, y - w * 0.82],
            [x - w * 0.03, y - w * 0.26],
            [x - w * 0.32, y - w * 0.26],
          ]),
          darker(options.sail, 0.12),
        )
      : "") +
    (options.cabin
      ? fill(box(x - w * 0.18, y - w * 0.38, w * 0.28, w * 0.26), options.cabin) +
        pane(x - w * 0.04, y - w * 0.28, w * 0.1, w * 0.1, true, colour.ink) +
        fill(box(x - w * 0.21, y - w * 0.42, w * 0.34, w * 0.05), darker(hull, 0.2))
      : "") +
    fill(d, hull) +
    sheet.inside(
      d,
      fill(
        poly([
          [x - w, y - w * 0.145],
          [x + w, y - w * 0.145],
          [x + w, y - w * 0.09],
          [x - w, y - w * 0.09],
        ]),
        options.stripe ?? colour.paper,
      ) +
        fill(
          poly([
            [x - w, y + w * 0.0],
            [x + w, y],
            [x + w, y + w],
            [x - w, y + w],
          ]),
          darker(hull, 0.25),
        ),
    ) +
    sheet.grain(d, hull, { angle: 2, count: 18, length: w * 0.1, opacity: 0.3 })
  );
}

/** A lantern with a ring on top; its middle at (0, 0), 40 wide and 60 high. */
export function lantern(lit: boolean, body: string = colour.teal): string {
  return (
    stroke("M-9 -34A9 10 0 0 1 9 -34", body, 4) +
    (lit ? dot(0, 0, 34, colour.glow, 'opacity="0.35"') : "") +
    fill(
      poly([
        [-15, -20],
        [15, -20],
        [18, 22],
        [-18, 22],
      ]),
      lit ? colour.glow : mix(body, colour.mist, 0.6),
    ) +
    (lit
      ? fill(
          smooth([
            [0, -14],
            [8, 4],
            [5, 14],
            [-5, 14],
            [-8, 4],
          ]),
          colour.apricot,
        ) +
        fill(
          smooth([
            [0, -3],
            [4, 7],
            [0, 13],
            [-4, 7],
          ]),
          colour.paper,
        )
      : "") +
    stroke("M-15 -20L-18 22M15 -20L18 22M0 -20L0 -17M0 17L0 22", body, 5) +
    fill(
      poly([
        [-19, -18],
        [-11, -32],
        [11, -32],
        [19, -18],
      ]),
      body,
    ) +
    fill(box(-22, 20, 44, 9, 3, 1), body) +
    fill(
      poly([
        [-19, -18],
        [-14, -26],
        [-6, -18],
      ]),
      lighter(body, 0.3),
      'opacity="0.6"',
    )
  );
}

/** A soft shadow on the ground under something. */
export function shadow(x: number, y: number, w: number, tint: string = colour.ink, opacity = 0.22): string {
  return fill(blob(x, y, w, w * 0.13, 3, 0.06), tint, `opacity="${opacity}"`);
}

/** Moves a drawing made around (0, 0); a shorter name for scenes. */
export const put = at;
