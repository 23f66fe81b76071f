import { dot, fill, num, poly, smooth, stroke } from "../draw";
import { colour, darker, lighter, mix } from "../palette";
import type { Mood } from "./face";

/** Goat: feet at (0, 0), about 100 high, facing right. */
export function goat(
  pose: {
    coat?: string;
    oneHorn?: boolean;
    whiteEar?: boolean;
    bell?: boolean;
    lowered?: boolean;
    chew?: string;
    mood?: Mood;
  } = {},
): string {
  const coat = pose.coat ?? colour.paper;
  const shade = coat === colour.paper ? mix(coat, colour.stone, 0.28) : lighter(coat, 0.14);
  const drop = pose.lowered ? 26 : 0;
  const hx = 52;
  const hy = -78 + drop;
  return (
    stroke("M-34 -40L-38 -3M-20 -38L-18 -3", shade, 9) +
    stroke("M22 -40L20 -3M36 -40L40 -3", shade, 9) +
    stroke("M-38 -4l0 2M-18 -4l0 2M20 -4l0 2M40 -4l0 2", colour.ink, 10) +
    stroke("M-48 -58Q-58 -68 -54 -78", coat, 7) +
    fill(
      smooth(
        [
          [-52, -54],
          [-34, -68],
          [10, -66],
          [36, -70],
          [46, -48],
          [36, -32],
          [0, -26],
          [-40, -30],
        ],
        true,
        0.9,
      ),
      coat,
    ) +
    stroke("M-40 -34l2 8M-26 -32l1 8M-10 -30l0 8M6 -30l1 8M20 -32l2 8", shade, 3) +
    stroke("M-30 -58l8 4M-10 -58l8 3M10 -56l8 3M-22 -46l8 3M2 -46l8 3", shade, 2.4) +
    fill(
      smooth(
        [
          [24, -62],
          [hx - 16, hy - 6],
          [hx - 2, hy + 14],
          [44, -44],
        ],
        true,
        0.9,
      ),
      coat,
    ) +
    (pose.bell
      ? stroke(
          `M${num(hx - 20)} ${num(hy + 10)}Q${num(hx - 8)} ${num(hy + 22)} ${num(hx)} ${num(hy + 14)}`,
          colour.vermilion,
          4,
        ) +
        fill(
          poly([
            [hx - 12, hy + 18],
            [hx - 4, hy + 18],
            [hx - 1, hy + 30],
            [hx - 15, hy + 30],
          ]),
          "#F6C12E",
        )
      : "") +
    stroke(
      `M${num(hx - 8)} ${num(hy - 14)}Q${num(hx - 16)} ${num(hy - 34)} ${num(hx - 32)} ${num(hy - 36)}`,
      mix(colour.bark, colour.sand, 0.5),
      6,
    ) +
    (pose.oneHorn
      ? ""
      : stroke(
          `M${num(hx)} ${num(hy - 16)}Q${num(hx - 4)} ${num(hy - 36)} ${num(hx - 18)} ${num(hy - 42)}`,
          mix(colour.bark, colour.sand, 0.3),
          6,
        )) +
    fill(
      smooth(
        [
          [hx - 14, hy - 8],
          [hx - 36, hy - 8],
          [hx - 40, hy + 2],
          [hx - 18, hy + 4],
        ],
        true,
        0.9,
      ),
      pose.whiteEar ? colour.paper : shade,
    ) +
    fill(
      smooth(
        [
          [hx - 18, hy - 8],
          [hx - 6, hy - 20],
          [hx + 10, hy - 16],
          [hx + 28, hy + 2],
          [hx + 28, hy + 14],
          [hx + 14, hy + 18],
          [hx - 10, hy + 14],
        ],
        true,
        0.9,
      ),
      coat,
    ) +
    fill(
      smooth(
        [
          [hx + 6, hy + 16],
          [hx + 16, hy + 17],
          [hx + 12, hy + 34],
        ],
        true,
        0.6,
      ),
      shade,
    ) +
    dot(hx + 24, hy + 5, 2, darker(colour.rose, 0.3)) +
    stroke(`M${num(hx + 12)} ${num(hy + 12)}q8 3 15 -1`, coat === colour.paper ? colour.ink : colour.paper, 2) +
    dot(hx + 4, hy - 4, 3.6, coat === colour.paper ? colour.ink : colour.glow) +
    (coat === colour.paper
      ? stroke(`M${num(hx - 2)} ${num(hy - 11)}l10 -1`, colour.ink, 2.4)
      : dot(hx + 4.6, hy - 4, 1.9, colour.ink)) +
    (pose.chew ?? "")
  );
}
