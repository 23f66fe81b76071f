import { dot, fill, num, poly, smooth, stroke } from "../draw";
import { colour, darker, lighter } from "../palette";
import { face, type Mood } from "./face";

const FUR = "#8C93A0";

export interface CatPose {
  kind?: "sit" | "walk" | "pull" | "drink" | "dark";
  mood?: Mood;
  tail?: "up" | "curl";
}

function head(x: number, y: number, mood: Mood, eyes = colour.ink as string): string {
  return (
    fill(
      poly([
        [x - 21, y - 6],
        [x - 20, y - 30],
        [x - 4, y - 17],
      ]),
      FUR,
    ) +
    fill(
      poly([
        [x + 21, y - 6],
        [x + 20, y - 30],
        [x + 4, y - 17],
      ]),
      FUR,
    ) +
    fill(
      poly([
        [x - 17, y - 12],
        [x - 16.6, y - 23],
        [x - 9, y - 16],
      ]),
      colour.rose,
    ) +
    fill(
      poly([
        [x + 17, y - 12],
        [x + 16.6, y - 23],
        [x + 9, y - 16],
      ]),
      colour.rose,
    ) +
    fill(
      smooth([
        [x - 23, y],
        [x - 17, y - 16],
        [x, y - 20],
        [x + 17, y - 16],
        [x + 23, y],
        [x + 14, y + 14],
        [x, y + 17],
        [x - 14, y + 14],
      ]),
      FUR,
    ) +
    stroke(
      `M${num(x - 5)} ${num(y - 18)}l1 7M${num(x)} ${num(y - 19)}l0 8M${num(x + 5)} ${num(y - 18)}l-1 7`,
      darker(FUR, 0.3),
      2,
    ) +
    fill(
      smooth([
        [x - 9, y + 8],
        [x, y + 3],
        [x + 9, y + 8],
        [x, y + 15],
      ]),
      lighter(FUR, 0.6),
    ) +
    fill(
      poly([
        [x - 3, y + 3.4],
        [x + 3, y + 3.4],
        [x, y + 7],
      ]),
      colour.rose,
    ) +
    face(x, y - 3, 9, mood, { ink: eyes, mouthDrop: 1.45 }) +
    stroke(
      `M${num(x - 10)} ${num(y + 8)}l-17 -2M${num(x - 10)} ${num(y + 11)}l-16 4M${num(x + 10)} ${num(y + 8)}l17 -2M${num(x + 10)} ${num(y + 11)}l16 4`,
      lighter(FUR, 0.5),
      1.2,
    )
  );
}

/** Ramad, the grey cat: feet at (0, 0), about 80 high, facing right. */
export function cat(pose: CatPose = {}): string {
  const mood = pose.mood ?? "calm";
  const stripe = darker(FUR, 0.3);
  const kind = pose.kind ?? "sit";
  if (kind === "sit" || kind === "dark") {
    return (
      stroke(
        pose.tail === "up" ? "M-20 -8Q-48 -14 -42 -48Q-40 -58 -32 -60" : "M-18 -6Q-48 2 -50 -18Q-50 -30 -40 -30",
        FUR,
        9,
      ) +
      fill(
        smooth([
          [-10, -52],
          [12, -52],
          [24, -22],
          [24, -2],
          [0, 1],
          [-27, -2],
          [-28, -22],
        ]),
        FUR,
      ) +
      fill(
        smooth([
          [0, -46],
          [14, -42],
          [16, -18],
          [4, -14],
          [-2, -30],
        ]),
        lighter(FUR, 0.55),
      ) +
      stroke("M-24 -26l9 2M-26 -17l10 1M-26 -9l10 0", stripe, 2.4) +
      stroke("M4 -26L4 -4M15 -26L15 -4", FUR, 8) +
      dot(5, -3, 5.4, lighter(FUR, 0.5)) +
      dot(16, -3, 5.4, lighter(FUR, 0.5)) +
      head(4, -62, mood, kind === "dark" ? colour.glow : colour.ink)
    );
  }
  if (kind === "drink") {
    return (
      stroke("M-44 -34Q-64 -60 -50 -84Q-46 -90 -40 -88", FUR, 9) +
      stroke("M-36 -26L-40 -4M-24 -24L-22 -4M18 -22L14 -4M28 -22L30 -4", FUR, 9) +
      fill(
        smooth([
          [-48, -40],
          [-20, -50],
          [16, -42],
          [36, -28],
          [26, -14],
          [-20, -14],
          [-44, -18],
        ]),
        FUR,
      ) +
      stroke("M-24 -48l4 12M-12 -49l3 12M0 -46l2 11", stripe, 2.6) +
      head(44, -24, mood)
    );
  }
  const lean = kind === "pull";
  return (
    stroke(lean ? "M-42 -26Q-66 -20 -70 -42" : "M-42 -36Q-62 -50 -54 -78Q-51 -86 -44 -84", FUR, 9) +
    (lean
      ? stroke("M-36 -20L-24 -3M-22 -20L-8 -3M16 -24L32 -3M28 -24L42 -3", FUR, 9)
      : stroke("M-34 -22L-44 -4M-24 -20L-20 -4M18 -22L12 -4M28 -22L38 -4", FUR, 9)) +
    fill(
      smooth([
        [-46, -36],
        [-16, -44],
        [20, -42],
        [36, -34],
        [34, -18],
        [-10, -14],
        [-44, -16],
      ]),
      FUR,
    ) +
    stroke("M-26 -42l3 12M-13 -43l3 12M0 -43l2 11", stripe, 2.6) +
    head(40, lean ? -40 : -52, mood)
  );
}
