import { box, dot, fill, num, type Point, poly, type Sheet, smooth, stroke } from "./draw";
import { colour, darker, mix } from "./palette";

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
