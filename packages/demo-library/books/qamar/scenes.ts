import { at, blob, box, cat, colour, darker, dot, dots, fill, ground, halo, leaves, lighter, mix, moon, mudHouse, palm, play, type Point, poly, Sheet, sky, smooth, sparkle, stars, stroke } from "../../art";
import { cover, well } from "./cover";

const CREAM = "#FFF3CF";
const MOON = "#FFF3CF";
const SKY = ["#131A42", "#1B2458", "#26306E", "#384189"] as const;
const FIG = ["#2D6B55", "#3B8466", "#1F5245"] as const;
const EARTH = "#3A3560";
const page = (name: string) => new Sheet(`qamar-${name}`, 1024, 768);

/** A zinc bucket, 60 wide, its foot's middle at (0, 0); `inside` what its mouth shows. */
function bucket(inside = "", handleUp = false): string {
  return (
    (handleUp ? stroke("M-30 -52Q0 -110 30 -52", "#C3CCD6", 4) : stroke("M-30 -52Q0 -24 30 -52", "#C3CCD6", 4)) +
    fill(smooth([[-31, -54], [31, -54], [23, 0], [0, 4], [-23, 0]], true, 0.3), "#8C97A6") +
    fill(poly([[8, -54], [31, -54], [23, 0], [10, 3]]), "#6E7888") +
    stroke("M-29 -38Q0 -32 29 -38M-25 -14Q0 -8 25 -14", "#6E7888", 3) +
    fill(blob(0, -54, 31, 9, 3, 0.01), "#C3CCD6") +
    fill(blob(0, -54, 26, 6.4, 4, 0.01), "#1B2458") +
    inside
  );
}

/** The old fig tree: a bent trunk and one dark mass of leaves with a silver edge where the moon hides. */
function figTree(s: Sheet, x: number, y: number, size: number, silver = true): string {
  const crown = smooth([[-250, -250], [-290, -390], [-190, -520], [-20, -590], [180, -560], [300, -430], [290, -290], [180, -220], [0, -240], [-130, -210]], true, 0.9);
  return at(
    x,
    y,
    size,
    (silver ? at(0, 0, 1.03, fill(crown, "#C9D3F2", 'opacity="0.5"')) : "") +
      stroke("M-20 10Q30 -120 -10 -240M0 -130Q90 -200 120 -300M-6 -170Q-90 -210 -130 -300", "#4B3340", 46) +
      stroke("M-20 10Q30 -120 -10 -240", "#5E4250", 16) +
      fill(crown, FIG[2]) +
      s.inside(crown, leaves([-300, -600, 620, 400], 90, 42, FIG, 4)) +
      leaves([-290, -560, 580, 320], 16, 36, FIG, 9) +
      dots([[-120, -260, 13], [60, -300, 13], [190, -330, 12], [-30, -430, 12], [-200, -400, 12]], "#6B3F6E"),
  );
}

function village(s: Sheet, y: number, tone: string, lit = true): string {
  return [
    [70, 130, 120],
    [190, 110, 170],
    [320, 150, 110],
    [700, 140, 130],
    [840, 120, 190],
    [970, 150, 120],
  ]
    .map(([x = 0, w = 0, h = 0], i) => mudHouse(s, x, y + 10, w, h, mix(tone, colour.paper, (i % 3) * 0.05), { lit: lit && i % 2 === 0, noDoor: true, windows: 1, ...(i === 4 ? { dome: lighter(tone, 0.12) } : {}) }))
    .join("");
}

function title(): string {
  const s = page("title");
  return s.svg(
    sky(s, SKY, 620),
    stars([0, 0, 1024, 120], 26, 8) + stars([0, 260, 620, 180], 20, 5),
    fill(smooth([[-20, 520], [200, 480], [500, 510], [800, 470], [1050, 510], [1050, 700], [-20, 700]], true, 0.8), "#2C3474"),
    village(s, 590, "#434B8D"),
    ground(s, [600, 590, 600, 588, 600], EARTH, { tint: "#5A5488" }),
    figTree(s, 810, 690, 0.62, false),
    fill(poly([[470, 640], [440, 420], [600, 420], [570, 640]]), colour.glow, 'opacity="0.16"'),
    halo(520, 640, 110, colour.glow, 0.12),
    at(520, 640, 1, well(s, 0, 0, 56, fill(blob(0, 4, 38, 12, 3), MOON), "back") + well(s, 0, 0, 56, "", "front")),
    ground(s, [730, 720, 735, 722, 730], "#2A2650", { tint: "#4A4478" }),
    at(180, 736, 1.25, cat({ kind: "sit", mood: "curious" })),
    palm(60, 690, 260, "#1F5245", 0.12),
  );
}

function evening(): string {
  const s = page("evening");
  return s.svg(
    sky(s, SKY, 640),
    stars([0, 280, 500, 170], 16, 8),
    halo(800, 170, 300, "#E8EDFF", 0.08),
    village(s, 560, "#434B8D"),
    ground(s, [580, 570, 584, 566, 580], EARTH, { tint: "#5A5488" }),
    figTree(s, 842, 664, 1.12),
    ground(s, [690, 680, 700, 676, 690], "#2A2650", { tint: "#4A4478" }),
    fill(blob(400, 722, 80, 10, 3), colour.night, 'opacity="0.4"') + fill(blob(600, 722, 70, 8, 3), colour.night, 'opacity="0.4"'),
    at(400, 718, 2.6, play(s, "layla", { mood: "happy", look: -0.7, legs: "walk", hands: [[-34, -34], [26, -46]], held: at(-34, 0, 0.42, bucket("", true)) })),
    at(600, 722, 1.5, cat({ kind: "walk", mood: "calm" }), { flip: true }),
    stroke("M120 742h60M240 750h40M820 744h70", "#5A5488", 4),
  );
}

function wellAbove(): string {
  const s = page("well");
  const [x, y] = [380, 410];
  const ring: string[] = [];
  for (let i = 0; i < 22; i++) {
    const a = (i / 22) * Math.PI * 2;
    ring.push(at(x + Math.cos(a) * 312, y + Math.sin(a) * 312, 1, fill(box(-40, -50, 80, 100, i, 5), mix("#7C86A8", i % 2 ? colour.ink : colour.paper, 0.06 + ((i * 7) % 5) * 0.03)), { rotate: (a * 180) / Math.PI }));
  }
  const water = blob(x, y, 262, 262, 3, 0.008, 16);
  return s.svg(
    fill(box(-10, -10, 1050, 790), "#2A2650"),
    s.grain(box(0, 0, 1024, 768), "#2A2650", { tint: "#4A4478", angle: 12, count: 100, length: 46, width: 4, opacity: 0.5 }),
    ring.join(""),
    fill(water, "#1B2660"),
    s.inside(
      water,
      fill(blob(x, y, 200, 200, 5, 0.02, 14), "#22307A", 'opacity="0.8"') +
        at(x - 96, y + 366, 3.1, play(s, "layla", { mood: "surprised", look: 0.3, tilt: 8 })) +
        at(x + 140, y + 336, 2.6, cat({ kind: "sit", mood: "curious" }), { flip: true }) +
        fill(water, "#1B2660", 'opacity="0.5"') +
        halo(x + 24, y - 90, 170, "#FFF3CF", 0.12) +
        dot(x + 24, y - 90, 100, MOON) +
        fill(blob(x - 6, y - 120, 30, 22, 3), "#EBDCB0") + fill(blob(x + 62, y - 60, 22, 17, 5), "#EBDCB0") + fill(blob(x + 34, y - 150, 12, 10, 8), "#EBDCB0") +
        stroke(`M${x - 190} ${y + 40}q40 -14 80 0M${x + 110} ${y + 60}q40 -14 80 0M${x - 40} ${y + 226}q30 -10 60 0M${x - 20} ${y + 40}q30 -10 60 0`, "#5A6AB8", 5),
    ),
    leaves([-20, 660, 260, 120], 9, 34, FIG, 6),
    stroke("M90 60q40 120 140 150", "#C9A46A", 9),
  );
}

function bucketPage(): string {
  const s = page("bucket");
  const shaft = poly([[110, 250], [400, 250], [392, 790], [118, 790]]);
  let stones = "";
  for (let row = 0; row < 9; row++) {
    stones += fill(box(58, 258 + row * 60, 56 - (row % 2) * 8, 54, row, 4), mix("#7C86A8", colour.ink, 0.25 + (row % 3) * 0.07)) + fill(box(396 + (row % 2) * 4, 258 + row * 60, 56, 54, row + 30, 4), mix("#7C86A8", colour.ink, 0.28 + ((row + 1) % 3) * 0.07));
  }
  return s.svg(
    sky(s, SKY, 320),
    stars([0, 0, 520, 180], 26, 8),
    fill(poly([[-10, 246], [1040, 236], [1040, 790], [-10, 790]]), "#332B4C"),
    s.grain(box(460, 250, 570, 530), "#332B4C", { tint: "#51476E", angle: 6, count: 90, length: 40, width: 5, opacity: 0.6 }),
    dots([[540, 690, 17], [620, 720, 11], [900, 680, 20], [830, 730, 12], [980, 740, 15], [40, 500, 8], [30, 640, 11]], "#463C63"),
    at(330, 256, 1.95, play(s, "layla", { mood: "curious", look: -0.5, hands: [[-38, -34], [-30, -26]], lean: -18, tilt: -6 })),
    fill(shaft, "#1A1F4A"),
    stones,
    s.inside(shaft, halo(255, 730, 220, "#FFF3CF", 0.12) + fill(poly([[110, 690], [400, 690], [400, 790], [110, 790]]), "#22307A") + fill(blob(255, 738, 106, 34, 3, 0.01), MOON) + fill(blob(224, 730, 24, 7, 3), "#EBDCB0") + fill(blob(290, 748, 18, 5, 3), "#EBDCB0")),
    fill(box(40, 206, 90, 56, 3, 4), "#8C97B6") + fill(box(392, 206, 84, 56, 5, 4), "#8C97B6") + stroke("M86 206V262M434 206V262", "#5C6690", 4),
    stroke("M256 200Q252 400 256 600", "#D9B98A", 6) + stroke("M254 250l4 6M253 300l4 6M253 350l4 6M253 400l4 6M253 450l4 6M254 500l4 6M255 550l4 6", "#A8825A", 2.4),
    at(256, 664, 1.05, bucket("", true)),
    fill(blob(430, 470, 46, 36, 3, 0.06), "#0F1334") + at(430, 496, 0.36, fill(blob(0, -46, 60, 50, 3, 0.03), "#6FA64A") + dot(-32, -86, 22, "#6FA64A") + dot(32, -86, 22, "#6FA64A") + dot(-32, -88, 14, colour.paper) + dot(32, -88, 14, colour.paper) + dot(-34, -86, 7, colour.ink) + dot(28, -86, 7, colour.ink) + dot(-52, -34, 22, "#8CC25A") + dot(52, -34, 22, "#8CC25A") + stroke("M-16 -34h32", colour.ink, 6)),
    at(140, 212, 1.15, cat({ kind: "sit", mood: "worried" })),
  );
}

function pull(): string {
  const s = page("pull");
  return s.svg(
    sky(s, SKY, 620),
    stars([0, 0, 1024, 90], 16, 8),
    village(s, 560, "#434B8D"),
    ground(s, [590, 580, 594, 576, 590], EARTH, { tint: "#5A5488" }),
    fill(poly([[210, 560], [60, 300], [430, 300], [340, 560]]), colour.glow, 'opacity="0.1"'),
    fill(box(116, 330, 22, 250, 3), "#5E4250") + fill(box(402, 330, 22, 250, 5), "#5E4250") + fill(box(92, 316, 356, 26, 7), "#4B3340") + dot(268, 352, 24, "#8C97A6") + dot(268, 352, 9, "#5C6690"),
    at(270, 560, 1, well(s, 0, 0, 150, fill(blob(0, 10, 120, 34, 3), "#1B2660"), "back")),
    stroke("M250 356V470M290 352Q480 430 572 508", "#D9B98A", 8),
    halo(250, 500, 130, "#FFF3CF", 0.15),
    at(250, 580, 1.5, bucket(fill(blob(0, -55, 20, 5, 3), MOON) + fill(`M-19 -56a19 19 0 0 1 38 0Z`, MOON), true)),
    at(270, 560, 1, well(s, 0, 0, 150, "", "front")),
    dots([[190, 530, 6], [320, 520, 5], [206, 556, 4], [336, 548, 5]], "#BFD3F2"),
    at(590, 700, 2.9, play(s, "layla", { mood: "cross", look: -0.7, legs: "run", hands: [[-22, -58], [-14, -50]], lean: 24 })),
    fill(blob(620, 708, 120, 11, 3), colour.night, 'opacity="0.4"'),
    at(812, 706, 1.75, cat({ kind: "pull", mood: "cross" }), { flip: true }),
    stroke("M700 650Q716 648 734 640", colour.vermilion, 15),
    ground(s, [735, 728, 740, 728, 736], "#2A2650", { tint: "#4A4478" }),
    stroke("M860 600q20 -10 24 -30M886 630q20 -4 30 -20", CREAM, 5, 'opacity="0.6"'),
  );
}

function road(): string {
  const s = page("road");
  const wall = "#565C9C";
  const way: Point[] = [[300, 800], [330, 640], [420, 540], [470, 470], [540, 470], [600, 540], [720, 640], [780, 800]];
  return s.svg(
    sky(s, SKY, 560),
    stars([0, 0, 1024, 42], 14, 8),
    village(s, 480, "#3C447F"),
    ground(s, [490, 480, 486, 480, 490], EARTH, { tint: "#5A5488" }),
    fill(smooth(way, true, 0.8), "#6A6494"),
    s.grain(smooth(way, true, 0.8), "#6A6494", { tint: "#8C86B4", angle: 4, count: 50, length: 30, width: 4 }),
    s.paper(poly([[-10, 330], [210, 370], [420, 470], [424, 540], [330, 640], [290, 790], [-10, 790]]), wall, { tint: "#7A80BC", angle: 12, count: 80, length: 36, width: 4, opacity: 0.5 }),
    stroke("M-10 326L210 366L424 468", lighter(wall, 0.2), 15),
    s.paper(poly([[1034, 400], [800, 440], [604, 500], [602, 545], [730, 650], [790, 790], [1034, 790]]), darker(wall, 0.22), { tint: "#6A70AC", angle: -10, count: 70, length: 36, width: 4, opacity: 0.5 }),
    stroke("M1034 396L800 436L604 496", lighter(wall, 0.06), 13),
    at(190, 362, 1.55, cat({ kind: "walk", mood: "curious" }), { flip: true, rotate: 12 }),
    leaves([820, 330, 220, 120], 20, 30, FIG, 6),
    fill(blob(520, 742, 110, 12, 3), colour.night, 'opacity="0.4"'),
    halo(500, 610, 130, "#FFF3CF", 0.13),
    at(530, 738, 2.9, play(s, "layla", { mood: "happy", look: -0.5, legs: "walk", hands: [[-20, -36], [14, -36]], held: at(-4, -20, 0.62, bucket(fill(poly([[-18, -56], [-8, -59], [-6, -52], [-14, -51]]), MOON) + fill(poly([[-2, -58], [8, -59], [10, -54], [0, -51]]), MOON) + fill(poly([[13, -57], [21, -55], [16, -51]]), MOON))) + stroke("M-22 -44Q-26 -38 -20 -34M14 -44Q18 -38 12 -34", "#E3A97C", 8) })),
    sparkle(420, 560, 11, MOON) + sparkle(600, 580, 9, MOON) + sparkle(390, 630, 8, MOON) + sparkle(626, 640, 10, MOON) + sparkle(460, 520, 7, MOON),
    dots([[436, 660, 4], [470, 690, 3], [590, 690, 4]], "#BFD3F2"),
  );
}

/** A tea glass, 30 wide, foot at (0, 0); with a small moon in it. */
function glass(lit = true): string {
  return fill(smooth([[-16, -44], [16, -44], [11, -22], [13, 0], [-13, 0], [-11, -22]], true, 0.6), "#BFD3F2", 'opacity="0.55"') + fill(smooth([[-13, -30], [13, -30], [11, -20], [12, -3], [-12, -3], [-11, -20]], true, 0.6), "#5A6AB8") + (lit ? dot(0, -21, 8, MOON) + dot(-2, -23, 2, "#EBDCB0") : "") + stroke("M-15 -44H15", "#E8EDFF", 2.4) + stroke("M-9 -38L-8 -8", "#E8EDFF", 2);
}

function roof(s: Sheet): string {
  return (
    village(s, 470, "#3C447F") +
    fill(smooth([[-20, 456], [300, 470], [700, 470], [1050, 456], [1050, 800], [-20, 800]], true, 0.2), "#4A4A86") +
    fill(poly([[-20, 440], [1050, 440], [1050, 500], [-20, 500]]), "#5C62A2") +
    s.grain(box(0, 440, 1024, 60), "#5C62A2", { tint: "#7A80BC", angle: 2, count: 40, length: 34, width: 3 }) +
    stroke("M-20 440H1050", "#7A80BC", 9)
  );
}

const carpet = (s: Sheet) => {
  const d = poly([[150, 580], [874, 580], [960, 730], [64, 730]]);
  return fill(d, "#B5402F") + s.inside(d, stroke("M100 606H930M70 700H960", "#F2B24A", 9) + Array.from({ length: 9 }, (_, i) => fill(poly([[160 + i * 90, 652], [196 + i * 90, 628], [232 + i * 90, 652], [196 + i * 90, 678]]), i % 2 ? "#2D6B55" : "#F2B24A") + fill(poly([[178 + i * 90, 652], [196 + i * 90, 640], [214 + i * 90, 652], [196 + i * 90, 665]]), "#7E2A1E")).join("")) + stroke("M64 730l-4 14M150 732l-2 14M250 732l-2 14M350 732v14M450 732v14M550 732v14M650 732v14M750 732l2 14M850 732l2 14M950 732l4 14", "#F2B24A", 5);
};

const oilLamp = (x: number, y: number) => halo(x, y - 46, 120, colour.glow, 0.14) + at(x, y, 1, fill(smooth([[-22, 0], [-26, -18], [0, -28], [26, -18], [22, 0]], true, 0.8), "#C99A2E") + fill(smooth([[-12, -26], [-16, -50], [-7, -76], [7, -76], [16, -50], [12, -26]], true, 0.8), "#FFF3CF", 'opacity="0.75"') + fill(smooth([[0, -66], [8, -44], [0, -32], [-8, -44]], true, 0.9), colour.apricot));

function glasses(): string {
  const s = page("glasses");
  return s.svg(
    sky(s, SKY, 520),
    stars([0, 0, 1024, 62], 16, 8) + stars([0, 280, 1024, 100], 12, 3),
    roof(s),
    carpet(s),
    oilLamp(190, 620),
    at(770, 690, 2.7, play(s, "layGrandmother", { mood: "calm", look: -0.6, legs: "none", hands: [[-40, -58], [-20, -44]], held: at(-44, -58, 0.52, bucket(fill(blob(0, -55, 14, 4, 3), MOON)), { rotate: -62 }) })),
    stroke("M604 548Q586 560 582 600", "#BFD3F2", 8),
    at(360, 690, 2.35, play(s, "layla", { mood: "happy", look: 0.6, legs: "kneel", hands: [[-16, -36], [26, -44]] })),
    [460, 524, 588, 652].map((x, i) => halo(x, 640, 40, "#FFF3CF", 0.1, i) + at(x, 664, 1.25, glass())).join(""),
    fill(box(430, 662, 254, 13, 3), "#C99A2E"),
    at(110, 726, 1.2, cat({ kind: "sit", mood: "curious" })),
  );
}

function catPage(): string {
  const s = page("cat");
  return s.svg(
    sky(s, SKY, 520),
    stars([0, 0, 1024, 62], 16, 8) + stars([0, 280, 1024, 100], 12, 3),
    roof(s),
    carpet(s),
    oilLamp(960, 640),
    at(836, 690, 2.6, play(s, "layGrandmother", { mood: "laughing", look: -0.5, legs: "none", hands: [[-6, -70], [24, -34]] })),
    at(650, 690, 2.5, play(s, "layla", { mood: "surprised", look: -0.8, hands: [[-34, -92], [34, -88]] })),
    fill(box(90, 676, 460, 14, 3), "#C99A2E"),
    at(424, 678, 1.35, glass()) + at(474, 678, 1.35, glass()) + at(524, 678, 1.35, glass()),
    at(290, 680, 2, cat({ kind: "drink", mood: "happy" }), { flip: true }),
    halo(282, 614, 60, "#FFF3CF", 0.17) + dot(282, 614, 21, MOON, 'opacity="0.5"'),
    at(178, 679, 1.4, glass(false)),
    dots([[196, 610, 5], [150, 592, 4], [120, 608, 5], [206, 650, 4], [110, 640, 4]], "#BFD3F2"),
    stroke("M560 470l-14 -24M740 456l14 -24M650 430v-26", CREAM, 6),
  );
}

function skyPage(): string {
  const s = page("sky");
  return s.svg(
    sky(s, SKY, 700),
    stars([0, 0, 450, 520], 30, 8, colour.glow, [300, 330, 210]) + stars([470, 320, 540, 160], 14, 3),
    halo(300, 330, 260, "#FFF3CF", 0.08),
    moon(s, 300, 330, 138, 0, MOON),
    village(s, 600, "#3C447F", true),
    ground(s, [612, 606, 612, 604, 612], "#2E3068", { tint: "#4A4A86" }),
    s.paper(poly([[400, 600], [1040, 600], [1040, 790], [380, 790]]), "#565C9C", { tint: "#7A80BC", angle: 2, count: 60, length: 36, width: 4 }),
    stroke("M386 600H1040", "#8C92CC", 15),
    fill(box(392, 566, 44, 34, 2), "#565C9C") + fill(box(476, 566, 44, 34, 3), "#565C9C"),
    at(640, 598, 1.9, play(s, "layGrandmother", { mood: "happy", look: -0.7, legs: "none", hands: [[-30, -62], [22, -34]], tilt: -10 })),
    at(556, 600, 1.5, play(s, "layla", { mood: "surprised", look: -0.6, hands: [[-22, -38], [22, -40]], tilt: -14 })),
    figTree(s, 980, 800, 0.42, false),
    mudHouse(s, 930, 606, 230, 180, "#272B60", { noDoor: true, windows: 0 }),
    at(890, 600, 1.35, cat({ kind: "dark", mood: "calm" }), { opacity: 0.5 }),
    dots([[883, 510, 6.6], [907, 510, 6.6]], MOON),
    ground(s, [735, 728, 740, 728, 736], "#1F1C40", { tint: "#3A3560" }),
  );
}

/** The pictures of القمر في البئر by page name; each call draws the complete SVG. */
export const scenes: Record<string, () => string> = { cover, title, evening, well: wellAbove, bucket: bucketPage, pull, road, glasses, cat: catPage, sky: skyPage };

/** Where the text stands on each page, in page units. */
export const textPlaces: Record<string, { x: number; y: number; width: number; align: "left" | "center" | "right"; colour: string; size: number }> = {
  title: { x: 112, y: 120, width: 800, align: "center", colour: CREAM, size: 46 },
  evening: { x: 50, y: 56, width: 420, align: "right", colour: CREAM, size: 29 },
  well: { x: 720, y: 90, width: 264, align: "right", colour: CREAM, size: 27 },
  bucket: { x: 500, y: 300, width: 470, align: "right", colour: CREAM, size: 30 },
  pull: { x: 90, y: 90, width: 850, align: "right", colour: CREAM, size: 30 },
  road: { x: 90, y: 50, width: 850, align: "right", colour: CREAM, size: 30 },
  glasses: { x: 90, y: 70, width: 850, align: "right", colour: CREAM, size: 30 },
  cat: { x: 90, y: 70, width: 850, align: "right", colour: CREAM, size: 30 },
  sky: { x: 470, y: 60, width: 500, align: "right", colour: CREAM, size: 29 },
};
