import { dot, fill, num, poly, smooth, stroke } from "../draw";
import { colour, darker, lighter, mix } from "../palette";

/** Gaston the gull. Standing: feet at (0, 0), about 85 high, facing right. */
export function gull(
  pose: { kind?: "stand" | "fly" | "cry"; bump?: boolean; noBeak?: boolean; sleepy?: boolean } = {},
): string {
  const white = colour.paper;
  const grey = mix(colour.stone, colour.paper, 0.3);
  const beak = pose.noBeak
    ? ""
    : pose.kind === "cry"
      ? fill(
          poly([
            [36, -84],
            [62, -96],
            [42, -76],
          ]),
          colour.apricot,
        ) +
        fill(
          poly([
            [35, -78],
            [58, -66],
            [34, -72],
          ]),
          darker(colour.apricot, 0.12),
        ) +
        fill(
          poly([
            [37, -81],
            [48, -84],
            [40, -75],
          ]),
          colour.vermilion,
        )
      : fill(
          smooth(
            [
              [33, -80],
              [52, -77],
              [60, -70],
              [54, -69],
              [34, -71],
            ],
            true,
            0.5,
          ),
          colour.apricot,
        ) + dot(52, -71, 2.6, colour.vermilion);
  const eye = pose.sleepy
    ? stroke("M17 -78q4 4 8 0", colour.ink, 2.4)
    : dot(21, -79, 3.6, colour.ink) + dot(22, -80.4, 1.1, colour.paper) + stroke("M14 -86l11 1.5", colour.ink, 2);
  if (pose.kind === "fly") {
    return (
      fill(
        smooth(
          [
            [-6, -44],
            [-40, -84],
            [-92, -96],
            [-70, -70],
            [-36, -36],
          ],
          true,
          0.8,
        ),
        grey,
      ) +
      fill(
        poly([
          [-92, -96],
          [-70, -92],
          [-72, -74],
        ]),
        colour.ink,
      ) +
      fill(
        smooth(
          [
            [-62, -32],
            [-30, -46],
            [10, -52],
            [34, -44],
            [22, -26],
            [-16, -18],
          ],
          true,
          0.9,
        ),
        white,
      ) +
      fill(
        smooth(
          [
            [-4, -42],
            [-6, -84],
            [30, -118],
            [36, -88],
            [24, -42],
          ],
          true,
          0.8,
        ),
        lighter(grey, 0.3),
      ) +
      fill(
        poly([
          [30, -118],
          [35, -98],
          [18, -106],
        ]),
        colour.ink,
      ) +
      dot(36, -46, 15, white) +
      dot(41, -49, 3.2, colour.ink) +
      fill(
        poly([
          [49, -50],
          [70, -43],
          [49, -40],
        ]),
        colour.apricot,
      )
    );
  }
  return (
    stroke("M-4 -22L-6 -1L4 0M8 -22L8 -1L18 0", colour.apricot, 4) +
    fill(
      smooth(
        [
          [-58, -20],
          [-30, -44],
          [0, -62],
          [4, -82],
          [20, -95],
          [37, -86],
          [38, -70],
          [31, -44],
          [20, -24],
          [-10, -16],
        ],
        true,
        0.85,
      ),
      white,
    ) +
    (pose.bump ? dot(34, -56, 10, white) + stroke("M28 -64Q46 -60 40 -48", grey, 1.6) : "") +
    fill(
      smooth(
        [
          [-66, -18],
          [-36, -40],
          [-2, -54],
          [16, -42],
          [2, -28],
          [-30, -20],
        ],
        true,
        0.85,
      ),
      grey,
    ) +
    stroke("M-30 -32Q-12 -36 4 -46M-26 -26Q-8 -29 8 -38", darker(grey, 0.2), 1.8) +
    fill(
      smooth(
        [
          [-72, -15],
          [-50, -29],
          [-38, -21],
          [-50, -14],
        ],
        true,
        0.6,
      ),
      colour.ink,
    ) +
    beak +
    eye
  );
}

/** A far bird in flight: two strokes. */
export function farBird(x: number, y: number, w: number, tint: string): string {
  return stroke(
    `M${num(x - w / 2)} ${num(y - w * 0.12)}Q${num(x - w * 0.2)} ${num(y - w * 0.3)} ${num(x)} ${num(y)}Q${num(x + w * 0.2)} ${num(y - w * 0.3)} ${num(x + w / 2)} ${num(y - w * 0.12)}`,
    tint,
    Math.max(1.6, w * 0.09),
  );
}
