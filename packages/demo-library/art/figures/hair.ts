import { blob, dot, dots, fill, poly, smooth } from "../draw";
import { colour } from "../palette";

/** How the hair is worn. */
export type Hair = "short" | "bob" | "plait" | "bun" | "curls" | "bald" | "long" | "tousled" | "scarf" | "none";

/** The hair that lies behind the head. */
export function hairBack(style: Hair, tone: string, look: number): string {
  switch (style) {
    case "bob":
      return fill(blob(0, -74, 22, 21, 4, 0.03), tone);
    case "long":
      return fill(
        smooth([
          [-19, -86],
          [0, -98],
          [19, -86],
          [23, -62],
          [18, -44],
          [-18, -44],
          [-23, -62],
        ]),
        tone,
      );
    case "plait": {
      const side = look >= 0 ? -1 : 1;
      const beads: [number, number, number][] = [];
      for (let i = 0; i < 7; i++)
        beads.push([side * (15 + Math.sin(i * 0.9) * 2.4 + i * 1.5), -66 + i * 7, 5.6 - i * 0.42]);
      return (
        dots(beads, tone) + dot(side * 25.4, -19.5, 3.2, colour.vermilion) + fill(blob(0, -80, 20, 19, 4, 0.03), tone)
      );
    }
    case "bun":
      return dot(look >= 0 ? -12 : 12, -97, 8.6, tone) + fill(blob(0, -80, 19.6, 18, 4, 0.03), tone);
    case "curls":
      return dots(
        [
          [-17, -86, 9],
          [-20, -75, 8],
          [-9, -96, 9.5],
          [4, -99, 9.5],
          [15, -92, 9.5],
          [20, -81, 8.4],
          [19, -71, 6.5],
          [-18, -67, 6],
        ],
        tone,
      );
    default:
      return "";
  }
}

/** The hair over the brow. */
export function hairFront(style: Hair, tone: string, look: number, hatted: boolean): string {
  const side = look >= 0 ? 1 : -1;
  switch (style) {
    case "short":
      return fill(
        smooth(
          [
            [-18.6, -78],
            [-17, -90],
            [-6, -98],
            [8, -97.5],
            [17, -90],
            [18.6, -79],
            [14, -86.5],
            [3 * side, -89.5],
            [-13, -86.5],
          ],
          true,
          0.8,
        ),
        tone,
      );
    case "tousled":
      return fill(
        poly([
          [-19, -76],
          [-20, -86],
          [-16, -91],
          [-17, -97],
          [-9, -96],
          [-5, -102],
          [1, -97.5],
          [9, -101],
          [11, -95],
          [18, -93],
          [17, -87],
          [20, -80],
          [17, -77],
          [13, -86],
          [7, -84],
          [3, -88],
          [-4, -84],
          [-9, -87],
          [-15, -80],
        ]),
        tone,
      );
    case "bob":
    case "long":
    case "plait":
    case "bun":
      return fill(
        smooth(
          [
            [-19, -74],
            [-18.5, -88],
            [-7, -98],
            [7, -98],
            [18.5, -88],
            [19, -74],
            [15.5, -83],
            [4 * side, -90],
            [-15.5, -83],
          ],
          true,
          0.75,
        ),
        tone,
      );
    case "curls":
      return hatted
        ? ""
        : dots(
            [
              [-11, -91, 6],
              [-2, -93, 6.4],
              [7, -92.4, 6.2],
              [13, -88, 5],
            ],
            tone,
          );
    case "scarf":
      return fill(
        smooth(
          [
            [-20, -76],
            [-19, -90],
            [-8, -99],
            [8, -99],
            [19, -90],
            [20, -76],
            [21, -62],
            [12, -57],
            [15, -68],
            [15, -82],
            [0, -90.5],
            [-15, -82],
            [-15, -68],
            [-12, -57],
            [-21, -62],
          ],
          true,
          0.7,
        ),
        tone,
      );
    default:
      return "";
  }
}
