import { at, blob, dot, fill, num, type Point, random, smooth, spiky, stroke } from "../draw";
import { lantern } from "../lantern";
import { colour, darker, lighter, mix } from "../palette";
import { face, type Mood } from "./face";

const COAT = "#5B4032";
const SKIN = "#F0D3A6";

/** How Igge stands. Feet at (0, 0), about 95 high, facing right. */
export interface HedgehogPose {
  mood?: Mood;
  /** The hand that carries the lantern, or what `held` draws there. */
  hand?: Point;
  /** The other hand. */
  other?: Point;
  lantern?: "lit" | "dark" | "none";
  /** How far the lantern swings, in degrees. */
  swing?: number;
  walk?: boolean;
  back?: boolean;
  /** Wind in the scarf: 0 hangs, 1 flies. */
  wind?: number;
  noScarf?: boolean;
  held?: string;
}

/** Igge: a round hedgehog with an apricot scarf and a teal lantern. */
export function hedgehog(pose: HedgehogPose = {}): string {
  const next = random(11);
  let quills = "";
  for (let i = 0; i < 46; i++) {
    const a = next() * Math.PI * 2;
    const r = Math.sqrt(next()) * 0.92;
    const [x, y] = [-11 + Math.cos(a) * r * 38, -48 + Math.sin(a) * r * 36];
    const [ox, oy] = [Math.cos(a), Math.sin(a) - 0.25];
    quills += `M${num(x)} ${num(y)}l${num(ox * 8)} ${num(oy * 8)}`;
  }
  const coat =
    fill(spiky(-10, -46, 44, 42, { spikes: 27, length: 0.15, seed: 3 }), COAT) +
    fill(spiky(-11, -48, 34, 33, { spikes: 21, length: 0.2, seed: 8 }), lighter(COAT, 0.14)) +
    stroke(quills, mix(COAT, colour.sand, 0.62), 1.7);
  const feet = pose.walk
    ? fill(blob(-18, -3, 12, 6, 2), darker(SKIN, 0.3)) + fill(blob(28, -5, 12, 6.4, 3), darker(SKIN, 0.22))
    : fill(blob(-6, -2, 12, 6, 2), darker(SKIN, 0.3)) + fill(blob(22, -2, 12, 6, 3), darker(SKIN, 0.22));
  const limb = (from: Point, to: Point) =>
    stroke(
      `M${num(from[0])} ${num(from[1])}Q${num((from[0] + to[0]) / 2 + 3)} ${num((from[1] + to[1]) / 2 + 5)} ${num(to[0])} ${num(to[1])}`,
      darker(SKIN, 0.2),
      9,
    ) + dot(to[0], to[1], 5.6, darker(SKIN, 0.2));
  const hand = pose.hand ?? [48, -30];
  const carried =
    pose.held ??
    (pose.lantern === "none"
      ? ""
      : at(hand[0], hand[1] + 24, 0.62, lantern(pose.lantern !== "dark"), { rotate: pose.swing ?? 0 }));
  const wind = pose.wind ?? 0;
  const tail = (shift: number) =>
    smooth(
      [
        [-2, -40],
        [-16 - wind * 10, -32 - wind * 14 + shift],
        [-24 - wind * 26, -20 - wind * 30 + shift],
        [-28 - wind * 44, -8 - wind * 34 + shift],
      ],
      false,
    );
  const scarf = pose.noScarf
    ? ""
    : stroke(tail(0), darker(colour.apricot, 0.14), 9.5) +
      stroke(pose.back ? "M-40 -50Q-10 -38 26 -50" : "M-8 -45Q14 -31 41 -43", colour.apricot, 11) +
      stroke(
        pose.back ? "M-30 -46l3 -6M-14 -43l1 -6M4 -43l1 -6M18 -46l-1 -6" : "M2 -42l3 -6M14 -38l3 -7M27 -38l1 -7",
        colour.vermilion,
        2.2,
      );
  if (pose.back) {
    return (
      feet +
      (pose.other ? limb([-30, -34], pose.other) : "") +
      limb([26, -34], hand) +
      coat +
      fill(blob(-34, -82, 8, 8, 2), darker(SKIN, 0.12)) +
      fill(blob(12, -84, 8, 8, 2), darker(SKIN, 0.12)) +
      scarf +
      carried
    );
  }
  const front = smooth([
    [4, -80],
    [22, -78],
    [38, -68],
    [52, -60],
    [61, -57],
    [57, -50],
    [42, -43],
    [42, -24],
    [32, -8],
    [6, -4],
    [-10, -18],
    [-8, -46],
    [-6, -68],
  ]);
  const raised = hand[1] < -50;
  return (
    coat +
    feet +
    (raised ? limb([34, -42], hand) : "") +
    fill(front, SKIN) +
    fill(
      smooth([
        [2, -8],
        [-6, -22],
        [-2, -38],
        [16, -32],
        [34, -38],
        [36, -22],
        [28, -8],
      ]),
      lighter(SKIN, 0.3),
    ) +
    fill(blob(0, -77, 8.4, 8.6, 2), darker(SKIN, 0.16)) +
    fill(blob(1, -76, 4.6, 5, 2), darker(SKIN, 0.34)) +
    dot(61, -57, 5.4, colour.ink) +
    dot(59.6, -58.8, 1.4, colour.paper) +
    face(27, -65, 9.4, pose.mood ?? "happy", { cheeks: colour.rose, mouthDrop: 1.42, eye: 0.3 }) +
    scarf +
    (pose.other ? limb([4, -30], pose.other) : limb([2, -30], [-2, -18])) +
    (raised
      ? carried
      : pose.hand || pose.lantern !== "none" || pose.held
        ? carried + limb([26, -32], hand)
        : limb([26, -32], [32, -20]))
  );
}
