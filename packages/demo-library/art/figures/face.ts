import { dot, fill, num, smooth, stroke } from "../draw";
import { colour } from "../palette";

/** What a face says. */
export type Mood = "happy" | "calm" | "worried" | "surprised" | "sleepy" | "curious" | "laughing" | "cross" | "sad";

/**
 * Two dots and a line, around (x, y) which lies between the eyes.
 * `gap` is half the way between the eyes; `look` (-1..1) turns the face to a side.
 */
export function face(
  x: number,
  y: number,
  gap: number,
  mood: Mood,
  options: { look?: number; ink?: string; cheeks?: string; mouthDrop?: number; eye?: number } = {},
): string {
  const ink = options.ink ?? colour.ink;
  const look = options.look ?? 0;
  const cx = x + look * gap * 0.55;
  const r = gap * (options.eye ?? 0.25);
  const my = y + gap * (options.mouthDrop ?? 1.15);
  const left = cx - gap * (1 - Math.max(0, look) * 0.12);
  const right = cx + gap * (1 + Math.min(0, look) * 0.12);
  const w = gap * 0.17;
  const lid = (ex: number, up: boolean) => {
    const s = up ? -1 : 1;
    return stroke(`M${num(ex - r * 1.3)} ${num(y)}q${num(r * 1.3)} ${num(s * r * 1.7)} ${num(r * 2.6)} 0`, ink, w);
  };
  const open =
    dot(left, y, r, ink) +
    dot(right, y, r, ink) +
    dot(left + r * 0.3, y - r * 0.35, r * 0.3, colour.paper) +
    dot(right + r * 0.3, y - r * 0.35, r * 0.3, colour.paper);
  const brow = (ex: number, inner: number, tilt: number) =>
    stroke(
      `M${num(ex - gap * 0.36)} ${num(y - gap * 0.66 + (inner > 0 ? 0 : -tilt) * gap)}L${num(ex + gap * 0.36)} ${num(y - gap * 0.66 + (inner > 0 ? -tilt : 0) * gap)}`,
      ink,
      w * 0.85,
    );
  const arc = (half: number, deep: number, shift = 0) =>
    stroke(
      `M${num(cx - half * gap + shift)} ${num(my)}q${num(half * gap)} ${num(deep * gap)} ${num(half * 2 * gap)} 0`,
      ink,
      w,
    );
  const cheeks = options.cheeks
    ? dot(left - gap * 0.25, my - gap * 0.22, gap * 0.34, options.cheeks, 'opacity="0.55"') +
      dot(right + gap * 0.25, my - gap * 0.22, gap * 0.34, options.cheeks, 'opacity="0.55"')
    : "";
  const mouth: Record<Mood, string> = {
    happy: arc(0.52, 0.66),
    calm: arc(0.36, 0.26),
    worried: arc(0.36, -0.4) + brow(left, 1, 0.3) + brow(right, -1, 0.3),
    sad: arc(0.46, -0.55) + brow(left, 1, 0.3) + brow(right, -1, 0.3),
    surprised:
      fill(
        smooth([
          [cx, my - gap * 0.2],
          [cx + gap * 0.24, my + gap * 0.12],
          [cx, my + gap * 0.42],
          [cx - gap * 0.24, my + gap * 0.12],
        ]),
        ink,
      ) +
      brow(left, 1, 0.05) +
      brow(right, -1, 0.05),
    sleepy: arc(0.24, 0.18),
    curious:
      stroke(
        `M${num(cx - gap * 0.28)} ${num(my + gap * 0.06)}q${num(gap * 0.34)} ${num(gap * 0.2)} ${num(gap * 0.6)} ${num(-gap * 0.14)}`,
        ink,
        w,
      ) + brow(right, -1, 0.22),
    laughing:
      fill(
        `M${num(cx - gap * 0.56)} ${num(my - gap * 0.08)}L${num(cx + gap * 0.56)} ${num(my - gap * 0.08)}Q${num(cx + gap * 0.44)} ${num(my + gap * 0.7)} ${num(cx)} ${num(my + gap * 0.7)}Q${num(cx - gap * 0.44)} ${num(my + gap * 0.7)} ${num(cx - gap * 0.56)} ${num(my - gap * 0.08)}Z`,
        ink,
      ) + dot(cx, my + gap * 0.46, gap * 0.2, colour.vermilion),
    cross: arc(0.4, -0.3) + brow(left, -1, -0.28) + brow(right, 1, -0.28),
  };
  const eyes =
    mood === "sleepy"
      ? lid(left, false) + lid(right, false)
      : mood === "laughing"
        ? lid(left, true) + lid(right, true)
        : open;
  return cheeks + eyes + mouth[mood];
}
