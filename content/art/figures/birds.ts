import { blob, dot, dots, fill, num, poly, smooth, stroke } from "../draw";
import { colour, darker, lighter, mix } from "../palette";

/** Gaston the gull. Standing: feet at (0, 0), about 85 high, facing right. */
export function gull(
  pose: { kind?: "stand" | "fly" | "cry"; bump?: boolean; noBeak?: boolean; sleepy?: boolean } = {},
): string {
  const white = colour.paper;
  const grey = mix(colour.stone, colour.paper, 0.3);
  const beak = pose.noBeak
    ? ""
    : pose.kind === "cry"
      ? fill(
          poly([
            [36, -84],
            [62, -96],
            [42, -76],
          ]),
          colour.apricot,
        ) +
        fill(
          poly([
            [35, -78],
            [58, -66],
            [34, -72],
          ]),
          darker(colour.apricot, 0.12),
        ) +
        fill(
          poly([
            [37, -81],
            [48, -84],
            [40, -75],
          ]),
          colour.vermilion,
        )
      : fill(
          smooth(
            [
              [33, -80],
              [52, -77],
              [60, -70],
              [54, -69],
              [34, -71],
            ],
            true,
            0.5,
          ),
          colour.apricot,
        ) + dot(52, -71, 2.6, colour.vermilion);
  const eye = pose.sleepy
    ? stroke("M17 -78q4 4 8 0", colour.ink, 2.4)
    : dot(21, -79, 3.6, colour.ink) + dot(22, -80.4, 1.1, colour.paper) + stroke("M14 -86l11 1.5", colour.ink, 2);
  if (pose.kind === "fly") {
    return (
      fill(
        smooth(
          [
            [-6, -44],
            [-40, -84],
            [-92, -96],
            [-70, -70],
            [-36, -36],
          ],
          true,
          0.8,
        ),
        grey,
      ) +
      fill(
        poly([
          [-92, -96],
          [-70, -92],
          [-72, -74],
        ]),
        colour.ink,
      ) +
      fill(
        smooth(
          [
            [-62, -32],
            [-30, -46],
            [10, -52],
            [34, -44],
            [22, -26],
            [-16, -18],
          ],
          true,
          0.9,
        ),
        white,
      ) +
      fill(
        smooth(
          [
            [-4, -42],
            [-6, -84],
            [30, -118],
            [36, -88],
            [24, -42],
          ],
          true,
          0.8,
        ),
        lighter(grey, 0.3),
      ) +
      fill(
        poly([
          [30, -118],
          [35, -98],
          [18, -106],
        ]),
        colour.ink,
      ) +
      dot(36, -46, 15, white) +
      dot(41, -49, 3.2, colour.ink) +
      fill(
        poly([
          [49, -50],
          [70, -43],
          [49, -40],
        ]),
        colour.apricot,
      )
    );
  }
  return (
    stroke("M-4 -22L-6 -1L4 0M8 -22L8 -1L18 0", colour.apricot, 4) +
    fill(
      smooth(
        [
          [-58, -20],
          [-30, -44],
          [0, -62],
          [4, -82],
          [20, -95],
          [37, -86],
          [38, -70],
          [31, -44],
          [20, -24],
          [-10, -16],
        ],
        true,
        0.85,
      ),
      white,
    ) +
    (pose.bump ? dot(34, -56, 10, white) + stroke("M28 -64Q46 -60 40 -48", grey, 1.6) : "") +
    fill(
      smooth(
        [
          [-66, -18],
          [-36, -40],
          [-2, -54],
          [16, -42],
          [2, -28],
          [-30, -20],
        ],
        true,
        0.85,
      ),
      grey,
    ) +
    stroke("M-30 -32Q-12 -36 4 -46M-26 -26Q-8 -29 8 -38", darker(grey, 0.2), 1.8) +
    fill(
      smooth(
        [
          [-72, -15],
          [-50, -29],
          [-38, -21],
          [-50, -14],
        ],
        true,
        0.6,
      ),
      colour.ink,
    ) +
    beak +
    eye
  );
}

/** An owl from the front: perch at (0, 0), about 100 high. */
export function owl(
  pose: {
    kind?: "barn" | "tawny";
    specs?: boolean;
    look?: number;
    down?: number;
    asleep?: boolean;
    wings?: boolean;
    size?: number;
  } = {},
): string {
  const barn = pose.kind !== "tawny";
  const back = barn ? colour.apricot : "#7A5440";
  const front = barn ? colour.cream : lighter("#B98B62", 0.12);
  const look = pose.look ?? 0;
  const down = pose.down ?? 0;
  const fx = look * 6;
  const fy = -74 + down * 6;
  const flecks: [number, number, number][] = [];
  for (let r = 0; r < 4; r++)
    for (let i = 0; i < 4 - (r % 2); i++) flecks.push([-15 + i * 10 + (r % 2) * 5, -44 + r * 9, 1.8]);
  const eyes = pose.asleep
    ? stroke(`M${num(fx - 17)} ${num(fy)}q7 6 13 1M${num(fx + 4)} ${num(fy + 1)}q7 5 13 -1`, colour.ink, 3)
    : barn
      ? dot(fx - 10.5, fy, 5, colour.ink) +
        dot(fx + 10.5, fy, 5, colour.ink) +
        dot(fx - 9, fy - 1.8, 1.5, colour.paper) +
        dot(fx + 12, fy - 1.8, 1.5, colour.paper)
      : dot(fx - 12, fy, 10, colour.glow) +
        dot(fx + 12, fy, 10, colour.glow) +
        dot(fx - 12 + look * 2, fy + down * 3, 5, colour.ink) +
        dot(fx + 12 + look * 2, fy + down * 3, 5, colour.ink);
  const mask = barn
    ? fill(
        smooth(
          [
            [fx, fy - 12],
            [fx + 12, fy - 21],
            [fx + 25, fy - 8],
            [fx + 20, fy + 12],
            [fx, fy + 26],
            [fx - 20, fy + 12],
            [fx - 25, fy - 8],
            [fx - 12, fy - 21],
          ],
          true,
          0.9,
        ),
        colour.paper,
        `stroke="${darker(back, 0.25)}" stroke-width="2.4"`,
      )
    : fill(blob(fx - 12, fy, 16, 17, 2, 0.03), front) + fill(blob(fx + 12, fy, 16, 17, 3, 0.03), front);
  return (
    fill(
      poly([
        [-12, -4],
        [-16, 22],
        [0, 14],
        [16, 22],
        [12, -4],
      ]),
      darker(back, 0.22),
    ) +
    (pose.wings
      ? fill(
          smooth(
            [
              [-20, -60],
              [-70, -84],
              [-96, -52],
              [-78, -50],
              [-66, -34],
              [-50, -38],
              [-34, -20],
            ],
            true,
            0.5,
          ),
          darker(back, 0.08),
        ) +
        fill(
          smooth(
            [
              [20, -60],
              [70, -84],
              [96, -52],
              [78, -50],
              [66, -34],
              [50, -38],
              [34, -20],
            ],
            true,
            0.5,
          ),
          darker(back, 0.08),
        )
      : "") +
    fill(
      smooth(
        [
          [0, -101],
          [24, -95],
          [33, -74],
          [31, -36],
          [18, -2],
          [-18, -2],
          [-31, -36],
          [-33, -74],
          [-24, -95],
        ],
        true,
        0.9,
      ),
      back,
    ) +
    (barn
      ? ""
      : fill(
          poly([
            [-30, -82],
            [-32, -106],
            [-12, -98],
          ]),
          back,
        ) +
        fill(
          poly([
            [30, -82],
            [32, -106],
            [12, -98],
          ]),
          back,
        )) +
    fill(
      smooth(
        [
          [0, -56],
          [19, -46],
          [19, -18],
          [0, -3],
          [-19, -18],
          [-19, -46],
        ],
        true,
        0.95,
      ),
      front,
    ) +
    dots(flecks, darker(back, 0.2)) +
    (pose.wings
      ? ""
      : fill(
          smooth(
            [
              [-26, -62],
              [-34, -34],
              [-24, -6],
              [-16, -20],
              [-18, -46],
            ],
            true,
            0.8,
          ),
          darker(back, 0.14),
        ) +
        fill(
          smooth(
            [
              [26, -62],
              [34, -34],
              [24, -6],
              [16, -20],
              [18, -46],
            ],
            true,
            0.8,
          ),
          darker(back, 0.14),
        )) +
    mask +
    eyes +
    fill(
      poly([
        [fx - 4, fy + 6],
        [fx + 4, fy + 6],
        [fx, fy + 17],
      ]),
      darker(colour.apricot, 0.2),
    ) +
    (pose.specs
      ? stroke(
          `M${num(fx - 23)} ${num(fy)}a11.5 11.5 0 1 0 23 0a11.5 11.5 0 1 0 -23 0M${num(fx + 1)} ${num(fy)}a11.5 11.5 0 1 0 23 0a11.5 11.5 0 1 0 -23 0`,
          colour.vermilion,
          3.2,
        )
      : "") +
    stroke("M-12 -2l-4 7M-8 -2l0 7M-4 -2l3 6M12 -2l4 7M8 -2l0 7M4 -2l-3 6", darker(colour.apricot, 0.3), 3)
  );
}

/** A round fluffy owlet. */
export function owlet(look = 0): string {
  const fluff = colour.paper;
  return (
    fill(blob(0, -22, 22, 24, 7, 0.07, 14), fluff) +
    stroke("M-14 -12l-2 6M-6 -8l-1 6M4 -8l1 6M12 -12l3 6M-10 -20l-2 4M10 -20l2 4", mix(colour.stone, fluff, 0.5), 1.6) +
    fill(
      smooth([
        [0, -36],
        [7, -42],
        [15, -34],
        [10, -22],
        [0, -16],
        [-10, -22],
        [-15, -34],
        [-7, -42],
      ]),
      colour.cream,
    ) +
    dot(-5.6 + look * 2, -31, 3, colour.ink) +
    dot(5.6 + look * 2, -31, 3, colour.ink) +
    fill(
      poly([
        [-2.4, -27],
        [2.4, -27],
        [0, -21],
      ]),
      colour.apricot,
    )
  );
}

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

/** A far bird in flight: two strokes. */
export function farBird(x: number, y: number, w: number, tint: string): string {
  return stroke(
    `M${num(x - w / 2)} ${num(y - w * 0.12)}Q${num(x - w * 0.2)} ${num(y - w * 0.3)} ${num(x)} ${num(y)}Q${num(x + w * 0.2)} ${num(y - w * 0.3)} ${num(x + w / 2)} ${num(y - w * 0.12)}`,
    tint,
    Math.max(1.6, w * 0.09),
  );
}

/** A cockerel, very pleased with himself: feet at (0, 0), about 110 high, facing right. */
export function cockerel(pose: { crow?: boolean; headOnly?: boolean } = {}): string {
  const black = "#2A2230";
  const headParts =
    fill(
      smooth(
        [
          [2, -104],
          [4, -118],
          [11, -110],
          [16, -122],
          [21, -110],
          [30, -116],
          [29, -100],
        ],
        true,
        0.6,
      ),
      colour.vermilion,
    ) +
    fill(
      smooth(
        [
          [-2, -62],
          [0, -90],
          [10, -105],
          [26, -104],
          [32, -92],
          [30, -76],
          [36, -58],
          [16, -52],
        ],
        true,
        0.9,
      ),
      colour.apricot,
    ) +
    stroke("M6 -66l-2 -14M14 -62l0 -14M22 -60l2 -14M30 -62l0 -10", darker(colour.apricot, 0.25), 2) +
    dot(19, -93, 4, colour.paper) +
    dot(20, -93, 2.4, colour.ink) +
    (pose.crow
      ? fill(
          poly([
            [29, -98],
            [50, -112],
            [34, -92],
          ]),
          "#F6C12E",
        ) +
        fill(
          poly([
            [30, -90],
            [50, -82],
            [29, -84],
          ]),
          darker("#F6C12E", 0.15),
        ) +
        fill(
          smooth([
            [26, -84],
            [33, -80],
            [30, -66],
            [24, -74],
          ]),
          colour.vermilion,
        ) +
        stroke("M14 -98l9 3", colour.ink, 2)
      : fill(
          poly([
            [30, -97],
            [46, -89],
            [30, -86],
          ]),
          "#F6C12E",
        ) +
        fill(
          smooth([
            [27, -86],
            [34, -80],
            [31, -68],
            [25, -76],
          ]),
          colour.vermilion,
        ) +
        stroke("M13 -99l10 2", colour.ink, 2));
  if (pose.headOnly) return headParts;
  const plume = (d: string, tint: string) => stroke(d, tint, 9);
  return (
    plume("M-28 -38Q-62 -44 -70 -12", "#1F6E5A") +
    plume("M-28 -44Q-74 -62 -84 -30", "#2E8B6B") +
    plume("M-26 -50Q-66 -92 -92 -60", "#1F6E5A") +
    plume("M-22 -54Q-44 -108 -80 -88", "#46A67F") +
    stroke("M-6 -18L-8 -1l-9 1M-8 -1l9 1M10 -18L10 -1l-9 1M10 -1l10 1", "#F6C12E", 4) +
    fill(
      smooth(
        [
          [-42, -44],
          [-16, -50],
          [4, -76],
          [34, -70],
          [42, -46],
          [26, -20],
          [-4, -12],
          [-30, -22],
        ],
        true,
        0.9,
      ),
      black,
    ) +
    headParts +
    fill(
      smooth(
        [
          [-34, -42],
          [-8, -52],
          [14, -42],
          [4, -26],
          [-18, -24],
        ],
        true,
        0.9,
      ),
      darker(colour.apricot, 0.35),
    ) +
    stroke("M-20 -36Q-6 -34 6 -40M-16 -30Q-4 -29 6 -34", colour.apricot, 2.4)
  );
}

/** A duck in a bathing cap, floating: waterline at (0, 0), facing right. */
export function duck(cap: string, pose: { look?: number; body?: string } = {}): string {
  const body = pose.body ?? colour.paper;
  return (
    fill(
      smooth(
        [
          [-48, -30],
          [-32, -22],
          [0, -30],
          [34, -20],
          [36, 2],
          [0, 12],
          [-38, 2],
        ],
        true,
        0.9,
      ),
      body,
    ) +
    fill(
      smooth(
        [
          [-26, -18],
          [4, -20],
          [14, -6],
          [-8, 2],
          [-28, -6],
        ],
        true,
        0.9,
      ),
      darker(body, 0.1),
    ) +
    fill(
      smooth(
        [
          [8, -22],
          [10, -50],
          [24, -64],
          [42, -54],
          [40, -32],
          [34, -16],
        ],
        true,
        0.9,
      ),
      body,
    ) +
    fill(
      smooth(
        [
          [40, -50],
          [62, -46],
          [60, -38],
          [40, -38],
        ],
        true,
        0.7,
      ),
      colour.apricot,
    ) +
    fill(
      smooth(
        [
          [7, -50],
          [10, -68],
          [26, -76],
          [42, -66],
          [44, -54],
          [24, -57],
        ],
        true,
        0.9,
      ),
      cap,
    ) +
    dots(
      [
        [17, -66, 2.6],
        [28, -70, 2.6],
        [36, -63, 2.6],
      ],
      lighter(cap, 0.6),
    ) +
    stroke("M9 -50Q26 -56 43 -53", darker(cap, 0.2), 2.6) +
    dot(32 + (pose.look ?? 0) * 2, -46, 3, colour.ink)
  );
}
