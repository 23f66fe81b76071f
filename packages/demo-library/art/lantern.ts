import { box, dot, fill, poly, smooth, stroke } from "./draw";
import { colour, lighter, mix } from "./palette";

/** A lantern with a ring on top; its middle at (0, 0), 40 wide and 60 high. */
export function lantern(lit: boolean, body: string = colour.teal): string {
  return (
    stroke("M-9 -34A9 10 0 0 1 9 -34", body, 4) +
    (lit ? dot(0, 0, 34, colour.glow, 'opacity="0.35"') : "") +
    fill(
      poly([
        [-15, -20],
        [15, -20],
        [18, 22],
        [-18, 22],
      ]),
      lit ? colour.glow : mix(body, colour.mist, 0.6),
    ) +
    (lit
      ? fill(
          smooth([
            [0, -14],
            [8, 4],
            [5, 14],
            [-5, 14],
            [-8, 4],
          ]),
          colour.apricot,
        ) +
        fill(
          smooth([
            [0, -3],
            [4, 7],
            [0, 13],
            [-4, 7],
          ]),
          colour.paper,
        )
      : "") +
    stroke("M-15 -20L-18 22M15 -20L18 22M0 -20L0 -17M0 17L0 22", body, 5) +
    fill(
      poly([
        [-19, -18],
        [-11, -32],
        [11, -32],
        [19, -18],
      ]),
      body,
    ) +
    fill(box(-22, 20, 44, 9, 3, 1), body) +
    fill(
      poly([
        [-19, -18],
        [-14, -26],
        [-6, -18],
      ]),
      lighter(body, 0.3),
      'opacity="0.6"',
    )
  );
}
