import { at, blob, box, cloud, colour, darker, dot, dots, fill, fir, ground, halo, lighter, mix, mooseHead, play, poly, random, Sheet, sky, smooth, snowfall, stars, stroke } from "../../art";
import { cover } from "./cover";

const ICE = ["#E2503F", "#8A5BB8", "#F2B53A", "#D9477A", "#5E8FD6", "#F28A3A"] as const;
const page = (name: string) => new Sheet(`talvimaja-${name}`, 1200, 800);

/** A wooden sledge with its rope, 100 long, runners on (0, 0). */
const sledge = stroke("M-56 0H40Q58 -2 60 -22", "#8A5A34", 7) + stroke("M-40 0V-18M20 0V-18", "#8A5A34", 6) + fill(box(-56, -26, 104, 10, 3, 1), colour.vermilion) + stroke("M56 -22Q90 -50 118 -44", "#D9B98A", 3);

function hoofPrints(list: readonly (readonly [number, number, number])[], tone: string): string {
  return list.map(([x, y, k]) => at(x, y, k, fill(blob(-7, 0, 6, 13, 2), tone) + fill(blob(7, 0, 6, 13, 3), tone), { rotate: 30 })).join("");
}

function missingDoor(): string {
  const s = page("ovi");
  const hut = smooth([[330, 640], [360, 430], [520, 270], [610, 250], [700, 280], [850, 430], [880, 640]], true, 0.5);
  let branches = "";
  const next = random(5);
  for (let i = 0; i < 46; i++) {
    const t = i / 45;
    const x = 340 + t * 530;
    const top = 640 - Math.sin(t * Math.PI) * 380;
    branches += stroke(`M${x.toFixed(0)} ${(640).toFixed(0)}L${(605 + (x - 605) * 0.3).toFixed(0)} ${(top + next() * 40).toFixed(0)}`, ["#2F5B45", "#3F7555", "#244A3A", "#6B4A34"][i % 4] ?? "#2F5B45", 11);
  }
  let needles = "";
  for (let i = 0; i < 150; i++) {
    const t = next();
    const x = 350 + t * 510;
    const y = 630 - next() * Math.sin(t * Math.PI) * 350;
    needles += `M${x.toFixed(0)} ${y.toFixed(0)}l${((next() - 0.5) * 40).toFixed(0)} ${(10 + next() * 18).toFixed(0)}`;
  }
  const door = smooth([[560, 640], [556, 500], [608, 440], [662, 500], [660, 640]], true, 0.6);
  return s.svg(
    sky(s, ["#C9D4DC", "#D6DFE4", "#E3E9EA"], 480),
    [40, 170, 300, 940, 1060, 1170].map((x, i) => fir(s, x, 520 + (i % 2) * 14, 330 + (i % 3) * 60, "#5A7A74", { snow: true, seed: i + 2 })).join(""),
    [[230, 20], [880, 24], [1000, 18], [110, 22]].map(([x = 0, w = 0]) => fill(poly([[x - w / 2, -10], [x + w / 2, -10], [x + w * 0.6, 540], [x - w * 0.6, 540]]), "#8A6A56")).join(""),
    ground(s, [510, 498, 516, 500, 512], "#E4EAEE", { tint: "#B9C6D0" }),
    fill(hut, "#244A3A"),
    s.inside(hut, branches + stroke(needles, "#7FA58A", 3.4, 'opacity="0.8"')),
    stroke("M520 300L470 220M600 270L600 180M690 300L740 214", "#6B4A34", 13),
    fill(smooth([[470, 330], [540, 262], [610, 242], [690, 268], [750, 330], [690, 312], [610, 288], [540, 306]], true, 0.8), colour.snow),
    fill(door, "#15231F"),
    fill(smooth([[558, 640], [556, 560], [574, 572], [586, 552], [600, 578], [616, 556], [632, 582], [646, 560], [661, 574], [660, 640]], true, 0.4), "#3F7555") + stroke("M570 640V584M590 640V574M612 640V584M634 640V592M650 640V584", "#6FA07C", 5),
    ground(s, [650, 640, 634, 640, 628, 640], "#F1F4F6", { tint: "#C3CFD8", count: 90 }),
    hoofPrints([[700, 664, 1.1], [790, 642, 0.95], [870, 622, 0.8], [940, 600, 0.66], [1000, 578, 0.54], [1050, 560, 0.44]], "#8499AC"),
    stroke("M716 680l16 -6M800 656l14 -2M884 634l10 -8M950 610l10 2M690 690l-8 10", "#3F7555", 4.4),
    fill(blob(310, 752, 110, 12, 3), "#9DB0C0", 'opacity="0.5"') + fill(blob(960, 762, 200, 13, 3), "#9DB0C0", 'opacity="0.5"'),
    at(310, 752, 2.8, play(s, "helmi", { mood: "cross", look: 0.7, hands: [[-17, -36], [17, -36]] })),
    at(840, 764, 1.15, sledge),
    at(1010, 762, 2.2, play(s, "eetu", { mood: "surprised", look: -0.7, hands: [[-28, -34], [28, -40]] })),
    snowfall([0, 0, 1200, 800], 46, 6, 6),
  );
}

function juiceBricks(): string {
  const s = page("mehu");
  const carton = (x: number, tone: string) => at(x, 470, 1, fill(box(-24, -84, 48, 84, x, 1), colour.paper) + fill(poly([[-24, -84], [0, -108], [24, -84]]), mix(colour.paper, colour.stone, 0.25)) + fill(box(-24, -60, 48, 34, x + 1, 1), tone) + fill(box(-12, -116, 24, 12, 2), mix(colour.paper, colour.stone, 0.4)) + fill(blob(0, -43, 10, 11, 3), lighter(tone, 0.5)));
  const tones = ["#3A6FB5", "#E2503F", "#3F7F6A", "#F2B53A", "#8A5BB8", "#3A6FB5", "#3F7F6A", "#D9477A", "#E2503F", "#3A6FB5", "#F2B53A"];
  return s.svg(
    sky(s, ["#A9D3EC", "#C1E0F0", "#DCEDF2"], 420),
    dot(600, 120, 70, "#FFEAB0") + halo(600, 120, 180, "#FFEAB0", 0.16),
    [60, 190, 320, 450, 760, 900, 1020, 1150].map((x, i) => fir(s, x, 420, 190 + (i % 3) * 56, "#4F7F7A", { snow: true, seed: i + 1 })).join(""),
    ground(s, [410, 400, 412, 396, 410], "#EEF3F6", { tint: "#C3CFD8" }),
    fill(box(-10, 468, 1220, 26, 3), "#B98A5E") + fill(box(-10, 460, 1220, 14, 5, 2), colour.snow),
    Array.from({ length: 11 }, (_, i) => carton(60 + i * 62 + (i > 5 ? 390 : 0), tones[i] ?? "#3A6FB5")).join(""),
    [0, 130, 260, 390, 520, 650, 780, 910, 1040, 1170].map((x) => fill(box(x, 492, 22, 170, x, 1), "#A87A50")).join(""),
    fill(poly([[-10, 650], [1210, 650], [1210, 810], [-10, 810]]), "#C9A27A") + stroke("M-10 690H1210M-10 740H1210", "#A87A50", 5) + s.grain(box(0, 650, 1200, 150), "#C9A27A", { tint: "#A87A50", angle: 1, count: 50, length: 60, width: 4 }),
    fill(smooth([[-20, 660], [200, 646], [360, 664], [700, 648], [1000, 664], [1220, 650], [1220, 680], [-20, 690]], true, 0.8), colour.snow, 'opacity="0.9"'),
    halo(593, 350, 170, "#F28A6A", 0.17),
    at(590, 772, 3.3, play(s, "helmi", { mood: "happy", look: 0.4, hands: [[-26, -112], [28, -112]] })),
    fill(poly([[500, 340], [600, 170], [690, 340]]), "#E2503F", 'opacity="0.16"'),
    at(593, 372, 1.25, fill(box(-66, -50, 132, 92, 3, 3), "#E2503F", 'opacity="0.92"') + fill(poly([[-54, -40], [-10, -40], [-46, 20]]), "#F7A99A", 'opacity="0.85"') + stroke("M10 -30l30 40M-10 20l20 10", "#F7A99A", 5) + fill(poly([[-74, 46], [-70, -6], [-40, 34], [-10, 2], [20, 40], [48, 6], [72, 46], [70, 58], [-70, 58]]), colour.paper)),
    fill(blob(604, 522, 40, 12, 3), "#E2503F", 'opacity="0.25"'),
    at(900, 776, 2.5, play(s, "eetu", { mood: "happy", look: -0.4, hands: [[-14, -60], [14, -60]] })),
    at(896, 628, 1, fill(box(-30, -26, 60, 44, 3, 2), "#F2B53A") + fill(poly([[-22, -20], [2, -20], [-16, 8]]), "#FFE6A8")) + dot(892, 596, 9, colour.rose),
    at(250, 778, 3.1, play(s, "ukki", { mood: "calm", look: 0.6, hands: [[-22, -34], [38, -66]] })),
    at(378, 566, 1, fill(smooth([[-34, -46], [30, -46], [38, 20], [30, 44], [-30, 44], [-38, 20]], true, 0.5), "#CFE6EE", 'opacity="0.85"') + fill(smooth([[-34, -10], [32, -26], [38, 20], [30, 42], [-30, 42], [-38, 20]], true, 0.5), "#8A5BB8") + stroke("M-36 -30Q-66 -20 -40 24", "#CFE6EE", 8), { rotate: 42 }) + stroke("M418 570Q436 596 434 640", "#8A5BB8", 9),
    at(436, 740, 1, fill(box(-26, -96, 52, 96, 3, 1), colour.paper) + fill(box(-26, -66, 52, 34, 4, 1), "#8A5BB8") + fill(poly([[-26, -96], [-34, -110], [20, -110], [26, -96]]), mix(colour.paper, colour.stone, 0.25))),
    snowfall([0, 0, 1200, 440], 16, 8, 4),
    cloud(200, 120, 160, colour.paper, 0.9, 3),
  );
}

function night(): string {
  const s = page("yo");
  const next = random(17);
  let bricks = "";
  for (let row = 0; row < 7; row++) {
    for (let i = -1; i < 9; i++) {
      const tone = ICE[Math.floor(next() * 6)] ?? "#8A5BB8";
      bricks += fill(box(i * 150 + (row % 2) * 75 + 5, row * 92 - 20, 140, 82, i + row * 13, 4), darker(i > 3 && i < 7 && row > 0 && row < 5 ? "#8A5BB8" : tone, 0.34));
      if ((i + row) % 2) bricks += fill(poly([[i * 150 + (row % 2) * 75 + 18, row * 92 - 8], [i * 150 + (row % 2) * 75 + 60, row * 92 - 8], [i * 150 + (row % 2) * 75 + 24, row * 92 + 40]]), "#FFFFFF", 'opacity="0.12"');
    }
  }
  const hole = blob(790, 270, 176, 166, 3, 0.04, 14);
  const bag = (x: number, tone: string, length: number) => fill(smooth([[x - 86, 640], [x - 92, 560], [x - 60, 500], [x + 60, 500], [x + 92, 560], [x + 86, 640], [x + 100, 640 + length], [x - 100, 640 + length]], true, 0.6), tone) + stroke(`M${x - 88} 610Q${x} 630 ${x + 88} 610M${x - 94} 690Q${x} 710 ${x + 94} 690`, lighter(tone, 0.25), 6) + s.grain(smooth([[x - 86, 640], [x - 92, 560], [x + 92, 560], [x + 100, 640 + length], [x - 100, 640 + length]], true, 0.6), tone, { angle: 80, count: 24, length: 20 });
  const sleeper = (x: number, y: number, who: "ukki" | "helmi" | "eetu", mood: "sleepy" | "surprised" | "happy", size: number, look: number) => s.inside(box(x - 90, y - 400, 180, 400), at(x, y + 66 * size, size, play(s, who, { mood, look, legs: "none" })));
  return s.svg(
    fill(box(-10, -10, 1220, 820), "#2A1A44"),
    bricks,
    halo(330, 210, 330, colour.glow, 0.08),
    fill(blob(790, 270, 196, 186, 6, 0.05, 14), "#C9B4EA", 'opacity="0.75"'),
    fill(hole, "#0F1B46"),
    s.inside(hole, stars([620, 100, 340, 330], 24, 4, "#EAF2FF") + at(792, 446, 2.1, mooseHead(false, "#5E4333"))),
    at(780, 460, 2.2, fill(smooth([[0, -66], [36, -58], [48, -36], [38, -10], [0, 0], [-38, -10], [-48, -36], [-36, -58]], true, 0.9), "#8A6E5C") + fill(blob(-19, -42, 8, 6, 3), "#2E211C") + fill(blob(19, -42, 8, 6, 4), "#2E211C") + stroke("M-26 -18Q0 -8 26 -18", "#2E211C", 3)),
    fill(blob(660, 400, 46, 28, 3, 0.1), colour.snow, 'opacity="0.4"') + fill(blob(620, 440, 34, 20, 4, 0.1), colour.snow, 'opacity="0.3"') + fill(blob(910, 420, 44, 26, 6, 0.1), colour.snow, 'opacity="0.35"') + fill(blob(960, 460, 30, 18, 7, 0.1), colour.snow, 'opacity="0.25"'),
    stroke("M330 -10V92", "#D9B98A", 5) + at(330, 130, 1, dot(0, 20, 60, colour.glow, 'opacity="0.25"') + fill(poly([[-18, 0], [18, 0], [22, 46], [-22, 46]]), colour.glow) + stroke("M-18 0L-22 46M18 0L22 46", colour.ink, 5) + fill(poly([[-24, 0], [0, -26], [24, 0]]), colour.ink) + fill(box(-26, 44, 52, 9, 3), colour.ink)),
    ground(s, [600, 592, 600, 594, 602], "#D7DEEE", { tint: "#A9B6D6" }),
    fill(smooth([[100, 480], [310, 460], [326, 540], [110, 556]], true, 0.7), colour.paper) + fill(smooth([[394, 480], [600, 464], [612, 540], [404, 556]], true, 0.7), colour.paper) + fill(smooth([[672, 510], [862, 496], [872, 560], [682, 572]], true, 0.7), colour.paper),
    sleeper(210, 520, "ukki", "sleepy", 2.7, 0.2),
    sleeper(500, 524, "helmi", "surprised", 2.6, 0.7),
    sleeper(770, 546, "eetu", "happy", 2.3, -0.1),
    at(0, 20, 1, bag(210, "#3F7F6A", 190) + bag(500, "#C9402E", 180) + bag(770, "#3A6FB5", 160)),
    at(1040, 770, 1.1, sledge, { flip: true }),
    dots([[1010, 660, 4], [1080, 690, 5], [960, 720, 4]], colour.paper, 'opacity="0.7"'),
  );
}

/** The pictures of Talvimaja by name; each call draws the complete SVG. */
export const scenes: Record<string, () => string> = { cover, "luku-1-ovi": missingDoor, "luku-2-mehutiilet": juiceBricks, "luku-3-yo": night };
