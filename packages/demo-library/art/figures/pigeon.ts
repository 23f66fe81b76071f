import { blob, dot, fill, smooth, stroke } from "../draw";
import { colour, darker, lighter, mix } from "../palette";

/** Frau Kowalski, a stout grey pigeon: feet at (0, 0), about 90 high, facing right. */
export function pigeon(pose: { capsule?: boolean; ticket?: boolean; asleep?: boolean } = {}): string {
  const grey = "#8893A6";
  const neck = "#3E8E78";
  return (
    stroke("M-6 -16L-8 -1M-8 -1l-9 1M-8 -1l9 1M10 -16L10 -1M10 -1l-8 1M10 -1l10 1", colour.vermilion, 4) +
    (pose.capsule === false
      ? ""
      : fill("M5 -12h10v8h-10Z", "#F6C12E") + stroke("M5 -8h10", darker("#F6C12E", 0.35), 1.4)) +
    fill(
      smooth(
        [
          [-70, -6],
          [-44, -34],
          [-24, -22],
          [-44, -6],
        ],
        true,
        0.5,
      ),
      darker(grey, 0.35),
    ) +
    fill(
      smooth(
        [
          [-52, -22],
          [-34, -52],
          [-2, -66],
          [8, -84],
          [22, -92],
          [34, -84],
          [34, -68],
          [42, -46],
          [36, -22],
          [14, -8],
          [-22, -8],
        ],
        true,
        0.9,
      ),
      grey,
    ) +
    fill(
      smooth(
        [
          [4, -76],
          [34, -72],
          [43, -50],
          [34, -40],
          [6, -50],
          [-4, -62],
        ],
        true,
        0.9,
      ),
      neck,
    ) +
    stroke("M4 -66q6 6 12 1M16 -62q7 6 13 0M6 -56q7 6 13 1M22 -52q7 5 12 0M12 -70q6 5 12 0", lighter(neck, 0.35), 2) +
    stroke("M28 -66q5 4 9 0M30 -56q5 3 9 -1", "#8A5BA6", 2) +
    fill(
      smooth(
        [
          [-58, -20],
          [-36, -44],
          [-4, -50],
          [16, -38],
          [6, -20],
          [-24, -12],
        ],
        true,
        0.9,
      ),
      lighter(grey, 0.22),
    ) +
    stroke("M-40 -18L-22 -38M-28 -15L-10 -38", darker(grey, 0.5), 5) +
    (pose.ticket
      ? `<g transform="translate(14 -24) rotate(24)">${fill("M-12 -8h32v17h-32Z", colour.cream)}${stroke("M-4 -2h18M-4 3h12", colour.ink, 1.6)}${stroke("M-12 -8h32v17h-32Z", colour.vermilion, 1.4)}</g>` +
        fill(
          smooth(
            [
              [-6, -40],
              [16, -40],
              [14, -28],
              [0, -22],
              [-12, -26],
            ],
            true,
            0.9,
          ),
          lighter(grey, 0.22),
        )
      : "") +
    fill(
      smooth(
        [
          [31, -82],
          [46, -78],
          [45, -73],
          [32, -74],
        ],
        true,
        0.5,
      ),
      mix(colour.ink, grey, 0.3),
    ) +
    fill(blob(33, -82, 4, 3, 2), colour.paper) +
    (pose.asleep
      ? stroke("M17 -81q5 4 9 0", colour.ink, 2.4)
      : dot(22, -81, 5.2, colour.apricot) +
        dot(22.6, -81, 2.8, colour.ink) +
        dot(23.6, -82, 0.9, colour.paper) +
        stroke("M15 -88l13 2", darker(grey, 0.4), 2))
  );
}
