import { dot, fill, num, type Point, smooth, stroke } from "../draw";

/** What the legs do. */
export type Legs = "stand" | "walk" | "sit" | "run" | "kneel" | "none";

/** A sleeve from the shoulder to the hand, bent a little. */
export function arm(from: Point, to: Point, sleeve: string, tone: string, bend: number): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const reach = Math.hypot(dx, dy) || 1;
  const mid: Point = [(from[0] + to[0]) / 2 - (dy / reach) * bend, (from[1] + to[1]) / 2 + (dx / reach) * bend];
  return (
    dot(to[0], to[1], 4.6, tone) +
    stroke(
      `M${num(from[0])} ${num(from[1])}Q${num(mid[0])} ${num(mid[1])} ${num(to[0] - (dx / reach) * 3)} ${num(to[1] - (dy / reach) * 3)}`,
      sleeve,
      8.6,
    )
  );
}

/** Legs and shoes; feet at (0, 0). */
export function legsOf(kind: Legs, trousers: string, shoes: string): string {
  const leg = (points: readonly Point[], toe: number) => {
    const end = points[points.length - 1] ?? [0, 0];
    return (
      stroke(smooth(points, false, 0.6), trousers, 9.5) +
      fill(
        smooth(
          [
            [end[0] - 5.4, end[1] - 5],
            [end[0] + 4 * toe, end[1] - 5.4],
            [end[0] + 10 * toe, end[1] - 0.6],
            [end[0] + 8 * toe, end[1] + 3.4],
            [end[0] - 5.4, end[1] + 3.4],
          ],
          true,
          0.7,
        ),
        shoes,
      )
    );
  };
  switch (kind) {
    case "stand":
      return (
        leg(
          [
            [-7, -28],
            [-7.5, -3.6],
          ],
          1,
        ) +
        leg(
          [
            [7, -28],
            [7.5, -3.6],
          ],
          1,
        )
      );
    case "walk":
      return (
        leg(
          [
            [-3, -28],
            [-9, -14],
            [-17, -5],
          ],
          1,
        ) +
        leg(
          [
            [4, -28],
            [9, -15],
            [15, -3.6],
          ],
          1,
        )
      );
    case "run":
      return (
        leg(
          [
            [-3, -28],
            [-12, -20],
            [-25, -17],
          ],
          1,
        ) +
        leg(
          [
            [4, -28],
            [15, -20],
            [20, -5],
          ],
          1,
        )
      );
    case "sit":
      return (
        leg(
          [
            [-4, -26],
            [12, -26],
            [15, -6],
          ],
          1,
        ) +
        leg(
          [
            [4, -25],
            [20, -24],
            [24, -4],
          ],
          1,
        )
      );
    case "kneel":
      return (
        leg(
          [
            [-4, -26],
            [8, -7],
            [-16, -4],
          ],
          -1,
        ) +
        leg(
          [
            [5, -26],
            [16, -8],
            [-4, -4],
          ],
          -1,
        )
      );
    default:
      return "";
  }
}
