import { blob, dot, dots, fill, num, type Point, smooth, stroke } from "../draw";
import { colour, darker, lighter } from "../palette";

const SKIN = "#A6CE4A";
const BOOT = "#F6C12E";

/** A yellow rubber boot, sole at (0, 0), 44 high, toe to the right. */
export function boot(): string {
  return (
    fill(
      smooth(
        [
          [-14, -44],
          [13, -44],
          [14, -22],
          [22, -17],
          [37, -12],
          [38, 0],
          [-14, 0],
          [-15, -20],
        ],
        true,
        0.55,
      ),
      BOOT,
    ) +
    fill(
      smooth(
        [
          [-15, -5],
          [38, -5],
          [38, 1],
          [-15, 1],
        ],
        true,
        0.3,
      ),
      darker(BOOT, 0.3),
    ) +
    stroke("M-14 -42Q0 -38 13 -42", darker(BOOT, 0.2), 4) +
    stroke("M-8 -34L-9 -14", lighter(BOOT, 0.6), 3.4)
  );
}

/** How Hopp sits or leaps. Facing right. */
export interface FrogPose {
  kind?: "sit" | "leap" | "peek" | "hang" | "bath";
  mood?: "happy" | "calm" | "worried" | "surprised" | "blissful" | "grin";
  /** Where he looks: -1..1 both ways. */
  gaze?: Point;
  toes?: string;
  noBoot?: boolean;
}

function head(y: number, mood: FrogPose["mood"], towards: Point): string {
  // The cheeks cover the lower rim of the eyes: a look further down would hide the pupils.
  const gaze: Point = [towards[0], Math.min(0.1, towards[1])];
  const eye = (x: number) => {
    const lid = mood === "blissful";
    return (
      dot(x, y - 28, 15.5, SKIN) +
      (lid
        ? fill(blob(x, y - 28, 12, 12, 2, 0.02), darker(SKIN, 0.08)) +
          stroke(`M${num(x - 9)} ${num(y - 27)}q9 -11 18 0`, colour.ink, 3)
        : dot(x, y - 28, 11.6, colour.paper) +
          dot(x + gaze[0] * 4.4, y - 28 + gaze[1] * 4.4, mood === "surprised" ? 4.4 : 6, colour.ink) +
          dot(x + gaze[0] * 4.4 + 1.8, y - 30 + gaze[1] * 4.4, 1.8, colour.paper))
    );
  };
  const mouth: Record<NonNullable<FrogPose["mood"]>, string> = {
    happy: stroke(`M-27 ${y + 5}Q0 ${y + 24} 27 ${y + 5}`, colour.ink, 3.2),
    blissful: stroke(`M-20 ${y + 6}Q0 ${y + 22} 20 ${y + 6}`, colour.ink, 3.2),
    calm: stroke(`M-25 ${y + 9}Q0 ${y + 14} 25 ${y + 8}`, colour.ink, 3.2),
    worried: stroke(`M-22 ${y + 15}Q-10 ${y + 6} 0 ${y + 11}Q10 ${y + 16} 22 ${y + 9}`, colour.ink, 3.2),
    surprised: fill(blob(0, y + 12, 8, 9, 3), colour.ink),
    grin:
      fill(`M-27 ${y + 3}Q0 ${y + 12} 27 ${y + 3}Q20 ${y + 28} 0 ${y + 28}Q-20 ${y + 28} -27 ${y + 3}Z`, colour.ink) +
      fill(blob(2, y + 22, 10, 5, 3), colour.vermilion),
  };
  return (
    eye(-19) +
    eye(19) +
    fill(blob(0, y + 2, 39, 25, 5, 0.02, 12), SKIN) +
    fill(
      smooth([
        [-34, y + 9],
        [0, y + 18],
        [34, y + 9],
        [24, y + 24],
        [0, y + 28],
        [-24, y + 24],
      ]),
      lighter(SKIN, 0.42),
    ) +
    dot(-5, y - 5, 1.7, darker(SKIN, 0.4)) +
    dot(5, y - 5, 1.7, darker(SKIN, 0.4)) +
    dot(-30, y + 3, 6, colour.rose, 'opacity="0.6"') +
    dot(30, y + 3, 6, colour.rose, 'opacity="0.6"') +
    mouth[mood ?? "happy"]
  );
}

function foot(x: number, y: number, size: number, tone: string, angle = 0): string {
  const toes = [-0.5, 0, 0.5].map((a): Point => [Math.cos(a + angle) * size, Math.sin(a + angle) * size]);
  return toes
    .map(
      ([dx, dy]) =>
        stroke(`M${num(x)} ${num(y)}l${num(dx)} ${num(dy)}`, tone, size * 0.42) +
        dot(x + dx, y + dy, size * 0.28, tone),
    )
    .join("");
}

function spots(list: readonly (readonly [number, number, number])[]): string {
  return dots(list, darker(SKIN, 0.16));
}

/** Hopp: a lime frog with one yellow boot. Sitting: seat at (0, 0), about 100 high. Leaping: belly at (0, -50). */
export function frog(pose: FrogPose = {}): string {
  const gaze = pose.gaze ?? [0.4, 0];
  const limb = darker(SKIN, 0.1);
  const toes = pose.toes ?? limb;
  const aBoot = (x: number, y: number, turn: number, size = 0.9) =>
    `<g transform="translate(${num(x)} ${num(y)}) rotate(${num(turn)}) scale(${size})">${boot()}</g>`;
  switch (pose.kind ?? "sit") {
    case "leap":
      return (
        stroke("M-18 -28Q-52 -26 -46 2Q-58 22 -92 22", limb, 15) +
        foot(-92, 22, 22, toes, Math.PI * 0.95) +
        stroke("M22 -62Q52 -82 66 -102", limb, 11) +
        foot(66, -102, 16, toes, -1) +
        stroke("M-24 -64Q-54 -84 -66 -76", limb, 11) +
        foot(-66, -76, 16, toes, Math.PI * 1.1) +
        fill(
          smooth([
            [-30, -76],
            [30, -76],
            [36, -40],
            [18, -14],
            [-20, -14],
            [-37, -40],
          ]),
          SKIN,
        ) +
        fill(
          smooth([
            [-18, -68],
            [18, -68],
            [24, -40],
            [10, -22],
            [-12, -22],
            [-24, -40],
          ]),
          lighter(SKIN, 0.42),
        ) +
        spots([
          [-30, -50, 4],
          [-31, -38, 3],
          [31, -52, 3.4],
        ]) +
        stroke("M16 -26Q52 -26 56 4Q70 14 84 6", limb, 15) +
        (pose.noBoot ? foot(86, 4, 20, toes, 0) : aBoot(92, 12, -52, 1)) +
        head(-94, pose.mood ?? "grin", gaze)
      );
    case "peek":
      return head(-30, pose.mood ?? "worried", gaze);
    case "hang":
      return (
        stroke("M-18 -14Q-36 8 -24 30", limb, 13) +
        foot(-24, 30, 18, toes, Math.PI / 2) +
        stroke("M16 -14Q34 4 24 24", limb, 13) +
        (pose.noBoot ? "" : aBoot(24, 50, 12, 0.86)) +
        fill(blob(0, -34, 32, 32, 4, 0.03), SKIN) +
        fill(blob(0, -30, 22, 24, 4, 0.03), lighter(SKIN, 0.42)) +
        stroke("M-24 -50Q-44 -40 -30 -20", limb, 11) +
        stroke("M24 -50Q44 -40 30 -20", limb, 11) +
        head(-74, pose.mood ?? "worried", gaze)
      );
    case "bath":
      return (
        stroke("M-30 -20Q-58 -20 -56 6", limb, 12) +
        foot(-56, 6, 14, toes, Math.PI / 2) +
        stroke("M30 -20Q58 -20 56 6", limb, 12) +
        foot(56, 6, 14, toes, Math.PI / 2) +
        fill(blob(0, -14, 32, 22, 4, 0.03), SKIN) +
        head(-46, pose.mood ?? "blissful", gaze)
      );
    default:
      return (
        fill(blob(-36, -18, 24, 18, 3), limb) +
        foot(-46, -3, 20, toes, Math.PI * 0.92) +
        fill(
          smooth([
            [-34, -66],
            [34, -66],
            [42, -30],
            [30, -4],
            [-30, -4],
            [-42, -30],
          ]),
          SKIN,
        ) +
        fill(
          smooth([
            [-20, -60],
            [20, -60],
            [27, -30],
            [18, -8],
            [-18, -8],
            [-27, -30],
          ]),
          lighter(SKIN, 0.42),
        ) +
        spots([
          [-33, -44, 4.4],
          [-35, -30, 3],
          [34, -46, 3.6],
        ]) +
        fill(blob(38, -20, 23, 18, 6), limb) +
        (pose.noBoot ? foot(46, -3, 20, toes, 0.2) : aBoot(44, 1, 0, 0.92)) +
        stroke("M-15 -40Q-22 -18 -15 -4", limb, 11) +
        foot(-15, -4, 12, toes, Math.PI / 2) +
        stroke("M15 -40Q22 -18 13 -4", limb, 11) +
        foot(13, -4, 12, toes, Math.PI / 2) +
        head(-80, pose.mood, gaze)
      );
  }
}
