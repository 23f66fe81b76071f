import { blob, dot, fill, num, type Sheet, smooth, stroke } from "../draw";
import { colour, darker, lighter } from "../palette";
import { face, type Mood } from "./face";

/** Badger in an apron: feet at (0, 0), about 120 high, facing left or right by flip. */
export function badger(
  sheet: Sheet,
  pose: {
    mood?: Mood;
    hand?: readonly [number, number];
    other?: readonly [number, number];
    held?: string;
    sitting?: boolean;
  } = {},
): string {
  const coat = "#5B6270";
  const hand = pose.hand ?? [44, -40];
  const other = pose.other ?? [-42, -36];
  const body = smooth(
    [
      [-22, -76],
      [22, -76],
      [40, -44],
      [38, -10],
      [0, -2],
      [-38, -10],
      [-40, -44],
    ],
    true,
    0.9,
  );
  return (
    (pose.sitting ? "" : fill(blob(-16, -3, 16, 7, 2), colour.ink) + fill(blob(18, -3, 16, 7, 3), colour.ink)) +
    sheet.paper(body, coat, { angle: 80, count: 26, length: 9, width: 1.4, opacity: 0.4 }) +
    fill(
      smooth(
        [
          [-20, -62],
          [20, -62],
          [28, -38],
          [26, -10],
          [0, -5],
          [-26, -10],
          [-28, -38],
        ],
        true,
        0.8,
      ),
      colour.cream,
    ) +
    stroke("M-20 -62Q0 -56 20 -62M-28 -38Q-38 -40 -40 -44M28 -38Q38 -40 40 -44", darker(colour.cream, 0.3), 2.4) +
    fill(
      smooth(
        [
          [-11, -36],
          [11, -36],
          [10, -20],
          [-10, -20],
        ],
        true,
        0.4,
      ),
      darker(colour.cream, 0.12),
    ) +
    fill(blob(-24, -112, 8.6, 8.6, 3), colour.ink) +
    fill(blob(24, -112, 8.6, 8.6, 4), colour.ink) +
    fill(blob(-24, -112, 4.4, 4.6, 3), colour.paper) +
    fill(blob(24, -112, 4.4, 4.6, 4), colour.paper) +
    fill(
      smooth(
        [
          [0, -122],
          [24, -112],
          [29, -94],
          [17, -78],
          [0, -68],
          [-17, -78],
          [-29, -94],
          [-24, -112],
        ],
        true,
        0.9,
      ),
      colour.paper,
    ) +
    fill(
      smooth(
        [
          [-9, -121],
          [-24, -112],
          [-27, -94],
          [-14, -78],
          [-9, -86],
          [-6, -104],
        ],
        true,
        0.8,
      ),
      colour.ink,
    ) +
    fill(
      smooth(
        [
          [9, -121],
          [24, -112],
          [27, -94],
          [14, -78],
          [9, -86],
          [6, -104],
        ],
        true,
        0.8,
      ),
      colour.ink,
    ) +
    dot(-14, -98, 4, colour.paper) +
    dot(14, -98, 4, colour.paper) +
    dot(-13.4, -97.4, 2.5, colour.ink) +
    dot(14.6, -97.4, 2.5, colour.ink) +
    fill(blob(0, -80, 7, 5, 3), colour.ink) +
    stroke(pose.mood === "worried" ? "M-7 -70Q0 -75 7 -70" : "M-8 -73Q0 -66 8 -73", colour.ink, 2.4) +
    stroke(`M-26 -62Q-42 -54 ${num(other[0])} ${num(other[1])}`, coat, 13) +
    dot(other[0], other[1], 7, colour.ink) +
    (pose.held ?? "") +
    stroke(`M26 -62Q42 -54 ${num(hand[0])} ${num(hand[1])}`, coat, 13) +
    dot(hand[0], hand[1], 7, colour.ink)
  );
}

/** The mouse with her walnut shell: feet at (0, 0), about 60 high, facing right. */
export function mouse(pose: { mood?: Mood; shell?: boolean; asleep?: boolean; bowl?: boolean } = {}): string {
  const coat = "#B9A79B";
  return (
    stroke("M-14 -6Q-40 -2 -40 -18Q-40 -30 -52 -28", darker(colour.rose, 0.12), 3) +
    fill(
      smooth(
        [
          [-16, -34],
          [10, -34],
          [17, -14],
          [12, -1],
          [-14, -1],
          [-21, -14],
        ],
        true,
        0.9,
      ),
      coat,
    ) +
    fill(
      smooth(
        [
          [-4, -28],
          [9, -28],
          [12, -12],
          [4, -3],
          [-6, -10],
        ],
        true,
        0.9,
      ),
      lighter(coat, 0.5),
    ) +
    fill(blob(-14, -56, 12, 12.6, 3), coat) +
    fill(blob(-14, -56, 7.4, 8, 3), colour.rose) +
    fill(blob(13, -60, 12, 12.6, 4), coat) +
    fill(blob(13, -60, 7.4, 8, 4), colour.rose) +
    fill(
      smooth(
        [
          [-17, -44],
          [-4, -56],
          [12, -54],
          [27, -40],
          [20, -32],
          [-8, -30],
        ],
        true,
        0.9,
      ),
      coat,
    ) +
    dot(27.4, -40, 2.8, colour.ink) +
    face(8, -43, 6.4, pose.mood ?? "happy", { mouthDrop: 1.1, eye: 0.32 }) +
    stroke("M22 -36l13 3M22 -38l14 -2", lighter(coat, 0.4), 0.9) +
    fill(blob(-7, -1, 8, 3.6, 2), colour.rose) +
    fill(blob(9, -1, 8, 3.6, 2), colour.rose) +
    (pose.shell === false
      ? ""
      : dot(30, -32, 24, colour.glow, 'opacity="0.28"') +
        stroke("M30 -26l0 -8", colour.paper, 6) +
        fill(
          smooth([
            [30, -48],
            [34, -40],
            [30, -35],
            [26, -40],
          ]),
          colour.vermilion,
        ) +
        dot(30, -39, 2, colour.glow) +
        fill(
          smooth(
            [
              [17, -26],
              [43, -26],
              [40, -15],
              [30, -11],
              [20, -15],
            ],
            true,
            0.8,
          ),
          "#8A5A34",
        ) +
        stroke("M23 -24q1 6 4 10M30 -24l0 11M37 -24q-1 6 -4 10", darker("#8A5A34", 0.3), 1.6)) +
    stroke("M4 -26Q14 -18 20 -20", darker(coat, 0.14), 5.4)
  );
}
