import { at, blob, dot, dots, fill, num, type Point, poly, type Sheet, smooth, stroke } from "../draw";
import { colour, darker, lighter, skin } from "../palette";
import { face, type Mood } from "./face";

export type Hair = "short" | "bob" | "plait" | "bun" | "curls" | "bald" | "long" | "tousled" | "scarf" | "none";
export type Legs = "stand" | "walk" | "sit" | "run" | "kneel" | "none";

/** How a person is built and stands. Feet at (0, 0), about 100 high, facing right when `look` is positive. */
export interface PersonLook {
  skin?: string;
  hair?: Hair;
  hairColour?: string;
  top: string;
  shape?: "jumper" | "dress" | "coat" | "robe";
  stripes?: string;
  buttons?: string;
  trousers?: string;
  shoes?: string;
  scarf?: string;
  apron?: string;
  hat?: { kind: "cap" | "beanie" | "souwester" | "brim" | "turban" | "helmet" | "veil" | "hood"; colour: string };
  beard?: string;
  moustache?: string;
  glasses?: boolean;
  plump?: number;
  headSize?: number;
}

export interface PersonPose {
  mood?: Mood;
  look?: number;
  back?: boolean;
  legs?: Legs;
  /** Where the hands are: [left on the picture, right on the picture]; the shoulders are at (-13, -58) and (13, -58). */
  hands?: readonly [Point, Point];
  lean?: number;
  tilt?: number;
  /** Drawn at the hands, in the person's own units. */
  held?: string;
  /** Drawn behind the person. */
  behind?: string;
  /** The arm on this side is drawn behind the body. */
  armBehind?: "left" | "right";
}

function arm(from: Point, to: Point, sleeve: string, tone: string, bend: number): string {
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

function legsOf(kind: Legs, trousers: string, shoes: string): string {
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

function hairBack(style: Hair, tone: string, look: number): string {
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

function hairFront(style: Hair, tone: string, look: number, hatted: boolean): string {
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

function hatOf(hat: NonNullable<PersonLook["hat"]>, look: number): string {
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

/** A person: large head, simple coat, arms where the pose puts the hands. */
export function person(sheet: Sheet, look: PersonLook, pose: PersonPose = {}): string {
  const tone = look.skin ?? skin.fair;
  const turn = pose.look ?? 0;
  const hairTone = look.hairColour ?? colour.bark;
  const style = look.hair ?? "short";
  const shape = look.shape ?? "jumper";
  const seated = pose.legs === "sit" || pose.legs === "kneel";
  const w = 15 * (look.plump ?? 1);
  const hem = shape === "robe" ? -6 : shape === "dress" ? (seated ? -20 : -18) : shape === "coat" ? -20 : -26;
  const flare = shape === "robe" ? 1.5 : shape === "dress" ? 1.75 : shape === "coat" ? 1.36 : 1.12;
  const body = smooth(
    [
      [-w * 0.62, -64],
      [w * 0.62, -64],
      [w * 1, -56],
      [w * (1 + flare) * 0.5, -40],
      [w * flare, hem],
      [0, hem + 3],
      [-w * flare, hem],
      [-w * (1 + flare) * 0.5, -40],
      [-w * 1, -56],
    ],
    true,
    0.6,
  );
  const trousers = look.trousers ?? colour.ink;
  const shoes = look.shoes ?? colour.bark;
  const hands = pose.hands ?? [
    [-w - 7, -34],
    [w + 7, -34],
  ];
  const sleeve = darker(look.top, 0.12);
  const leftArm = arm([-w * 0.8, -57], hands[0], sleeve, tone, -4);
  const rightArm = arm([w * 0.8, -57], hands[1], sleeve, tone, 4);
  let pattern = "";
  if (look.stripes)
    for (let y = -58; y < hem + 4; y += 8) pattern += stroke(`M-40 ${y}Q0 ${y + 4} 40 ${y}`, look.stripes, 3.4);
  if (look.apron)
    pattern += fill(
      smooth(
        [
          [-w * 0.6, -52],
          [w * 0.6, -52],
          [w * 0.9, hem + 4],
          [-w * 0.9, hem + 4],
        ],
        true,
        0.3,
      ),
      look.apron,
    );
  const buttons = look.buttons
    ? dots(
        [
          [1, -52, 1.7],
          [1, -43, 1.7],
          [1, -34, 1.7],
        ],
        look.buttons,
      )
    : "";
  const clothes =
    fill(body, look.top) +
    sheet.inside(
      body,
      pattern +
        fill(
          poly([
            [w * 0.4, -66],
            [60, -66],
            [60, 0],
            [w * 0.5, 0],
          ]),
          colour.ink,
          'opacity="0.1"',
        ),
    ) +
    sheet.grain(body, look.top, { angle: 78, count: 16, length: 6, width: 0.9, opacity: 0.28, seed: 4 }) +
    buttons;
  const size = look.headSize ?? 1;
  const head = fill(blob(0, -79, 18.4, 17.6, 9, 0.018, 12), tone);
  const features =
    fill(blob(-18.2 + turn * 2, -77, 3.4, 4.2, 2), darker(tone, 0.06)) +
    fill(blob(18.2 + turn * 2, -77, 3.4, 4.2, 3), darker(tone, 0.06)) +
    head +
    (look.beard
      ? fill(
          smooth(
            [
              [-18, -78],
              [-17, -66],
              [-8 + turn * 3, -56],
              [8 + turn * 3, -56],
              [17, -66],
              [18, -78],
              [12 + turn * 3, -71],
              [turn * 4, -72.5],
              [-12 + turn * 3, -71],
            ],
            true,
            0.8,
          ),
          look.beard,
        )
      : "") +
    face(0, -80, 7, pose.mood ?? "calm", {
      look: turn,
      cheeks: tone === skin.fair ? colour.rose : darker(tone, 0.12),
      mouthDrop: look.beard ? 1.45 : 1.25,
      ...(look.beard ? { ink: colour.ink } : {}),
    }) +
    (look.moustache
      ? fill(
          smooth(
            [
              [-9 + turn * 4, -71],
              [turn * 4, -75.5],
              [9 + turn * 4, -71],
              [turn * 4, -72],
            ],
            true,
            0.7,
          ),
          look.moustache,
        )
      : stroke(`M${num(turn * 6 - 1)} -77.4q${num(1.4 + turn * 1.8)} 2 0 3.2`, darker(tone, 0.28), 1.3)) +
    (look.glasses
      ? stroke(
          `M${num(turn * 3.8 - 11.5)} -80a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0M${num(turn * 3.8 + 2.3)} -80a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0M${num(turn * 3.8 - 2.3)} -80.6l4.6 0`,
          colour.ink,
          1.2,
        )
      : "");
  const behindHead = hairBack(style, hairTone, turn);
  const frontHair = style === "bald" || style === "none" ? "" : hairFront(style, hairTone, turn, Boolean(look.hat));
  const nape = fill(blob(0, -80, 19.4, 18.4, 5, 0.03), style === "bald" || style === "none" ? tone : hairTone);
  const headGroup = pose.back
    ? behindHead +
      nape +
      (style === "plait"
        ? dots(
            [0, 1, 2, 3, 4, 5].map((i): [number, number, number] => [Math.sin(i) * 1.4, -64 + i * 7, 5.4 - i * 0.4]),
            hairTone,
          )
        : "") +
      (look.hat ? hatOf(look.hat, turn) : "")
    : behindHead + features + frontHair + (look.hat ? hatOf(look.hat, turn) : "");
  const headPart = at(0, -62, size, at(0, 62, 1, headGroup), { rotate: pose.tilt ?? 0 });
  const scarf = look.scarf
    ? stroke("M-11 -61Q0 -55 11 -61", look.scarf, 7.6) +
      stroke(turn >= 0 ? "M-9 -59Q-16 -50 -14 -42" : "M9 -59Q16 -50 14 -42", darker(look.scarf, 0.1), 6.4)
    : "";
  const upper =
    (pose.armBehind === "left" ? leftArm : pose.armBehind === "right" ? rightArm : "") +
    (style === "plait" && !pose.back ? "" : "") +
    clothes +
    scarf +
    headPart +
    (pose.armBehind === "left" ? "" : leftArm) +
    (pose.armBehind === "right" ? "" : rightArm) +
    (pose.held ?? "");
  return (
    (pose.behind ?? "") +
    legsOf(pose.legs ?? "stand", shape === "dress" && !look.trousers ? tone : trousers, shoes) +
    at(0, -26, 1, at(0, 26, 1, upper), { rotate: pose.lean ?? 0 })
  );
}
