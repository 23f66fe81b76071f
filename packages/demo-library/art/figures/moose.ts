import { blob, dot, fill, smooth, stroke } from "../draw";
import { colour, darker, lighter } from "../palette";

/**
 * The moose: a big brown cow with a long muzzle and a sad face. Head only: chin at (0, 0). Whole: feet at (0, 0), 210 high, facing left.
 */
export function mooseHead(tongue = false, coat = "#5E4333"): string {
  return (
    fill(
      smooth(
        [
          [-34, -150],
          [-74, -176],
          [-84, -160],
          [-46, -132],
        ],
        true,
        0.8,
      ),
      coat,
    ) +
    fill(
      smooth(
        [
          [34, -150],
          [74, -176],
          [84, -160],
          [46, -132],
        ],
        true,
        0.8,
      ),
      coat,
    ) +
    fill(
      smooth(
        [
          [-44, -150],
          [-70, -166],
          [-74, -160],
          [-48, -140],
        ],
        true,
        0.8,
      ),
      darker(colour.rose, 0.25),
    ) +
    fill(
      smooth(
        [
          [44, -150],
          [70, -166],
          [74, -160],
          [48, -140],
        ],
        true,
        0.8,
      ),
      darker(colour.rose, 0.25),
    ) +
    fill(
      smooth(
        [
          [0, -176],
          [32, -166],
          [42, -136],
          [34, -92],
          [46, -48],
          [40, -14],
          [0, -2],
          [-40, -14],
          [-46, -48],
          [-34, -92],
          [-42, -136],
          [-32, -166],
        ],
        true,
        0.9,
      ),
      coat,
    ) +
    fill(
      smooth(
        [
          [0, -66],
          [36, -58],
          [48, -36],
          [38, -10],
          [0, 0],
          [-38, -10],
          [-48, -36],
          [-36, -58],
        ],
        true,
        0.9,
      ),
      lighter(coat, 0.22),
    ) +
    fill(blob(-19, -42, 8, 6, 3), darker(coat, 0.55)) +
    fill(blob(19, -42, 8, 6, 4), darker(coat, 0.55)) +
    stroke("M-26 -18Q0 -8 26 -18", darker(coat, 0.55), 4) +
    (tongue
      ? fill(
          smooth([
            [-9, -14],
            [11, -14],
            [15, 10],
            [8, 30],
            [-4, 28],
            [-9, 8],
          ]),
          colour.rose,
        ) + stroke("M3 -8L5 18", darker(colour.rose, 0.2), 2.4)
      : "") +
    dot(-22, -122, 6.4, colour.ink) +
    dot(22, -122, 6.4, colour.ink) +
    dot(-20, -124.4, 2, colour.paper) +
    dot(24, -124.4, 2, colour.paper) +
    stroke("M-34 -134L-14 -141M34 -134L14 -141", darker(coat, 0.5), 4) +
    stroke("M-8 -172q2 10 -4 18M4 -174q0 10 4 16", darker(coat, 0.35), 4)
  );
}

/** The moose's body behind the head, from the front, shoulders wide. */
export function mooseBody(coat = "#5E4333"): string {
  return (
    stroke("M-50 -60L-56 -4M-22 -60L-24 -4M24 -60L24 -4M52 -60L58 -4", lighter(coat, 0.12), 17) +
    fill(
      smooth(
        [
          [-70, -150],
          [-40, -186],
          [0, -196],
          [40, -186],
          [70, -150],
          [74, -90],
          [50, -50],
          [-50, -50],
          [-74, -90],
        ],
        true,
        0.9,
      ),
      darker(coat, 0.14),
    )
  );
}
