import { dot, fill, smooth, stroke } from "../draw";
import { colour, darker } from "../palette";

/** Bishop the mule: feet at (0, 0), about 120 high, facing right. */
export function mule(
  pose: { saddle?: boolean; load?: string; walk?: boolean; sitting?: boolean; tilt?: number } = {},
): string {
  const coat = "#4A3228";
  const shade = darker(coat, 0.25);
  const head =
    fill(
      smooth(
        [
          [40, -112],
          [30, -138],
          [38, -146],
          [50, -118],
        ],
        true,
        0.8,
      ),
      coat,
    ) +
    stroke("M58 -116L60 -134Q62 -144 74 -138", coat, 9) +
    fill(
      smooth(
        [
          [36, -116],
          [58, -122],
          [76, -104],
          [94, -82],
          [92, -70],
          [78, -68],
          [56, -84],
          [40, -92],
        ],
        true,
        0.9,
      ),
      coat,
    ) +
    fill(
      smooth(
        [
          [80, -92],
          [95, -82],
          [93, -69],
          [78, -67],
          [72, -78],
        ],
        true,
        0.9,
      ),
      colour.cream,
    ) +
    dot(89, -79, 2, colour.ink) +
    stroke("M78 -71q7 1 12 -3", colour.ink, 2) +
    dot(62, -103, 3.8, colour.ink) +
    dot(63.2, -104.4, 1.2, colour.paper) +
    stroke("M55 -109l12 -1", darker(coat, 0.6), 3) +
    stroke("M70 -112Q76 -96 68 -80M48 -118Q52 -104 50 -88M52 -92L70 -80", colour.vermilion, 3) +
    stroke("M50 -90l-3 12M50 -90l0 13M50 -90l3 12", colour.vermilion, 2.6);
  const mane = stroke("M34 -118Q22 -104 14 -84", darker(coat, 0.55), 8);
  const goods =
    (pose.saddle === false
      ? ""
      : fill(
          smooth(
            [
              [-22, -82],
              [18, -82],
              [22, -56],
              [-24, -56],
            ],
            true,
            0.5,
          ),
          colour.vermilion,
        ) +
        stroke("M-20 -60L18 -60", colour.cream, 2.4) +
        fill(
          smooth(
            [
              [-14, -84],
              [0, -80],
              [14, -88],
              [12, -76],
              [-14, -76],
            ],
            true,
            0.9,
          ),
          colour.bark,
        )) + (pose.load ?? "");
  if (pose.sitting) {
    return (
      stroke("M-30 -14L10 -6", shade, 13) +
      fill(
        smooth(
          [
            [-44, -30],
            [-30, -60],
            [0, -86],
            [26, -92],
            [42, -70],
            [32, -34],
            [20, -8],
            [-30, -4],
          ],
          true,
          0.9,
        ),
        coat,
      ) +
      stroke("M22 -46L26 -6M34 -50L40 -6", shade, 11) +
      `<g transform="translate(-6 6)">${fill(
        smooth(
          [
            [14, -88],
            [44, -120],
            [58, -92],
            [34, -62],
          ],
          true,
          0.9,
        ),
        coat,
      )}${mane}${head}</g>`
    );
  }
  const legs = pose.walk
    ? stroke("M-36 -50L-48 -4M-26 -48L-20 -4M22 -48L14 -4M34 -50L46 -4", shade, 11)
    : stroke("M-38 -50L-38 -4M-26 -48L-24 -4M24 -48L24 -4M36 -50L38 -4", shade, 11);
  return (
    stroke("M-52 -66Q-66 -52 -60 -26", shade, 6) +
    stroke("M-61 -34L-58 -14", darker(coat, 0.55), 9) +
    legs +
    fill(
      smooth(
        [
          [-54, -62],
          [-40, -84],
          [0, -78],
          [28, -86],
          [44, -62],
          [34, -44],
          [0, -38],
          [-40, -42],
        ],
        true,
        0.9,
      ),
      coat,
    ) +
    fill(
      smooth(
        [
          [16, -82],
          [40, -118],
          [58, -94],
          [42, -56],
        ],
        true,
        0.9,
      ),
      coat,
    ) +
    mane +
    goods +
    head
  );
}
