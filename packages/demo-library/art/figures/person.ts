import { at, blob, dots, fill, num, type Point, poly, type Sheet, smooth, stroke } from "../draw";
import { colour, darker, skin } from "../palette";
import { face, type Mood } from "./face";
import { type Hair, hairBack, hairFront } from "./hair";
import { type Hat, hatOf } from "./hats";
import { arm, type Legs, legsOf } from "./limbs";

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
  hat?: Hat;
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
