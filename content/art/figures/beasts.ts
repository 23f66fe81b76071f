import { blob, dot, dots, fill, num, ovals, poly, type Sheet, smooth, stroke } from "../draw";
import { colour, darker, lighter, mix } from "../palette";
import { face, type Mood } from "./face";

/** The moose: a big brown cow with a long muzzle and a sad face. Head only: chin at (0, 0). Whole: feet at (0, 0), 210 high, facing left. */
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

/** Goat: feet at (0, 0), about 100 high, facing right. */
export function goat(
  pose: {
    coat?: string;
    oneHorn?: boolean;
    whiteEar?: boolean;
    bell?: boolean;
    lowered?: boolean;
    chew?: string;
    mood?: Mood;
  } = {},
): string {
  const coat = pose.coat ?? colour.paper;
  const shade = coat === colour.paper ? mix(coat, colour.stone, 0.28) : lighter(coat, 0.14);
  const drop = pose.lowered ? 26 : 0;
  const hx = 52;
  const hy = -78 + drop;
  return (
    stroke("M-34 -40L-38 -3M-20 -38L-18 -3", shade, 9) +
    stroke("M22 -40L20 -3M36 -40L40 -3", shade, 9) +
    stroke("M-38 -4l0 2M-18 -4l0 2M20 -4l0 2M40 -4l0 2", colour.ink, 10) +
    stroke("M-48 -58Q-58 -68 -54 -78", coat, 7) +
    fill(
      smooth(
        [
          [-52, -54],
          [-34, -68],
          [10, -66],
          [36, -70],
          [46, -48],
          [36, -32],
          [0, -26],
          [-40, -30],
        ],
        true,
        0.9,
      ),
      coat,
    ) +
    stroke("M-40 -34l2 8M-26 -32l1 8M-10 -30l0 8M6 -30l1 8M20 -32l2 8", shade, 3) +
    stroke("M-30 -58l8 4M-10 -58l8 3M10 -56l8 3M-22 -46l8 3M2 -46l8 3", shade, 2.4) +
    fill(
      smooth(
        [
          [24, -62],
          [hx - 16, hy - 6],
          [hx - 2, hy + 14],
          [44, -44],
        ],
        true,
        0.9,
      ),
      coat,
    ) +
    (pose.bell
      ? stroke(
          `M${num(hx - 20)} ${num(hy + 10)}Q${num(hx - 8)} ${num(hy + 22)} ${num(hx)} ${num(hy + 14)}`,
          colour.vermilion,
          4,
        ) +
        fill(
          poly([
            [hx - 12, hy + 18],
            [hx - 4, hy + 18],
            [hx - 1, hy + 30],
            [hx - 15, hy + 30],
          ]),
          "#F6C12E",
        )
      : "") +
    stroke(
      `M${num(hx - 8)} ${num(hy - 14)}Q${num(hx - 16)} ${num(hy - 34)} ${num(hx - 32)} ${num(hy - 36)}`,
      mix(colour.bark, colour.sand, 0.5),
      6,
    ) +
    (pose.oneHorn
      ? ""
      : stroke(
          `M${num(hx)} ${num(hy - 16)}Q${num(hx - 4)} ${num(hy - 36)} ${num(hx - 18)} ${num(hy - 42)}`,
          mix(colour.bark, colour.sand, 0.3),
          6,
        )) +
    fill(
      smooth(
        [
          [hx - 14, hy - 8],
          [hx - 36, hy - 8],
          [hx - 40, hy + 2],
          [hx - 18, hy + 4],
        ],
        true,
        0.9,
      ),
      pose.whiteEar ? colour.paper : shade,
    ) +
    fill(
      smooth(
        [
          [hx - 18, hy - 8],
          [hx - 6, hy - 20],
          [hx + 10, hy - 16],
          [hx + 28, hy + 2],
          [hx + 28, hy + 14],
          [hx + 14, hy + 18],
          [hx - 10, hy + 14],
        ],
        true,
        0.9,
      ),
      coat,
    ) +
    fill(
      smooth(
        [
          [hx + 6, hy + 16],
          [hx + 16, hy + 17],
          [hx + 12, hy + 34],
        ],
        true,
        0.6,
      ),
      shade,
    ) +
    dot(hx + 24, hy + 5, 2, darker(colour.rose, 0.3)) +
    stroke(`M${num(hx + 12)} ${num(hy + 12)}q8 3 15 -1`, coat === colour.paper ? colour.ink : colour.paper, 2) +
    dot(hx + 4, hy - 4, 3.6, coat === colour.paper ? colour.ink : colour.glow) +
    (coat === colour.paper
      ? stroke(`M${num(hx - 2)} ${num(hy - 11)}l10 -1`, colour.ink, 2.4)
      : dot(hx + 4.6, hy - 4, 1.9, colour.ink)) +
    (pose.chew ?? "")
  );
}

/** Bishop the mule: feet at (0, 0), about 120 high, facing right. */
export function mule(
  pose: { saddle?: boolean; load?: string; walk?: boolean; sitting?: boolean; tilt?: number } = {},
): string {
  const coat = "#4A3228";
  const shade = darker(coat, 0.25);
  const head =
    fill(
      smooth(
        [
          [40, -112],
          [30, -138],
          [38, -146],
          [50, -118],
        ],
        true,
        0.8,
      ),
      coat,
    ) +
    stroke("M58 -116L60 -134Q62 -144 74 -138", coat, 9) +
    fill(
      smooth(
        [
          [36, -116],
          [58, -122],
          [76, -104],
          [94, -82],
          [92, -70],
          [78, -68],
          [56, -84],
          [40, -92],
        ],
        true,
        0.9,
      ),
      coat,
    ) +
    fill(
      smooth(
        [
          [80, -92],
          [95, -82],
          [93, -69],
          [78, -67],
          [72, -78],
        ],
        true,
        0.9,
      ),
      colour.cream,
    ) +
    dot(89, -79, 2, colour.ink) +
    stroke("M78 -71q7 1 12 -3", colour.ink, 2) +
    dot(62, -103, 3.8, colour.ink) +
    dot(63.2, -104.4, 1.2, colour.paper) +
    stroke("M55 -109l12 -1", darker(coat, 0.6), 3) +
    stroke("M70 -112Q76 -96 68 -80M48 -118Q52 -104 50 -88M52 -92L70 -80", colour.vermilion, 3) +
    stroke("M50 -90l-3 12M50 -90l0 13M50 -90l3 12", colour.vermilion, 2.6);
  const mane = stroke("M34 -118Q22 -104 14 -84", darker(coat, 0.55), 8);
  const goods =
    (pose.saddle === false
      ? ""
      : fill(
          smooth(
            [
              [-22, -82],
              [18, -82],
              [22, -56],
              [-24, -56],
            ],
            true,
            0.5,
          ),
          colour.vermilion,
        ) +
        stroke("M-20 -60L18 -60", colour.cream, 2.4) +
        fill(
          smooth(
            [
              [-14, -84],
              [0, -80],
              [14, -88],
              [12, -76],
              [-14, -76],
            ],
            true,
            0.9,
          ),
          colour.bark,
        )) + (pose.load ?? "");
  if (pose.sitting) {
    return (
      stroke("M-30 -14L10 -6", shade, 13) +
      fill(
        smooth(
          [
            [-44, -30],
            [-30, -60],
            [0, -86],
            [26, -92],
            [42, -70],
            [32, -34],
            [20, -8],
            [-30, -4],
          ],
          true,
          0.9,
        ),
        coat,
      ) +
      stroke("M22 -46L26 -6M34 -50L40 -6", shade, 11) +
      `<g transform="translate(-6 6)">${fill(
        smooth(
          [
            [14, -88],
            [44, -120],
            [58, -92],
            [34, -62],
          ],
          true,
          0.9,
        ),
        coat,
      )}${mane}${head}</g>`
    );
  }
  const legs = pose.walk
    ? stroke("M-36 -50L-48 -4M-26 -48L-20 -4M22 -48L14 -4M34 -50L46 -4", shade, 11)
    : stroke("M-38 -50L-38 -4M-26 -48L-24 -4M24 -48L24 -4M36 -50L38 -4", shade, 11);
  return (
    stroke("M-52 -66Q-66 -52 -60 -26", shade, 6) +
    stroke("M-61 -34L-58 -14", darker(coat, 0.55), 9) +
    legs +
    fill(
      smooth(
        [
          [-54, -62],
          [-40, -84],
          [0, -78],
          [28, -86],
          [44, -62],
          [34, -44],
          [0, -38],
          [-40, -42],
        ],
        true,
        0.9,
      ),
      coat,
    ) +
    fill(
      smooth(
        [
          [16, -82],
          [40, -118],
          [58, -94],
          [42, -56],
        ],
        true,
        0.9,
      ),
      coat,
    ) +
    mane +
    goods +
    head
  );
}

/** Badger in an apron: feet at (0, 0), about 120 high, facing left or right by flip. */
export function badger(
  sheet: Sheet,
  pose: {
    mood?: Mood;
    hand?: readonly [number, number];
    other?: readonly [number, number];
    held?: string;
    sitting?: boolean;
  } = {},
): string {
  const coat = "#5B6270";
  const hand = pose.hand ?? [44, -40];
  const other = pose.other ?? [-42, -36];
  const body = smooth(
    [
      [-22, -76],
      [22, -76],
      [40, -44],
      [38, -10],
      [0, -2],
      [-38, -10],
      [-40, -44],
    ],
    true,
    0.9,
  );
  return (
    (pose.sitting ? "" : fill(blob(-16, -3, 16, 7, 2), colour.ink) + fill(blob(18, -3, 16, 7, 3), colour.ink)) +
    sheet.paper(body, coat, { angle: 80, count: 26, length: 9, width: 1.4, opacity: 0.4 }) +
    fill(
      smooth(
        [
          [-20, -62],
          [20, -62],
          [28, -38],
          [26, -10],
          [0, -5],
          [-26, -10],
          [-28, -38],
        ],
        true,
        0.8,
      ),
      colour.cream,
    ) +
    stroke("M-20 -62Q0 -56 20 -62M-28 -38Q-38 -40 -40 -44M28 -38Q38 -40 40 -44", darker(colour.cream, 0.3), 2.4) +
    fill(
      smooth(
        [
          [-11, -36],
          [11, -36],
          [10, -20],
          [-10, -20],
        ],
        true,
        0.4,
      ),
      darker(colour.cream, 0.12),
    ) +
    fill(blob(-24, -112, 8.6, 8.6, 3), colour.ink) +
    fill(blob(24, -112, 8.6, 8.6, 4), colour.ink) +
    fill(blob(-24, -112, 4.4, 4.6, 3), colour.paper) +
    fill(blob(24, -112, 4.4, 4.6, 4), colour.paper) +
    fill(
      smooth(
        [
          [0, -122],
          [24, -112],
          [29, -94],
          [17, -78],
          [0, -68],
          [-17, -78],
          [-29, -94],
          [-24, -112],
        ],
        true,
        0.9,
      ),
      colour.paper,
    ) +
    fill(
      smooth(
        [
          [-9, -121],
          [-24, -112],
          [-27, -94],
          [-14, -78],
          [-9, -86],
          [-6, -104],
        ],
        true,
        0.8,
      ),
      colour.ink,
    ) +
    fill(
      smooth(
        [
          [9, -121],
          [24, -112],
          [27, -94],
          [14, -78],
          [9, -86],
          [6, -104],
        ],
        true,
        0.8,
      ),
      colour.ink,
    ) +
    dot(-14, -98, 4, colour.paper) +
    dot(14, -98, 4, colour.paper) +
    dot(-13.4, -97.4, 2.5, colour.ink) +
    dot(14.6, -97.4, 2.5, colour.ink) +
    fill(blob(0, -80, 7, 5, 3), colour.ink) +
    stroke(pose.mood === "worried" ? "M-7 -70Q0 -75 7 -70" : "M-8 -73Q0 -66 8 -73", colour.ink, 2.4) +
    stroke(`M-26 -62Q-42 -54 ${num(other[0])} ${num(other[1])}`, coat, 13) +
    dot(other[0], other[1], 7, colour.ink) +
    (pose.held ?? "") +
    stroke(`M26 -62Q42 -54 ${num(hand[0])} ${num(hand[1])}`, coat, 13) +
    dot(hand[0], hand[1], 7, colour.ink)
  );
}

/** The mouse with her walnut shell: feet at (0, 0), about 60 high, facing right. */
export function mouse(pose: { mood?: Mood; shell?: boolean; asleep?: boolean; bowl?: boolean } = {}): string {
  const coat = "#B9A79B";
  return (
    stroke("M-14 -6Q-40 -2 -40 -18Q-40 -30 -52 -28", darker(colour.rose, 0.12), 3) +
    fill(
      smooth(
        [
          [-16, -34],
          [10, -34],
          [17, -14],
          [12, -1],
          [-14, -1],
          [-21, -14],
        ],
        true,
        0.9,
      ),
      coat,
    ) +
    fill(
      smooth(
        [
          [-4, -28],
          [9, -28],
          [12, -12],
          [4, -3],
          [-6, -10],
        ],
        true,
        0.9,
      ),
      lighter(coat, 0.5),
    ) +
    fill(blob(-14, -56, 12, 12.6, 3), coat) +
    fill(blob(-14, -56, 7.4, 8, 3), colour.rose) +
    fill(blob(13, -60, 12, 12.6, 4), coat) +
    fill(blob(13, -60, 7.4, 8, 4), colour.rose) +
    fill(
      smooth(
        [
          [-17, -44],
          [-4, -56],
          [12, -54],
          [27, -40],
          [20, -32],
          [-8, -30],
        ],
        true,
        0.9,
      ),
      coat,
    ) +
    dot(27.4, -40, 2.8, colour.ink) +
    face(8, -43, 6.4, pose.mood ?? "happy", { mouthDrop: 1.1, eye: 0.32 }) +
    stroke("M22 -36l13 3M22 -38l14 -2", lighter(coat, 0.4), 0.9) +
    fill(blob(-7, -1, 8, 3.6, 2), colour.rose) +
    fill(blob(9, -1, 8, 3.6, 2), colour.rose) +
    (pose.shell === false
      ? ""
      : dot(30, -32, 24, colour.glow, 'opacity="0.28"') +
        stroke("M30 -26l0 -8", colour.paper, 6) +
        fill(
          smooth([
            [30, -48],
            [34, -40],
            [30, -35],
            [26, -40],
          ]),
          colour.vermilion,
        ) +
        dot(30, -39, 2, colour.glow) +
        fill(
          smooth(
            [
              [17, -26],
              [43, -26],
              [40, -15],
              [30, -11],
              [20, -15],
            ],
            true,
            0.8,
          ),
          "#8A5A34",
        ) +
        stroke("M23 -24q1 6 4 10M30 -24l0 11M37 -24q-1 6 -4 10", darker("#8A5A34", 0.3), 1.6)) +
    stroke("M4 -26Q14 -18 20 -20", darker(coat, 0.14), 5.4)
  );
}

/** A worker bee from above, head up, middle at (0, 0), about 120 long. `disc` is the mark on her back. */
export function bee(
  sheet: Sheet,
  options: { disc?: string; number?: string; long?: number; plain?: boolean; mood?: Mood } = {},
): string {
  const gold = "#D9912B";
  const long = options.long ?? 1;
  const abdomen = smooth(
    [
      [-19, 8],
      [0, 2],
      [19, 8],
      [23, 30],
      [13, 50 * long + 4],
      [0, 60 * long + 4],
      [-13, 50 * long + 4],
      [-23, 30],
    ],
    true,
    0.9,
  );
  let bands = "";
  for (let i = 0; i < 3 + Math.round((long - 1) * 3); i++)
    bands += stroke(`M-30 ${20 + i * 13}Q0 ${26 + i * 13} 30 ${20 + i * 13}`, colour.bark, 6);
  return (
    stroke(
      "M-14 -14Q-30 -20 -34 -34M14 -14Q30 -20 34 -34M-17 -2Q-36 -2 -42 -12M17 -2Q36 -2 42 -12M-15 6Q-34 14 -36 30M15 6Q34 14 36 30",
      colour.bark,
      3.4,
    ) +
    fill(abdomen, gold) +
    sheet.inside(abdomen, bands) +
    fill(
      smooth(
        [
          [-8, -8],
          [-50, -6],
          [-62, 22],
          [-44, 36],
          [-16, 14],
        ],
        true,
        0.9,
      ),
      colour.snow,
      'opacity="0.72"',
    ) +
    fill(
      smooth(
        [
          [8, -8],
          [50, -6],
          [62, 22],
          [44, 36],
          [16, 14],
        ],
        true,
        0.9,
      ),
      colour.snow,
      'opacity="0.72"',
    ) +
    stroke(
      "M-12 -4Q-36 2 -52 16M-12 2Q-30 12 -42 26M12 -4Q36 2 52 16M12 2Q30 12 42 26",
      mix(colour.stone, colour.snow, 0.4),
      1.3,
    ) +
    fill(blob(0, -8, 19, 18, 5, 0.07, 16), mix(gold, colour.bark, 0.35)) +
    stroke(
      "M-14 -18l-3 -4M-6 -24l-1 -5M6 -24l1 -5M14 -18l3 -4M-17 -6l-5 0M17 -6l5 0",
      mix(gold, colour.bark, 0.2),
      2.6,
    ) +
    stroke("M-7 -42Q-14 -54 -22 -56M7 -42Q14 -54 22 -56", colour.bark, 2.8) +
    fill(
      smooth(
        [
          [-16, -34],
          [-11, -46],
          [0, -49],
          [11, -46],
          [16, -34],
          [9, -24],
          [-9, -24],
        ],
        true,
        0.9,
      ),
      gold,
    ) +
    face(0, -37, 6, options.mood ?? "happy", { mouthDrop: 1, eye: 0.34 }) +
    (options.disc
      ? dot(0, -7, 11.5, options.disc) + dot(0, -7, 11.5, "none", `stroke="${colour.paper}" stroke-width="1.6"`)
      : "") +
    (options.number
      ? stroke("M-1 -12l-5 0l0 4q5 -1 5 3q0 4 -5 3M4.6 -7.4a2.3 2.3 0 1 1 .1 0a2.7 2.7 0 1 1 -.1 0", colour.paper, 1.7)
      : "")
  );
}
/** Many bees, small and simple, as one drawing: each [x, y, degrees, size]. */
export function swarm(list: readonly (readonly [number, number, number, number])[], gold = "#D9912B"): string {
  const wings: [number, number, number, number, number][] = [];
  const bodies: [number, number, number, number, number][] = [];
  const heads: [number, number, number][] = [];
  let bands = "";
  for (const [x, y, turn, size] of list) {
    const [c, s] = [Math.cos((turn * Math.PI) / 180) * size, Math.sin((turn * Math.PI) / 180) * size];
    const point = (px: number, py: number) => [x + px * c - py * s, y + px * s + py * c] as const;
    for (const side of [-9, 9]) wings.push([...point(side, 0), 9 * size, 4 * size, turn]);
    bodies.push([...point(0, 4), 6.4 * size, 11 * size, turn]);
    heads.push([...point(0, -7), 5 * size]);
    for (const row of [2, 7]) {
      const [from, to] = [point(-5.5, row), point(5.5, row)];
      bands += `M${num(from[0])} ${num(from[1])}L${num(to[0])} ${num(to[1])}`;
    }
  }
  return (
    ovals(wings, colour.snow, 'opacity="0.7"') +
    ovals(bodies, gold) +
    stroke(bands, colour.bark, 2.6 * (list[0]?.[3] ?? 1)) +
    dots(heads, colour.bark)
  );
}
