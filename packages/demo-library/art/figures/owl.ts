import { blob, dot, dots, fill, num, poly, smooth, stroke } from "../draw";
import { colour, darker, lighter, mix } from "../palette";

/** An owl from the front: perch at (0, 0), about 100 high. */
export function owl(
  pose: {
    kind?: "barn" | "tawny";
    specs?: boolean;
    look?: number;
    down?: number;
    asleep?: boolean;
    wings?: boolean;
    size?: number;
  } = {},
): string {
  const barn = pose.kind !== "tawny";
  const back = barn ? colour.apricot : "#7A5440";
  const front = barn ? colour.cream : lighter("#B98B62", 0.12);
  const look = pose.look ?? 0;
  const down = pose.down ?? 0;
  const fx = look * 6;
  const fy = -74 + down * 6;
  const flecks: [number, number, number][] = [];
  for (let r = 0; r < 4; r++)
    for (let i = 0; i < 4 - (r % 2); i++) flecks.push([-15 + i * 10 + (r % 2) * 5, -44 + r * 9, 1.8]);
  const eyes = pose.asleep
    ? stroke(`M${num(fx - 17)} ${num(fy)}q7 6 13 1M${num(fx + 4)} ${num(fy + 1)}q7 5 13 -1`, colour.ink, 3)
    : barn
      ? dot(fx - 10.5, fy, 5, colour.ink) +
        dot(fx + 10.5, fy, 5, colour.ink) +
        dot(fx - 9, fy - 1.8, 1.5, colour.paper) +
        dot(fx + 12, fy - 1.8, 1.5, colour.paper)
      : dot(fx - 12, fy, 10, colour.glow) +
        dot(fx + 12, fy, 10, colour.glow) +
        dot(fx - 12 + look * 2, fy + down * 3, 5, colour.ink) +
        dot(fx + 12 + look * 2, fy + down * 3, 5, colour.ink);
  const mask = barn
    ? fill(
        smooth(
          [
            [fx, fy - 12],
            [fx + 12, fy - 21],
            [fx + 25, fy - 8],
            [fx + 20, fy + 12],
            [fx, fy + 26],
            [fx - 20, fy + 12],
            [fx - 25, fy - 8],
            [fx - 12, fy - 21],
          ],
          true,
          0.9,
        ),
        colour.paper,
        `stroke="${darker(back, 0.25)}" stroke-width="2.4"`,
      )
    : fill(blob(fx - 12, fy, 16, 17, 2, 0.03), front) + fill(blob(fx + 12, fy, 16, 17, 3, 0.03), front);
  return (
    fill(
      poly([
        [-12, -4],
        [-16, 22],
        [0, 14],
        [16, 22],
        [12, -4],
      ]),
      darker(back, 0.22),
    ) +
    (pose.wings
      ? fill(
          smooth(
            [
              [-20, -60],
              [-70, -84],
              [-96, -52],
              [-78, -50],
              [-66, -34],
              [-50, -38],
              [-34, -20],
            ],
            true,
            0.5,
          ),
          darker(back, 0.08),
        ) +
        fill(
          smooth(
            [
              [20, -60],
              [70, -84],
              [96, -52],
              [78, -50],
              [66, -34],
              [50, -38],
              [34, -20],
            ],
            true,
            0.5,
          ),
          darker(back, 0.08),
        )
      : "") +
    fill(
      smooth(
        [
          [0, -101],
          [24, -95],
          [33, -74],
          [31, -36],
          [18, -2],
          [-18, -2],
          [-31, -36],
          [-33, -74],
          [-24, -95],
        ],
        true,
        0.9,
      ),
      back,
    ) +
    (barn
      ? ""
      : fill(
          poly([
            [-30, -82],
            [-32, -106],
            [-12, -98],
          ]),
          back,
        ) +
        fill(
          poly([
            [30, -82],
            [32, -106],
            [12, -98],
          ]),
          back,
        )) +
    fill(
      smooth(
        [
          [0, -56],
          [19, -46],
          [19, -18],
          [0, -3],
          [-19, -18],
          [-19, -46],
        ],
        true,
        0.95,
      ),
      front,
    ) +
    dots(flecks, darker(back, 0.2)) +
    (pose.wings
      ? ""
      : fill(
          smooth(
            [
              [-26, -62],
              [-34, -34],
              [-24, -6],
              [-16, -20],
              [-18, -46],
            ],
            true,
            0.8,
          ),
          darker(back, 0.14),
        ) +
        fill(
          smooth(
            [
              [26, -62],
              [34, -34],
              [24, -6],
              [16, -20],
              [18, -46],
            ],
            true,
            0.8,
          ),
          darker(back, 0.14),
        )) +
    mask +
    eyes +
    fill(
      poly([
        [fx - 4, fy + 6],
        [fx + 4, fy + 6],
        [fx, fy + 17],
      ]),
      darker(colour.apricot, 0.2),
    ) +
    (pose.specs
      ? stroke(
          `M${num(fx - 23)} ${num(fy)}a11.5 11.5 0 1 0 23 0a11.5 11.5 0 1 0 -23 0M${num(fx + 1)} ${num(fy)}a11.5 11.5 0 1 0 23 0a11.5 11.5 0 1 0 -23 0`,
          colour.vermilion,
          3.2,
        )
      : "") +
    stroke("M-12 -2l-4 7M-8 -2l0 7M-4 -2l3 6M12 -2l4 7M8 -2l0 7M4 -2l-3 6", darker(colour.apricot, 0.3), 3)
  );
}

/** A round fluffy owlet. */
export function owlet(look = 0): string {
  const fluff = colour.paper;
  return (
    fill(blob(0, -22, 22, 24, 7, 0.07, 14), fluff) +
    stroke("M-14 -12l-2 6M-6 -8l-1 6M4 -8l1 6M12 -12l3 6M-10 -20l-2 4M10 -20l2 4", mix(colour.stone, fluff, 0.5), 1.6) +
    fill(
      smooth([
        [0, -36],
        [7, -42],
        [15, -34],
        [10, -22],
        [0, -16],
        [-10, -22],
        [-15, -34],
        [-7, -42],
      ]),
      colour.cream,
    ) +
    dot(-5.6 + look * 2, -31, 3, colour.ink) +
    dot(5.6 + look * 2, -31, 3, colour.ink) +
    fill(
      poly([
        [-2.4, -27],
        [2.4, -27],
        [0, -21],
      ]),
      colour.apricot,
    )
  );
}
