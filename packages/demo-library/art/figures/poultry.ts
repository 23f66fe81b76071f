import { dot, dots, fill, poly, smooth, stroke } from "../draw";
import { colour, darker, lighter } from "../palette";

/** A cockerel, very pleased with himself: feet at (0, 0), about 110 high, facing right. */
export function cockerel(pose: { crow?: boolean; headOnly?: boolean } = {}): string {
  const black = "#2A2230";
  const headParts =
    fill(
      smooth(
        [
          [2, -104],
          [4, -118],
          [11, -110],
          [16, -122],
          [21, -110],
          [30, -116],
          [29, -100],
        ],
        true,
        0.6,
      ),
      colour.vermilion,
    ) +
    fill(
      smooth(
        [
          [-2, -62],
          [0, -90],
          [10, -105],
          [26, -104],
          [32, -92],
          [30, -76],
          [36, -58],
          [16, -52],
        ],
        true,
        0.9,
      ),
      colour.apricot,
    ) +
    stroke("M6 -66l-2 -14M14 -62l0 -14M22 -60l2 -14M30 -62l0 -10", darker(colour.apricot, 0.25), 2) +
    dot(19, -93, 4, colour.paper) +
    dot(20, -93, 2.4, colour.ink) +
    (pose.crow
      ? fill(
          poly([
            [29, -98],
            [50, -112],
            [34, -92],
          ]),
          "#F6C12E",
        ) +
        fill(
          poly([
            [30, -90],
            [50, -82],
            [29, -84],
          ]),
          darker("#F6C12E", 0.15),
        ) +
        fill(
          smooth([
            [26, -84],
            [33, -80],
            [30, -66],
            [24, -74],
          ]),
          colour.vermilion,
        ) +
        stroke("M14 -98l9 3", colour.ink, 2)
      : fill(
          poly([
            [30, -97],
            [46, -89],
            [30, -86],
          ]),
          "#F6C12E",
        ) +
        fill(
          smooth([
            [27, -86],
            [34, -80],
            [31, -68],
            [25, -76],
          ]),
          colour.vermilion,
        ) +
        stroke("M13 -99l10 2", colour.ink, 2));
  if (pose.headOnly) return headParts;
  const plume = (d: string, tint: string) => stroke(d, tint, 9);
  return (
    plume("M-28 -38Q-62 -44 -70 -12", "#1F6E5A") +
    plume("M-28 -44Q-74 -62 -84 -30", "#2E8B6B") +
    plume("M-26 -50Q-66 -92 -92 -60", "#1F6E5A") +
    plume("M-22 -54Q-44 -108 -80 -88", "#46A67F") +
    stroke("M-6 -18L-8 -1l-9 1M-8 -1l9 1M10 -18L10 -1l-9 1M10 -1l10 1", "#F6C12E", 4) +
    fill(
      smooth(
        [
          [-42, -44],
          [-16, -50],
          [4, -76],
          [34, -70],
          [42, -46],
          [26, -20],
          [-4, -12],
          [-30, -22],
        ],
        true,
        0.9,
      ),
      black,
    ) +
    headParts +
    fill(
      smooth(
        [
          [-34, -42],
          [-8, -52],
          [14, -42],
          [4, -26],
          [-18, -24],
        ],
        true,
        0.9,
      ),
      darker(colour.apricot, 0.35),
    ) +
    stroke("M-20 -36Q-6 -34 6 -40M-16 -30Q-4 -29 6 -34", colour.apricot, 2.4)
  );
}

/** A duck in a bathing cap, floating: waterline at (0, 0), facing right. */
export function duck(cap: string, pose: { look?: number; body?: string } = {}): string {
  const body = pose.body ?? colour.paper;
  return (
    fill(
      smooth(
        [
          [-48, -30],
          [-32, -22],
          [0, -30],
          [34, -20],
          [36, 2],
          [0, 12],
          [-38, 2],
        ],
        true,
        0.9,
      ),
      body,
    ) +
    fill(
      smooth(
        [
          [-26, -18],
          [4, -20],
          [14, -6],
          [-8, 2],
          [-28, -6],
        ],
        true,
        0.9,
      ),
      darker(body, 0.1),
    ) +
    fill(
      smooth(
        [
          [8, -22],
          [10, -50],
          [24, -64],
          [42, -54],
          [40, -32],
          [34, -16],
        ],
        true,
        0.9,
      ),
      body,
    ) +
    fill(
      smooth(
        [
          [40, -50],
          [62, -46],
          [60, -38],
          [40, -38],
        ],
        true,
        0.7,
      ),
      colour.apricot,
    ) +
    fill(
      smooth(
        [
          [7, -50],
          [10, -68],
          [26, -76],
          [42, -66],
          [44, -54],
          [24, -57],
        ],
        true,
        0.9,
      ),
      cap,
    ) +
    dots(
      [
        [17, -66, 2.6],
        [28, -70, 2.6],
        [36, -63, 2.6],
      ],
      lighter(cap, 0.6),
    ) +
    stroke("M9 -50Q26 -56 43 -53", darker(cap, 0.2), 2.6) +
    dot(32 + (pose.look ?? 0) * 2, -46, 3, colour.ink)
  );
}
