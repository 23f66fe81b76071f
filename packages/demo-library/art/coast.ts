import { box, dot, fill, num, poly, type Sheet, smooth, stroke } from "./draw";
import { pane } from "./houses";
import { colour, darker, mix } from "./palette";

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
