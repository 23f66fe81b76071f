import { at, dot, fill, type Sheet, smooth, stroke } from "../draw";
import { colour, darker, mix, skin } from "../palette";
import { type PersonLook, type PersonPose, person } from "./person";

const YELLOW = "#F6C12E";

/** How each person of the books looks, so that they stay themselves from page to page. */
export const cast = {
  layla: {
    top: colour.vermilion,
    shape: "dress",
    hair: "plait",
    hairColour: "#1A1420",
    skin: skin.warm,
    shoes: colour.rust,
  },
  layGrandmother: {
    top: "#2F7A55",
    shape: "robe",
    hair: "scarf",
    hairColour: colour.paper,
    skin: skin.warm,
    plump: 1.15,
    shoes: colour.bark,
  },
  lou: {
    top: YELLOW,
    shape: "coat",
    hair: "bob",
    hairColour: colour.rust,
    trousers: colour.blue,
    shoes: colour.teal,
    buttons: colour.ink,
    hat: { kind: "souwester", colour: YELLOW },
  },
  louSleeves: {
    top: colour.paper,
    stripes: colour.blue,
    hair: "bob",
    hairColour: colour.rust,
    trousers: colour.blue,
    shoes: colour.teal,
  },
  louMother: {
    top: colour.blue,
    shape: "coat",
    hair: "bun",
    hairColour: colour.rust,
    trousers: colour.ink,
    shoes: colour.ink,
    hat: { kind: "beanie", colour: colour.vermilion },
  },
  fisher: {
    top: colour.blue,
    hair: "short",
    hairColour: colour.bark,
    beard: colour.bark,
    trousers: colour.ink,
    shoes: YELLOW,
    hat: { kind: "beanie", colour: colour.teal },
    plump: 1.15,
  },
  ned: {
    top: "#8A5A3A",
    hair: "tousled",
    hairColour: "#6B4630",
    trousers: mix(colour.ink, colour.stone, 0.4),
    shoes: colour.ink,
    hat: { kind: "cap", colour: "#5C8A3C" },
    plump: 0.84,
    buttons: colour.glow,
  },
  gran: {
    top: "#9A7AA8",
    shape: "coat",
    hair: "bun",
    hairColour: colour.snow,
    trousers: colour.dusk,
    plump: 1.3,
    glasses: true,
    shoes: colour.bark,
  },
  blagdon: {
    top: "#26305E",
    shape: "coat",
    hair: "short",
    hairColour: colour.ink,
    trousers: "#1D264C",
    plump: 0.82,
    moustache: colour.ink,
    shoes: colour.ink,
  },
  jette: {
    top: colour.cream,
    hair: "short",
    hairColour: "#C4512B",
    trousers: "#3C5FA8",
    apron: "#3C5FA8",
    shoes: colour.vermilion,
  },
  malik: {
    top: "#E77B33",
    hair: "curls",
    hairColour: "#241A1C",
    skin: skin.brown,
    trousers: colour.ink,
    glasses: true,
    shoes: colour.teal,
  },
  heinz: {
    top: colour.cream,
    hair: "none",
    trousers: mix(colour.bark, colour.stone, 0.4),
    plump: 1.42,
    moustache: colour.snow,
    hat: { kind: "cap", colour: colour.stone },
    shoes: colour.bark,
    stripes: mix(colour.cream, colour.stone, 0.25),
  },
  omer: {
    top: "#22305F",
    shape: "coat",
    hair: "short",
    hairColour: colour.ink,
    skin: skin.warm,
    beard: "#1B161C",
    trousers: "#1A2448",
    scarf: colour.vermilion,
    hat: { kind: "cap", colour: "#22305F" },
    buttons: colour.glow,
  },
  helmi: {
    top: colour.vermilion,
    hair: "bob",
    hairColour: "#6B4630",
    trousers: colour.vermilion,
    shoes: colour.ink,
    hat: { kind: "beanie", colour: YELLOW },
  },
  eetu: {
    top: "#3A6FB5",
    hair: "short",
    hairColour: "#B98B4E",
    trousers: "#3A6FB5",
    shoes: colour.ink,
    plump: 1.34,
    headSize: 1.04,
    hat: { kind: "hood", colour: "#7A5440" },
  },
  ukki: {
    top: "#4F7F4A",
    hair: "short",
    hairColour: colour.stone,
    beard: mix(colour.stone, colour.paper, 0.3),
    trousers: mix(colour.ink, colour.stone, 0.3),
    shoes: colour.vermilion,
    plump: 0.92,
  },
  trym: {
    top: "#E9792B",
    hair: "tousled",
    hairColour: "#E8C77A",
    trousers: colour.dusk,
    shoes: colour.ink,
    stripes: mix("#E9792B", colour.paper, 0.5),
  },
  trymMother: {
    top: mix(colour.stone, colour.paper, 0.35),
    hair: "plait",
    hairColour: "#2E2228",
    trousers: colour.ink,
    hat: { kind: "beanie", colour: colour.vermilion },
    stripes: colour.ink,
  },
  borghild: {
    top: YELLOW,
    shape: "robe",
    hair: "bun",
    hairColour: colour.snow,
    plump: 0.86,
    shoes: colour.ink,
    buttons: colour.ink,
  },
  bergljot: {
    top: colour.vermilion,
    shape: "robe",
    hair: "bun",
    hairColour: colour.snow,
    plump: 0.86,
    shoes: colour.ink,
    buttons: colour.ink,
  },
  ibby: {
    top: mix(colour.stone, colour.paper, 0.2),
    shape: "dress",
    hair: "tousled",
    hairColour: "#8E3322",
    apron: "#6B4A36",
    trousers: colour.ink,
    shoes: colour.bark,
    plump: 1.12,
  },
  perrin: {
    top: "#4D7A4A",
    shape: "coat",
    hair: "tousled",
    hairColour: "#D2AC6A",
    trousers: colour.bark,
    shoes: colour.ink,
    plump: 0.86,
    buttons: colour.glow,
  },
  dun: {
    top: "#2F549A",
    shape: "coat",
    hair: "tousled",
    hairColour: "#8E3322",
    trousers: colour.ink,
    shoes: colour.bark,
    plump: 1.26,
    buttons: colour.glow,
  },
  quill: {
    top: "#A3A3AE",
    shape: "robe",
    hair: "bun",
    hairColour: colour.snow,
    plump: 0.92,
    shoes: colour.ink,
    scarf: colour.paper,
  },
  hoad: {
    top: "#C79A2E",
    shape: "coat",
    hair: "short",
    hairColour: colour.bark,
    plump: 1.62,
    trousers: colour.ink,
    shoes: colour.ink,
    buttons: colour.ink,
  },
  fenna: {
    top: YELLOW,
    shape: "coat",
    hair: "bun",
    hairColour: "#1E1A20",
    trousers: colour.dusk,
    shoes: colour.vermilion,
  },
  bas: {
    top: "#4F8A4A",
    hair: "short",
    hairColour: "#5A3A2B",
    trousers: colour.dusk,
    shoes: colour.bark,
    glasses: true,
  },
  opa: {
    top: mix(colour.teal, colour.paper, 0.35),
    hair: "tousled",
    hairColour: colour.snow,
    trousers: "#6B6157",
    shoes: colour.vermilion,
    plump: 0.88,
  },
  vanDriel: {
    top: "#3C5FA8",
    hair: "none",
    trousers: "#3C5FA8",
    apron: "#33528F",
    shoes: colour.sand,
    plump: 1.5,
    hat: { kind: "cap", colour: colour.bark },
  },
  nour: {
    top: colour.paper,
    shape: "coat",
    hair: "scarf",
    hairColour: colour.apricot,
    skin: skin.warm,
    trousers: colour.paper,
    shoes: colour.bark,
    hat: { kind: "veil", colour: colour.sand },
  },
  bahr: { top: colour.teal, shape: "robe", hair: "curls", hairColour: "#17121A", skin: skin.warm, shoes: colour.rust },
  bahrGrandmother: {
    top: "#26202A",
    shape: "robe",
    hair: "scarf",
    hairColour: colour.apricot,
    skin: skin.warm,
    plump: 1.05,
    headSize: 1,
  },
  nadia: { top: "#5B7FA6", shape: "robe", hair: "scarf", hairColour: "#2F5FA8", skin: skin.warm, glasses: true },
  /** Children and passers-by without a name. */
  boySand: { top: "#C98F52", shape: "robe", hair: "short", hairColour: "#17121A", skin: skin.warm, shoes: colour.rust },
  boyPlum: {
    top: "#7A4F86",
    shape: "robe",
    hair: "curls",
    hairColour: "#241A1C",
    skin: skin.brown,
    shoes: colour.rust,
  },
  boyBlue: {
    top: "#5B7FA6",
    shape: "robe",
    hair: "short",
    hairColour: "#17121A",
    skin: skin.brown,
    hat: { kind: "beanie", colour: colour.cream },
    shoes: colour.rust,
  },
  girlRose: {
    top: "#D9477A",
    hair: "bun",
    hairColour: "#3A2A22",
    skin: skin.brown,
    trousers: colour.dusk,
    shoes: colour.ink,
  },
  girlTeal: {
    top: colour.teal,
    shape: "coat",
    hair: "bob",
    hairColour: "#D2AC6A",
    trousers: colour.ink,
    shoes: colour.rust,
  },
  boyOchre: {
    top: "#C79A2E",
    hair: "tousled",
    hairColour: "#5A3A2B",
    trousers: "#4A5A78",
    shoes: colour.ink,
    stripes: colour.cream,
  },
  boyMoss: {
    top: "#5C7A3A",
    hair: "curls",
    hairColour: "#241A1C",
    skin: skin.deep,
    trousers: colour.ink,
    shoes: colour.vermilion,
  },
  lady: {
    top: "#7A4F86",
    shape: "dress",
    hair: "bun",
    hairColour: "#6B4630",
    shoes: colour.ink,
    scarf: colour.apricot,
  },
  gentleman: {
    top: "#6B6157",
    shape: "coat",
    hair: "short",
    hairColour: colour.stone,
    trousers: colour.ink,
    moustache: colour.stone,
    hat: { kind: "brim", colour: "#4A4038" },
    shoes: colour.ink,
  },
} satisfies Record<string, PersonLook>;

/** One of the cast, in a pose. */
export function play(sheet: Sheet, who: keyof typeof cast, pose: PersonPose = {}): string {
  return person(sheet, cast[who], { ...pose, ...extras(who, pose) });
}

function extras(who: keyof typeof cast, pose: PersonPose): PersonPose {
  const held = pose.held ?? "";
  if (pose.back) return {};
  switch (who) {
    case "ned":
      return {
        held: held.includes("magnifier")
          ? held
          : stroke("M-8 -62L0 -46L8 -62", colour.ink, 1) + magnifier(0, -42, 0.62) + held,
      };
    case "gran":
      return {
        behind: `${pose.behind ?? ""}`,
        held:
          held + stroke("M-22 -106L0 -90", colour.apricot, 2.6) + stroke("M-27 -109L-20 -105", colour.vermilion, 4.4),
      };
    case "jette":
      return {
        behind:
          (pose.behind ?? "") +
          stroke("M-16 -68Q-28 -66 -29 -54M16 -68Q28 -66 29 -54", "#C4512B", 7) +
          dot(-29, -55, 3.4, colour.teal) +
          dot(29, -55, 3.4, colour.teal),
        held:
          held +
          [-9, -5, 6, 10].map((x, i) => dot(x + (pose.look ?? 0) * 4, -74 + (i % 2) * 2, 0.9, "#C4512B")).join(""),
      };
    case "heinz":
      return { held: stroke("M-11 -62L-13 -28M11 -62L13 -28", colour.rust, 3.4) + held };
    case "trym":
      return {
        held:
          stroke("M-12 -60L17 -32", darker(colour.blue, 0.2), 3.4) +
          fill(
            smooth(
              [
                [8, -38],
                [28, -38],
                [29, -22],
                [8, -22],
              ],
              true,
              0.3,
            ),
            colour.blue,
          ) +
          stroke("M9 -35L18 -29L28 -35", colour.paper, 1.8) +
          held,
      };
    case "ibby":
      return {
        held: stroke("M-11 -60L9 -34M11 -60L-9 -34", darker(mix(colour.stone, colour.paper, 0.2), 0.22), 5) + held,
      };
    case "hoad":
      return {
        held:
          stroke("M-15 -64Q-24 -80 -10 -99M15 -64Q24 -80 10 -99", colour.paper, 4.6) +
          fill(
            smooth(
              [
                [6, -98],
                [16, -108],
                [14, -97],
              ],
              true,
              0.5,
            ),
            colour.paper,
          ) +
          held,
      };
    case "bahrGrandmother":
      return { held: held + dot((pose.look ?? 0) * 4, -64.6, 1, colour.ink) };
    case "opa":
      return { held: held + stroke("M17 -86L25 -81", YELLOW, 2.6) };
    case "bahr":
      return {
        held:
          fill(
            smooth([
              [6, -34],
              [18, -34],
              [20, -20],
              [8, -19],
            ]),
            darker(colour.teal, 0.25),
          ) + held,
      };
    default:
      return {};
  }
}

/** A magnifying glass, its glass at (x, y). */
export function magnifier(x: number, y: number, size: number, turn = 30): string {
  return at(
    x,
    y,
    size,
    `<g data-part="magnifier">${stroke("M0 9L0 24", colour.bark, 4.6)}${dot(0, 0, 9.6, colour.mist, `stroke="#C99A2E" stroke-width="3"`)}${stroke("M-5 -2Q-3 -6 1 -6", colour.paper, 1.8)}</g>`,
    { rotate: -turn },
  );
}
