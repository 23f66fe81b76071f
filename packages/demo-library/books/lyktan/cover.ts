import { at, blob, colour, darker, dot, fill, fitLetters, ground, halo, hedgehog, leaves, letters, mix, mushroom, Sheet, sky, sparkle, stroke } from "../../art";
import { AUTUMN, trunks } from "./wood";

export function cover(): string {
  const s = new Sheet("lyktan-cover", 1200, 1600);
  return s.svg(
    sky(s, ["#0F2A3A", "#123A48", "#17505A", "#175A60"], 1300),
    dot(930, 900, 60, colour.glow, 'opacity="0.16"') + dot(930, 900, 30, colour.glow, 'opacity="0.35"') + dot(930, 900, 9, "#FFF6D8"),
    trunks(s, "#16505A", [[120, 40, 10], [330, 34, -8], [720, 36, 8], [965, 40, -6], [1110, 30, 10]], 1130, 3),
    ground(s, [1120, 1080, 1120, 1070, 1110], "#174049", { tint: "#2B6A6B" }),
    trunks(s, "#0E3440", [[215, 76, -14], [1030, 84, 16]], 1270, 5),
    ground(s, [1250, 1230, 1290, 1240, 1260], "#5A3326", { tint: colour.rust }),
    leaves([0, 1230, 1200, 140], 60, 17, AUTUMN, 4),
    halo(722, 1080, 440, colour.glow, 0.15),
    at(505, 1420, 3.1, hedgehog({ mood: "curious", hand: [70, -84], lantern: "none", other: [-26, -22], wind: 0.25, held: "" })),
    at(722, 1105, 2.1, `${lamp()}`),
    trunks(s, "#0A222C", [[36, 130, -10], [1172, 120, 10]], 1560, 9),
    ground(s, [1440, 1470, 1500, 1470, 1430], "#3D2420", { tint: colour.rust }),
    leaves([0, 1450, 1200, 150], 90, 24, AUTUMN, 8),
    mushroom(930, 1500, 120),
    mushroom(1010, 1520, 70),
    `<g>${blobEyes(905, 1500)}</g>`,
    letters("VEM LYSER", { x: 600, y: 330, size: fitLetters("VEM LYSER", 860), colour: colour.glow, weight: 0.23, seed: 4, shade: { colour: "#0A222C", dx: 7, dy: 9 }, bounce: 0.05 }),
    letters("I SKOGEN?", { x: 600, y: 560, size: fitLetters("I SKOGEN?", 860), colour: colour.apricot, weight: 0.23, seed: 9, shade: { colour: "#0A222C", dx: 7, dy: 9 }, bounce: 0.05 }),
    sparkle(190, 640, 18, colour.glow) + sparkle(1010, 690, 13, colour.glow),
    letters("TOVE LINDQVIST-ALM", { x: 600, y: 675, size: 34, colour: mix(colour.glow, "#1F6A6C", 0.25), weight: 0.13 }),
  );
}

function lamp(): string {
  return fill("M-15 -20L15 -20L18 22L-18 22Z", colour.glow) + dot(0, 0, 34, colour.glow, 'opacity="0.35"') + fill(blob(0, 3, 8, 14, 2), colour.apricot) + fill(blob(0, 7, 4, 7, 2), colour.paper) + stroke("M-9 -34A9 10 0 0 1 9 -34", colour.teal, 4) + stroke("M-15 -20L-18 22M15 -20L18 22", colour.teal, 5) + fill("M-19 -18L-11 -32L11 -32L19 -18Z", colour.teal) + fill("M-22 20h44v9h-44Z", darker(colour.teal, 0.2));
}

function blobEyes(x: number, y: number): string {
  return dot(x - 70, y - 22, 7, colour.paper) + dot(x - 50, y - 22, 7, colour.paper) + dot(x - 68, y - 22, 3.4, colour.ink) + dot(x - 48, y - 22, 3.4, colour.ink);
}
