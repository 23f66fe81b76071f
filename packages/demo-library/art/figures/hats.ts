import { dot, fill, poly, smooth, stroke } from "../draw";
import { colour, darker, lighter } from "../palette";

/** A hat: its kind and colour. */
export interface Hat {
  kind: "cap" | "beanie" | "souwester" | "brim" | "turban" | "helmet" | "veil" | "hood";
  colour: string;
}

/** A hat on the head of a person. */
export function hatOf(hat: Hat, look: number): string {
  const c = hat.colour;
  const side = look >= 0 ? 1 : -1;
  switch (hat.kind) {
    case "cap":
      return (
        fill(
          smooth(
            [
              [-19, -86],
              [-17, -97],
              [-2, -104],
              [14, -99],
              [19, -87],
              [0, -89],
            ],
            true,
            0.8,
          ),
          c,
        ) +
        fill(
          smooth(
            [
              [4 * side, -88],
              [19 * side, -89],
              [31 * side, -83.5],
              [18 * side, -84],
              [5 * side, -85],
            ],
            true,
            0.8,
          ),
          darker(c, 0.25),
        ) +
        dot(-1, -103, 2.4, darker(c, 0.25)) +
        stroke(`M-1 -102Q${-8 * side} -96 ${-9 * side} -88`, darker(c, 0.25), 1.4)
      );
    case "beanie":
      return (
        fill(
          smooth(
            [
              [-19.5, -84],
              [-17, -97],
              [0, -105],
              [17, -97],
              [19.5, -84],
            ],
            true,
            0.8,
          ),
          c,
        ) +
        stroke("M-18.6 -86Q0 -91 18.6 -86", lighter(c, 0.35), 7) +
        dot(0, -107, 6, lighter(c, 0.35))
      );
    case "souwester":
      return (
        fill(
          smooth(
            [
              [-17, -85],
              [-15, -97],
              [0, -104],
              [15, -97],
              [17, -85],
            ],
            true,
            0.8,
          ),
          c,
        ) +
        fill(
          smooth(
            [
              [-29 * side, -76],
              [-20 * side, -88],
              [0, -90.5],
              [17 * side, -89.5],
              [25 * side, -85],
              [16 * side, -84],
              [0, -85],
              [-17 * side, -80],
            ],
            true,
            0.7,
          ),
          darker(c, 0.12),
        )
      );
    case "brim":
      return (
        fill(
          smooth(
            [
              [-15, -88],
              [-13, -104],
              [0, -107],
              [13, -104],
              [15, -88],
            ],
            true,
            0.6,
          ),
          c,
        ) +
        fill(
          smooth(
            [
              [-30, -86],
              [0, -92],
              [30, -86],
              [0, -83],
            ],
            true,
            0.8,
          ),
          darker(c, 0.15),
        ) +
        stroke("M-14.6 -91Q0 -95 14.6 -91", darker(c, 0.4), 3.4)
      );
    case "turban":
      return (
        fill(
          smooth(
            [
              [-20, -83],
              [-20, -95],
              [-6, -105],
              [10, -104],
              [21, -94],
              [20, -83],
              [0, -89],
            ],
            true,
            0.85,
          ),
          c,
        ) + stroke("M-18 -87Q0 -104 17 -98M-19 -93Q-6 -100 4 -104M-6 -88Q10 -95 20 -88", darker(c, 0.18), 1.8)
      );
    case "helmet":
      return (
        fill(
          smooth(
            [
              [-20, -80],
              [-18, -96],
              [0, -104],
              [18, -96],
              [20, -80],
              [0, -86],
            ],
            true,
            0.8,
          ),
          c,
        ) + dot(0, -94, 4, colour.paper)
      );
    case "veil":
      return (
        fill(
          smooth(
            [
              [-32, -90],
              [0, -97],
              [32, -90],
              [0, -86],
            ],
            true,
            0.8,
          ),
          darker(c, 0.1),
        ) +
        fill(
          smooth(
            [
              [-14, -90],
              [-11, -103],
              [11, -103],
              [14, -90],
            ],
            true,
            0.6,
          ),
          c,
        ) +
        fill(
          poly([
            [-27, -89],
            [27, -89],
            [22, -54],
            [-22, -54],
          ]),
          colour.paper,
          'opacity="0.34"',
        ) +
        stroke(
          "M-20 -88L-17 -55M-7 -87L-6 -54M7 -87L6 -54M20 -88L17 -55M-25 -78L25 -78M-24 -67L24 -67",
          colour.paper,
          0.9,
          'opacity="0.6"',
        )
      );
    case "hood":
      return fill(
        smooth(
          [
            [-21, -72],
            [-22, -90],
            [-4, -104],
            [14, -101],
            [22, -86],
            [20, -70],
            [15, -62],
            [15.5, -82],
            [0, -91],
            [-15.5, -82],
            [-15, -62],
          ],
          true,
          0.8,
        ),
        c,
      );
  }
}
