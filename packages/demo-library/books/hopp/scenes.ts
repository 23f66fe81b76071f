import { at, blob, boot, box, cloud, colour, darker, dot, dots, duck, farBird, fill, flower, frog, grass, ground, lighter, type Point, poly, rain, random, reeds, Sheet, sky, smooth, stroke } from "../../art";
import { cover } from "./cover";

const INK = "#22301A";
const page = (name: string) => new Sheet(`hopp-${name}`, 900, 900);
const SUN = ["#FFD98A", "#FFE3A3", "#FFEBBD"] as const;
const GREEN = "#7FB23C";
const WATER = "#4FB0D8";

const field = (s: Sheet, y: number, tone: string = GREEN) => ground(s, [y, y - 26, y + 10, y - 20, y + 6], tone, { tint: darker(tone, 0.25) });

function title(): string {
  const s = page("title");
  return s.svg(
    sky(s, SUN, 640),
    fill(blob(450, 560, 300, 300, 3, 0.02, 14), "#FFC65C"),
    fill(blob(450, 560, 225, 225, 6, 0.02, 14), "#FFD37D"),
    field(s, 690),
    fill(blob(450, 790, 190, 20, 3), INK, 'opacity="0.2"'),
    at(440, 790, 3.7, frog({ mood: "happy", gaze: [0.4, -0.6] })),
    stroke("M642 800q22 -6 34 4M664 762q20 -12 36 -6M648 826q16 6 32 0", "#C77A32", 7),
    grass(0, 905, 900, 56, "#4F7F2B", 5, 70),
    flower(110, 850, 90, colour.paper) + flower(790, 870, 80, colour.vermilion),
  );
}

function start(): string {
  const s = page("start");
  return s.svg(
    sky(s, ["#FFDF9A", "#FFE9B8", "#FFF1D0"], 620),
    fill(blob(730, 330, 84, 84, 3, 0.02), "#FFC65C"),
    cloud(230, 330, 200, colour.paper, 0.8, 3),
    ground(s, [520, 490, 530, 500, 470, 500], "#D9C25A", { tint: "#B09A38" }),
    ground(s, [640, 610, 600, 640, 650, 630], "#C9B04A", { tint: "#9A842C" }),
    at(820, 640, 1, grass(-70, 6, 150, 46, "#8A9A3A", 4) + at(40, 14, 1.25, boot(), { rotate: -84 })),
    stroke("M40 700l60 -16l40 22l70 -10M520 690l50 14l60 -20l70 16M330 860l70 -20l60 22l90 -16", "#9A842C", 5),
    ground(s, [780, 760, 800, 770, 760, 780], "#B8A03E", { tint: "#8A7628" }),
    stroke("M660 812V650", "#8A5A34", 16) + fill(poly([[560, 560], [740, 548], [790, 600], [744, 652], [562, 660]]), "#C98A4A") + s.grain(poly([[560, 560], [740, 548], [790, 600], [744, 652], [562, 660]]), "#C98A4A", { angle: 2, count: 20 }) + fill(smooth([[650, 566], [672, 604], [668, 632], [650, 640], [632, 632], [628, 604]], true, 0.9), WATER),
    fill(blob(300, 820, 150, 17, 3), INK, 'opacity="0.2"'),
    at(300, 820, 3, frog({ mood: "calm", gaze: [0.9, -0.4] })),
    flower(80, 880, 80, "#F3E2B8", "#9A842C") + grass(0, 905, 900, 46, "#8A7628", 9, 60),
  );
}

function teacup(): string {
  const s = page("teacup");
  return s.svg(
    sky(s, ["#F9C9A8", "#FBD8BE", "#FCE5D2"], 700),
    fill(smooth([[-20, 690], [450, 670], [920, 690], [920, 920], [-20, 920]], true, 0.4), "#C9482E"),
    s.inside(box(0, 670, 900, 240), Array.from({ length: 13 }, (_, i) => fill(poly([[i * 80 - 60, 660], [i * 80 - 20, 660], [i * 84 - 60, 920], [i * 84 - 104, 920]]), colour.paper, 'opacity="0.2"')).join("") + stroke("M-10 730H910M-10 800H910", colour.paper, 15, 'opacity="0.22"')),
    fill(blob(450, 830, 300, 36, 3, 0.02), "#F1E6D2") + fill(blob(450, 822, 210, 22, 4, 0.02), "#D9C8AC"),
    stroke("M640 640Q780 620 764 720Q740 800 612 776", "#2F8FC4", 32),
    fill(smooth([[232, 590], [668, 590], [650, 730], [560, 826], [340, 826], [250, 730]], true, 0.6), "#3FA0D0"),
    s.grain(smooth([[232, 590], [668, 590], [650, 730], [560, 826], [340, 826], [250, 730]], true, 0.6), "#3FA0D0", { angle: 80, count: 40, length: 24, tint: "#BFE3F2" }),
    dots([[330, 690, 17], [450, 700, 17], [570, 690, 17], [390, 760, 14], [510, 760, 14]], colour.paper),
    fill(blob(450, 590, 218, 40, 3, 0.01), "#BFE3F2") + fill(blob(450, 596, 196, 31, 4, 0.01), "#A8592A"),
    stroke("M330 560Q300 500 336 450Q366 400 330 340M590 560Q620 510 588 460Q560 410 596 350M250 560Q226 520 244 480", colour.paper, 17, 'opacity="0.75"'),
    dots([[300, 560, 12], [270, 520, 9], [620, 548, 12], [660, 500, 9], [560, 560, 8], [360, 566, 9], [700, 560, 7]], "#A8592A"),
    at(450, 500, 2.5, frog({ kind: "leap", mood: "surprised", gaze: [0, 0.8], toes: colour.vermilion }), { rotate: -4 }),
    at(770, 420, 1, stroke("M-60 70L20 -30", "#9AA6B4", 17) + fill(blob(40, -54, 26, 38, 3, 0.03), "#9AA6B4") + fill(blob(38, -56, 16, 26, 3, 0.03), "#C3CCD6"), { rotate: 20 }),
    stroke("M700 520q-30 0 -40 -24M820 330q10 -30 40 -34M720 380q-16 -20 -6 -46", "#8A5A44", 6),
  );
}

function bath(): string {
  const s = page("bath");
  const next = random(9);
  const foam: [number, number, number][] = [];
  for (let i = 0; i < 46; i++) foam.push([170 + next() * 560, 560 + next() * 80 - Math.sin(next() * 3) * 30, 26 + next() * 40]);
  const tiles: string[] = [];
  for (let x = 0; x < 10; x++) for (let y = 0; y < 8; y++) if ((x * 7 + y * 5) % 6 === 0) tiles.push(fill(box(x * 92 + 6, y * 92 + 6, 80, 80, x + y, 2), "#A8D8D0"));
  const tub = smooth([[110, 590], [790, 590], [770, 720], [690, 830], [210, 830], [130, 720]], true, 0.6);
  return s.svg(
    fill(box(-10, -10, 920, 920), "#C4E6DF"),
    stroke(Array.from({ length: 10 }, (_, i) => `M${i * 92} 0V740M0 ${i * 92}H900`).join(""), "#DDF2EE", 6),
    tiles.join(""),
    fill(smooth([[-20, 740], [450, 726], [920, 740], [920, 920], [-20, 920]], true, 0.4), "#E7A15A"),
    s.grain(box(0, 740, 900, 160), "#E7A15A", { angle: 1, count: 40, length: 60, width: 4 }),
    stroke("M760 600V470Q760 420 710 420Q670 420 670 460", "#B9812A", 24) + fill(box(650, 452, 42, 22, 3), "#8A5A18"),
    dots(foam.slice(0, 24), "#FFFFFF"),
    at(430, 640, 3.3, frog({ kind: "peek", mood: "worried", gaze: [0.5, 0.4] })),
    dots([[330, 420, 34], [374, 384, 40], [430, 366, 44], [488, 384, 40], [532, 420, 32], [430, 320, 24], [356, 344, 19], [504, 344, 19]], "#FFFFFF") + dots([[422, 356, 12], [366, 376, 9], [484, 376, 9]], "#CFEAF4"),
    dots(foam.slice(24), "#F7FCFD"),
    dots([[200, 600, 44], [280, 620, 52], [370, 626, 54], [470, 630, 54], [560, 624, 52], [640, 616, 50], [706, 600, 40]], "#FFFFFF"),
    dots([[264, 600, 14], [452, 606, 16], [620, 596, 14], [350, 640, 10], [550, 640, 11]], "#CFEAF4"),
    s.paper(tub, colour.paper, { tint: "#C9BFAE", angle: 80, count: 40 }),
    fill(smooth([[90, 580], [810, 580], [816, 612], [84, 612]], true, 0.3), "#F1E6D2"),
    stroke("M230 826q-30 20 -20 44M670 826q30 20 20 44", "#B9812A", 26),
    at(690, 590, 1, fill(smooth([[-60, -16], [-20, -46], [30, -36], [54, -12], [86, -40], [80, 16], [52, 0], [20, 16], [-30, 14]], true, 0.7), colour.vermilion) + dot(-26, -18, 15, colour.paper) + dot(-28, -16, 7, colour.ink) + stroke("M-58 0q12 4 20 -4M10 -28q12 14 0 30M28 -24q10 12 0 24", "#8E2F18", 5)),
    dots([[160, 400, 26], [220, 300, 17], [620, 330, 20], [110, 500, 15], [250, 460, 12]], "#FFFFFF", 'opacity="0.75"'),
  );
}

function fountain(): string {
  const s = page("fountain");
  return s.svg(
    sky(s, ["#9FD3EA", "#B5DFEE", "#CDEAF2", "#E6F5F4"], 800),
    cloud(170, 470, 220, colour.paper, 0.95, 3) + cloud(760, 620, 240, colour.paper, 0.9, 5),
    ground(s, [820, 800, 812, 800, 820], GREEN, { tint: "#5C8A2B" }),
    at(95, 836, 1, fill(box(-40, -70, 80, 70), "#E7C9A0") + fill(poly([[-52, -66], [0, -112], [52, -66]]), colour.vermilion)) + at(800, 836, 1, fill(box(-34, -60, 68, 60), "#F3DDB8") + fill(poly([[-46, -56], [0, -98], [46, -56]]), "#B5562A")),
    fill(smooth([[412, 800], [420, 540], [404, 400], [496, 400], [480, 540], [488, 800]], true, 0.6), WATER),
    stroke("M436 780Q442 560 430 410M462 780Q456 560 470 410", "#BFE3F2", 9),
    stroke("M410 400Q340 360 300 440Q284 480 286 540M490 400Q560 360 600 440Q616 480 614 540M412 420Q370 420 356 480M488 420Q530 420 544 480", WATER, 19),
    dots([[286, 580, 12], [300, 640, 9], [614, 580, 12], [604, 640, 9], [352, 530, 9], [548, 530, 9], [278, 690, 7], [626, 690, 7]], WATER),
    fill(smooth([[250, 790], [650, 790], [620, 850], [280, 850]], true, 0.4), "#A7ADB8") + fill(blob(450, 790, 204, 26, 3, 0.02), "#C3C9D2") + fill(blob(450, 790, 176, 17, 4, 0.02), WATER),
    fill(box(230, 846, 440, 34, 5, 3), "#8C93A0"),
    at(450, 410, 2.15, frog({ kind: "hang", mood: "worried", gaze: [0.1, 0.9] })),
    farBird(180, 620, 80, INK) + farBird(690, 500, 70, INK) + farBird(250, 700, 56, INK),
    at(716, 720, 0.62, fill(smooth([[-50, 0], [-20, -30], [20, -34], [44, -20], [30, 6], [-10, 14]], true, 0.9), colour.vermilion) + fill(poly([[42, -22], [62, -16], [40, -10]]), "#F6C12E") + fill(smooth([[-20, -16], [-10, -64], [14, -20]], true, 0.6), "#B5402A") + dot(28, -20, 4, colour.ink)),
    grass(0, 905, 900, 40, "#4F7F2B", 5, 60),
  );
}

function ducks(): string {
  const s = page("ducks");
  const pond = smooth([[40, 640], [180, 520], [450, 480], [720, 520], [860, 640], [820, 790], [450, 850], [80, 790]], true, 0.9);
  return s.svg(
    sky(s, SUN, 480),
    cloud(680, 250, 190, colour.paper, 0.8, 3),
    ground(s, [430, 410, 440, 400, 420], "#9CCB4B", { tint: "#6E9A2E" }),
    reeds(90, 560, 190, 7, "#4F7F2B", 3) + reeds(830, 560, 200, 7, "#4F7F2B", 8),
    fill(blob(450, 668, 438, 208, 3, 0.03), "#6E9A2E"),
    fill(pond, WATER),
    s.inside(pond, stroke("M120 620q30 -14 60 0M620 560q30 -14 60 0M300 800q40 -14 80 0M600 790q40 -14 80 0", "#BFE3F2", 7)),
    at(300, 560, 1.2, duck("#2B3A8C", { look: 1 })) + at(600, 556, 1.2, duck(colour.vermilion), { flip: true }) + at(450, 540, 1.15, duck("#F6C12E")),
    at(446, 690, 2.25, frog({ kind: "peek", mood: "worried", gaze: [0.1, -0.5] })),
    stroke("M352 700Q330 650 316 640M540 700Q560 650 578 640", darker("#A6CE4A", 0.1), 24),
    at(180, 690, 1.55, duck("#0B6E6E", { look: 1 })),
    at(716, 690, 1.55, duck("#8A5BA6", { look: 1 }), { flip: true }),
    at(310, 790, 1.65, duck("#E99A8B")),
    at(596, 794, 1.65, duck("#5C8A3C"), { flip: true }),
    at(486, 760, 1, fill(poly([[-64, -60], [0, -48], [64, -60], [62, 26], [0, 40], [-62, 26]]), colour.paper) + stroke("M0 -48V40", "#9AA6B4", 4) + stroke("M-50 -38l38 7M-50 -22l38 7M-50 -6l38 7M12 -31l38 -7M12 -15l38 -7M12 1l38 -7", "#9AA6B4", 5) + fill(box(-48, 2, 34, 16), "#9AA6B4"), { rotate: 4 }),
    fill(smooth([[40, 800], [200, 836], [450, 850], [700, 836], [860, 790], [920, 800], [920, 920], [-20, 920], [-20, 800]], true, 0.6), "#7FB23C"),
    grass(0, 905, 900, 50, "#4F7F2B", 6, 70) + flower(70, 890, 80, colour.paper),
  );
}

function rainPage(): string {
  const s = page("rain");
  const drop = (x: number, y: number, k: number) => at(x, y, k, fill(smooth([[0, -40], [16, -6], [18, 14], [0, 28], [-18, 14], [-16, -6]], true, 0.9), WATER) + stroke("M-8 4q-2 10 6 14", "#DDF1F8", 5));
  const leaf = smooth([[80, 470], [190, 372], [360, 330], [520, 360], [620, 450], [500, 462], [350, 480], [200, 500]], true, 0.9);
  return s.svg(
    sky(s, ["#A9C4CC", "#B9D0D4", "#CBDCDC", "#DCE6E0"], 700),
    cloud(200, 270, 330, "#8FA8B4", 0.8, 3) + cloud(680, 300, 380, "#8FA8B4", 0.7, 5),
    rain([0, 180, 950, 520], 70, "#6FA6BC", 4, 40),
    ground(s, [690, 660, 700, 670, 680], "#7FA63C", { tint: "#567A26" }),
    stroke("M560 820Q610 600 470 420", "#4F7F2B", 19),
    fill(blob(736, 768, 84, 11, 3), INK, 'opacity="0.2"'),
    at(700, 764, 1, grass(-90, 16, 190, 60, "#567A26", 4) + fill(blob(6, -140, 60, 14, 3, 0.02), "#6B4A10") + at(4, 0, 3.2, boot()) + fill(blob(4, -140, 40, 10, 3, 0.03), WATER) + grass(-60, 24, 170, 34, "#8DB63F", 8)),
    drop(700, 570, 0.9) + drop(690, 480, 0.7),
    stroke("M660 606q-18 -6 -22 -24M744 606q18 -6 22 -24M676 590q-8 -14 -2 -26M728 590q8 -14 4 -26", WATER, 7),
    fill(blob(330, 820, 160, 17, 3), INK, 'opacity="0.2"'),
    at(330, 820, 2.9, frog({ mood: "surprised", gaze: [0.95, 0.05] })),
    s.paper(leaf, "#5C8A2B", { tint: "#8DB63F", angle: -20, count: 40, length: 30 }),
    stroke("M90 468Q330 400 610 448M220 440l-20 -40M330 424l-10 -60M440 426l20 -56M300 436l-10 40M430 430l20 26", "#3F6620", 6),
    drop(140, 330, 0.8) + drop(420, 276, 0.9) + drop(810, 380, 0.7) + drop(60, 620, 0.8) + drop(570, 300, 0.7) + drop(840, 560, 0.8),
    stroke("M330 326q-16 -20 -30 -16M346 322q0 -24 14 -30M500 352q14 -20 30 -16", WATER, 7),
    grass(0, 905, 900, 56, "#4F7F2B", 5, 70),
  );
}

function bootPage(): string {
  const s = page("boot");
  const yellow = "#F6C12E";
  const shaft: readonly Point[] = [[250, 480], [600, 480], [606, 640], [650, 700], [790, 730], [850, 790], [846, 850], [240, 850], [236, 650]];
  const d = smooth(shaft, true, 0.45);
  return s.svg(
    sky(s, ["#BFE3EE", "#D3ECF0", "#EAF5EC"], 640),
    stroke("M-20 560Q450 60 920 560", "#E99A8B", 22, 'opacity="0.55"') + stroke("M10 570Q450 100 890 570", "#FFE08A", 22, 'opacity="0.6"') + stroke("M40 580Q450 140 860 580", "#9CCB4B", 22, 'opacity="0.5"'),
    field(s, 690),
    fill(blob(540, 854, 350, 24, 3), INK, 'opacity="0.2"'),
    fill(blob(424, 484, 180, 40, 3, 0.02), darker(yellow, 0.3)),
    fill(blob(424, 490, 158, 30, 4, 0.02), WATER),
    stroke("M300 488q20 -8 40 0M500 496q20 -8 40 0", "#DDF1F8", 6),
    at(424, 486, 3.05, frog({ kind: "bath", mood: "blissful" })),
    s.paper(d, yellow, { tint: "#C9931A", angle: 80, count: 60, length: 30, opacity: 0.4 }),
    s.inside(d, fill(poly([[560, 470], [900, 470], [900, 860], [600, 860]]), darker(yellow, 0.14), 'opacity="0.5"') + fill(box(220, 814, 660, 60, 4), darker(yellow, 0.34)) + stroke("M290 530Q280 640 296 720", lighter(yellow, 0.65), 22)),
    stroke("M246 496Q424 540 604 496", darker(yellow, 0.2), 17),
    stroke("M251 486Q232 500 236 540M597 486Q616 500 612 540", darker("#A6CE4A", 0.1), 30),
    dots([[222, 544, 13], [240, 554, 13], [258, 546, 13], [594, 546, 13], [612, 554, 13], [630, 544, 13]], darker("#A6CE4A", 0.1)),
    at(96, 806, 1.35, stroke("M-8 6L-10 34l-10 2M12 6L14 34l12 2", colour.apricot, 6) + duck("#2B3A8C", { look: 1 }) + fill(smooth([[-40, -24], [-8, -28], [2, 30], [-44, 30]], true, 0.3), colour.paper) + stroke("M-41 -10L-4 -12M-42 16L0 14", colour.vermilion, 6)),
    dots([[330, 380, 10], [300, 350, 7], [560, 390, 9], [590, 350, 6]], WATER),
    grass(0, 905, 900, 46, "#4F7F2B", 5, 60) + flower(850, 700, 70, colour.paper),
  );
}

/** The pictures of Hopp! by page name; each call draws the complete SVG. */
export const scenes: Record<string, () => string> = { cover, title, start, teacup, bath, fountain, ducks, rain: rainPage, boot: bootPage };

const words = (colourOf: string = INK, size = 46) => ({ x: 60, y: 60, width: 780, align: "center" as const, colour: colourOf, size });

/** Where the text stands on each page, in page units. */
export const textPlaces: Record<string, { x: number; y: number; width: number; align: "left" | "center" | "right"; colour: string; size: number }> = {
  title: words(INK, 84),
  start: words(),
  teacup: words(),
  bath: words(),
  fountain: words(),
  ducks: words(),
  rain: words(),
  boot: words(),
};
