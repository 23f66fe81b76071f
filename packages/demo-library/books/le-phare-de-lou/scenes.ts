import { at, beam, blob, boat, box, cloud, colour, darker, dot, dots, farBird, fill, ground, gull, halo, house, lighthouse, mix, pane, play, type Point, poly, rock, Sheet, sky, smooth, sparkle, stars, stroke, water } from "../../art";
import { cover } from "./cover";

const CREAM = "#FFF6E0";
const NAVY = "#131D45";
const page = (name: string) => new Sheet(`phare-${name}`, 768, 1024);
const SEA = ["#1F5F7A", "#1A5070", "#143F60", "#0F3050"] as const;

/** The big lens: rings of glass like a flower around the lamp; middle at (0, 0), about 260 high. */
function lens(lit: boolean): string {
  const petal = (rx: number, tint: string, opacity: number) => `<ellipse rx="${rx}" ry="${rx * 1.28}" fill="${tint}" opacity="${opacity}"/>`;
  let ribs = "";
  for (let i = -2; i <= 2; i++) ribs += `M${i * 34} ${-128 + Math.abs(i) * 18}Q${i * 46} 0 ${i * 34} ${128 - Math.abs(i) * 18}`;
  const brass = "#B9812A";
  return (
    petal(100, lit ? "#FFE9A8" : "#A9C6CC", 1) +
    petal(76, lit ? "#FFF3CC" : "#C3DADC", 1) +
    petal(48, lit ? "#FFFBE8" : "#D8E8E8", 1) +
    petal(22, lit ? colour.apricot : "#9DB4B8", 1) +
    stroke(ribs, brass, 5) +
    stroke("M-92 -50Q0 -66 92 -50M-100 0Q0 -12 100 0M-92 50Q0 40 92 50", brass, 4) +
    fill(box(-64, 118, 128, 24, 3), brass) +
    fill(box(-64, -142, 128, 22, 5), brass) +
    fill(poly([[-40, 140], [40, 140], [56, 230], [-56, 230]]), "#3A4468") +
    fill(box(-84, 224, 168, 26, 7), "#2C3450") +
    dots([[-30, 238, 4], [0, 238, 4], [30, 238, 4]], brass)
  );
}

function cog(x: number, y: number, r: number, tint: string): string {
  const points: Point[] = [];
  for (let i = 0; i < 40; i++) {
    const a = (i / 40) * Math.PI * 2;
    const reach = i % 4 < 2 ? r : r * 0.8;
    points.push([x + Math.cos(a) * reach, y + Math.sin(a) * reach]);
  }
  return fill(poly(points), tint) + dot(x, y, r * 0.52, darker(tint, 0.25)) + dot(x, y, r * 0.2, colour.paper);
}

/** The lamp room: floor, big windows with what lies outside, iron bars. */
function lampRoom(s: Sheet, outside: string, wall: string, floor: string): string {
  const glass = smooth([[40, 250], [60, 170], [384, 130], [708, 170], [728, 250], [728, 640], [40, 640]], true, 0.25);
  return (
    fill(box(-10, -10, 790, 1160), wall) +
    s.inside(glass, outside) +
    stroke("M270 130V640M498 130V640M40 400H728", "#2C3450", 12) +
    stroke(glass, "#2C3450", 20) +
    fill(poly([[-10, 640], [780, 640], [780, 720], [-10, 720]]), darker(wall, 0.25)) +
    dots([[60, 680, 6], [190, 680, 6], [320, 680, 6], [450, 680, 6], [580, 680, 6], [710, 680, 6]], "#B9812A") +
    fill(smooth([[-20, 716], [384, 708], [790, 716], [790, 1150], [-20, 1150]], true, 0.3), floor) +
    s.grain(box(0, 716, 768, 300), floor, { angle: 1, count: 60, length: 70, width: 3, opacity: 0.35 })
  );
}

/** A room drawn 60 higher, so that its floor has room for the text. */
function raised(...layers: string[]): string {
  return at(0, -60, 1, layers.join(""));
}

function title(): string {
  const s = page("title");
  return s.svg(
    sky(s, ["#25346F", "#3C4B8C", "#B9788E", "#F0A878", "#F8C990"], 640),
    stars([0, 0, 768, 60], 8, 4),
    fill(blob(210, 600, 70, 70, 3, 0.015), "#FFE3A0"),
    cloud(560, 470, 260, "#F8D2B0", 0.6, 4) + cloud(140, 420, 200, "#F8D2B0", 0.5, 2),
    water(s, 610, ["#5C6FA0", "#3E5A8E", "#2A4A7A", "#1C3A66"], { crest: 6, count: 36, lights: "#F8C990" }),
    rock(s, 520, 690, 380, 80, "#39425F", 3),
    lighthouse(s, 560, 650, 330, { lit: true }),
    house(s, 440, 656, 84, { wall: colour.paper, roof: colour.blue, lit: true, windows: 1 }),
    rock(s, 380, 700, 130, 40, "#2C3450", 6),
    farBird(120, 330, 44, NAVY) + farBird(190, 300, 32, NAVY),
    fill(box(150, 890, 64, 150, 4, 3), "#5A4434") + fill(box(140, 872, 84, 28, 6, 3), "#7A5E48") + stroke("M160 920v90M184 930v80M202 920v90", "#3A2A22", 4),
    stroke("M146 940Q182 962 220 938", "#D9B98A", 10),
    at(190, 876, 3.3, gull({ kind: "stand" })),
    ground(s, [1000, 990, 1004, 1000, 980, 990], "#16305A", { count: 20 }),
  );
}

function departure(): string {
  const s = page("departure");
  return s.svg(
    sky(s, ["#F4B98A", "#F6C99A", "#F8DAB4", "#FBE8CC"], 560),
    cloud(590, 330, 240, "#FFF3E0", 0.8, 3) + cloud(180, 390, 180, "#FFF3E0", 0.7, 6),
    water(s, 540, ["#4F9AA6", "#3A8496", "#2C6E86", "#1F5872"], { crest: 8, count: 40, lights: "#D8EEE8" }),
    fill(smooth([[520, 548], [600, 526], [700, 534], [790, 520], [790, 560], [520, 560]], true, 0.7), "#7A94A8"),
    fill(poly([[-10, 600], [250, 600], [250, 690], [330, 690], [330, 780], [410, 780], [410, 870], [490, 870], [490, 1050], [-10, 1050]]), "#8A7F86"),
    s.grain(box(-10, 610, 400, 420), "#8A7F86", { angle: 0, count: 60, length: 50, width: 4, opacity: 0.4 }),
    fill(poly([[-10, 590], [262, 590], [262, 612], [-10, 612]]), "#A79CA0") + fill(box(250, 684, 90, 18, 2), "#A79CA0") + fill(box(330, 774, 90, 18, 3), "#A79CA0") + fill(box(410, 864, 90, 18, 4), "#A79CA0"),
    fill(box(36, 520, 30, 80, 2), colour.ink) + fill(blob(51, 518, 26, 13, 2), colour.ink),
    stroke("M60 560Q300 660 420 820", "#D9B98A", 6),
    at(180, 602, 2.55, play(s, "lou", { mood: "surprised", look: 0.6, hands: [[-22, -36], [34, -62]], held: at(0, 30, 1, stroke("M36 -96L46 -120", "#B9812A", 5) + dot(49, -128, 9, "none", 'stroke="#B9812A" stroke-width="5"') + stroke("M40 -104l7 3M38 -100l6 3", "#B9812A", 4)) })),
    fill(blob(575, 912, 220, 20, 3), "#123E58", 'opacity="0.5"'),
    at(560, 880, 2.3, play(s, "louMother", { mood: "sad", look: -0.5, legs: "none", hands: [[-32, -36], [46, -40]], held: fill(blob(-17, -71, 10, 9, 3), colour.rose) + stroke("M-18 -64Q-26 -80 -12 -96M18 -64Q24 -80 14 -96", colour.paper, 4.6) })),
    boat(s, 590, 900, 390, "#C9402E", { stripe: colour.paper }),
    stroke("M490 780L350 960M668 764L748 1000", "#B98A52", 13) + fill(smooth([[352, 944], [372, 968], [330, 1016], [312, 1000]]), "#B98A52"),
    at(666, 768, 1.25, gull({ kind: "stand" })),
  );
}

function stairs(): string {
  const s = page("stairs");
  const tower = poly([[130, 1040], [170, -20], [598, -20], [638, 1040]]);
  let spiral = "";
  for (let i = 0; i < 4; i++) {
    const y = 1010 - i * 160;
    const left = i % 2 === 0;
    for (let k = 0; k < 7; k++) {
      const t = k / 6;
      const x = left ? 190 + t * 330 : 520 - t * 330;
      spiral += fill(box(x, y - t * 140, 84, 27, i * 7 + k, 1.5), mix("#B98A62", "#7A5440", left ? 0.1 : 0.55));
    }
  }
  return s.svg(
    sky(s, ["#16224F", "#22326B", "#2F4A8A"], 900),
    stars([0, 0, 160, 900], 16, 3) + stars([640, 0, 128, 900], 14, 8),
    fill(poly([[88, 1040], [132, -20], [636, -20], [680, 1040]]), colour.paper),
    s.inside(poly([[88, 1040], [132, -20], [636, -20], [680, 1040]]), [60, 420, 780].map((y) => fill(box(60, y, 640, 170, y), colour.vermilion)).join("")),
    fill(tower, "#2E2A4E"),
    s.grain(tower, "#2E2A4E", { angle: 0, count: 90, length: 40, width: 4, opacity: 0.5, tint: "#4A4470" }),
    pane(250, 620, 64, 104, false, "#B98A62", true),
    s.inside(tower, spiral),
    stroke("M384 -20V1040", "#1E1B38", 30, 'opacity="0.5"'),
    halo(440, 690, 200, colour.glow, 0.12),
    at(452, 828, 2.6, play(s, "lou", { mood: "happy", look: -0.6, legs: "walk", hands: [[-34, -46], [28, -40]], held: fill(smooth([[-50, -54], [-22, -54], [-28, -38], [-44, -38]], true, 0.6), colour.teal) + fill(blob(-36, -54, 14, 3.4, 2), "#7A4A2A") + stroke("M-40 -60q-3 -6 1 -10M-32 -60q-3 -6 1 -10", CREAM, 2) + fill(smooth([[20, -58], [40, -58], [44, -20], [22, -18]], true, 0.5), colour.vermilion) + stroke("M22 -48L42 -48M22 -38L43 -38M22 -28L43 -28", colour.cream, 2.4) })),
    at(290, 972, 1.9, gull({ kind: "stand", bump: true })),
  );
}

function lamp(): string {
  const s = page("lamp");
  const outside = fill(box(0, 100, 768, 560), "#F2A06A") + fill(box(0, 100, 768, 160), "#6A5A9A") + fill(smooth([[0, 240], [400, 220], [768, 250], [768, 340], [0, 340]]), "#C97A86") + dot(600, 520, 66, "#FFE9B0") + fill(box(0, 520, 768, 140), "#3A5A8A") + stroke("M560 550h80M540 580h120M570 610h70", "#FFD98A", 7);
  return s.svg(
    raised(
    lampRoom(s, outside, "#4A3A5E", "#5A3E4A"),
    fill(poly([[384, 440], [-40, 250], [-40, 400]]), colour.glow, 'opacity="0.4"') + fill(poly([[384, 440], [-40, 520], [-40, 640]]), colour.glow, 'opacity="0.3"') + fill(poly([[384, 440], [820, 230], [820, 380]]), colour.glow, 'opacity="0.4"'),
    halo(400, 440, 250, colour.glow, 0.16),
    at(410, 470, 1.25, lens(true)),
    at(180, 816, 3.1, play(s, "lou", { mood: "happy", look: 0.8, hands: [[-22, -36], [36, -62]] })),
    at(640, 824, 1.9, gull({ kind: "stand" }), { flip: true }),
    ),
  );
}

function fog(): string {
  const s = page("fog");
  const bank = (y: number, tint: string, o = 1, shift = 0) => fill(smooth([[-60, y], [110 + shift, y - 46], [250, y - 8], [420 - shift, y - 56], [590, y - 10], [720, y - 44], [840, y], [840, y + 700], [-60, y + 700]], true, 0.9), tint, `opacity="${o}"`);
  return s.svg(
    sky(s, ["#26324C", "#37465F", "#64748C", "#93A1B2"], 800),
    beam(470, 364, -80, 230, 90, "#FFF1C4", 0.6) + beam(470, 364, 860, 180, 90, "#FFF1C4", 0.5),
    lighthouse(s, 470, 820, 530, { lit: true }),
    halo(470, 364, 120, colour.glow, 0.2),
    bank(600, "#A9B6C3", 0.92),
    at(150, 742, 0.62, boat(s, 0, 0, 200, "#7A3F3A", { cabin: "#C9CED4", mast: true })),
    halo(142, 690, 50, colour.glow, 0.25) + dot(146, 684, 5, colour.glow),
    bank(720, "#BFC9D3", 0.85, 40),
    at(560, 900, 3.2, gull({ kind: "stand" })),
    fill(blob(752, 650, 76, 44, 3, 0.1), "#CBD4DC", 'opacity="0.96"') + fill(blob(792, 680, 60, 40, 6, 0.1), "#CBD4DC"),
    bank(850, "#D5DDE3", 0.96, -30),
    bank(950, "#E2E8EC", 1, 20),
  );
}

function stop(): string {
  const s = page("stop");
  const outside = fill(box(0, 100, 768, 560), "#8C9AAB") + fill(smooth([[0, 300], [200, 260], [420, 320], [768, 270], [768, 700], [0, 700]]), "#A9B6C3") + fill(smooth([[0, 480], [300, 430], [768, 490], [768, 700], [0, 700]]), "#BFC9D3");
  return s.svg(
    raised(
    lampRoom(s, outside, "#3C4468", "#4A4058"),
    fill(poly([[420, 430], [820, 260], [820, 560]]), colour.glow, 'opacity="0.5"'),
    halo(420, 440, 180, colour.glow, 0.12),
    at(420, 470, 1.25, lens(true)),
    fill(box(300, 742, 240, 90, 3), "#2C3450") + cog(350, 788, 34, "#B9812A") + cog(408, 776, 24, "#8C939A") + stroke("M440 800h70M440 780h50", "#B9812A", 6) + dot(490, 800, 13, colour.vermilion),
    at(190, 850, 3.1, play(s, "lou", { mood: "curious", look: 0.8, hands: [[-22, -34], [42, -44]], lean: 5 })),
    stroke("M326 700l12 -12M318 684l-2 -18M340 714l16 -4", colour.glow, 5),
    cog(640, 806, 52, "#D9A03F"),
    stroke("M566 838q-26 4 -40 -2M560 808q-20 0 -30 -8", CREAM, 5, 'opacity="0.7"'),
    at(636, 758, 1.7, gull({ kind: "cry" }), { rotate: -8 }),
    ),
  );
}

function push(): string {
  const s = page("push");
  const cow = smooth([[470, 300], [448, 262], [470, 270], [496, 286], [560, 282], [620, 292], [660, 318], [670, 430], [658, 520], [640, 520], [634, 440], [560, 440], [548, 520], [530, 520], [526, 400], [490, 380], [440, 372], [432, 340]], true, 0.55);
  return s.svg(
    raised(
    fill(box(-10, -10, 790, 1160), "#4A4A7C"),
    fill(poly([[250, 430], [800, 130], [800, 610]]), "#F3C873", 'opacity="0.5"'),
    fill(box(-10, -10, 790, 60), "#2C3450"),
    stroke("M80 60V700M700 60V700", "#363E66", 16),
    s.grain(box(0, 60, 768, 640), "#4A4A7C", { angle: 90, count: 70, length: 60, width: 3, opacity: 0.3 }),
    fill(cow, "#2F2C55", 'opacity="0.85"') + stroke("M662 330Q700 360 690 440", "#2F2C55", 9, 'opacity="0.85"') + stroke("M470 268q-14 -20 -6 -34M492 280q14 -20 30 -22", "#2F2C55", 10, 'opacity="0.85"') + fill(blob(590, 450, 24, 16, 3), "#2F2C55", 'opacity="0.85"'),
    fill(smooth([[-20, 716], [384, 704], [790, 716], [790, 1150], [-20, 1150]], true, 0.3), "#3C2F48"),
    halo(260, 430, 230, colour.glow, 0.17),
    at(260, 460, 1.35, lens(true)),
    fill(blob(470, 856, 130, 14, 3), colour.ink, 'opacity="0.35"'),
    at(462, 850, 3.5, play(s, "louSleeves", { mood: "cross", look: -0.8, legs: "run", hands: [[-30, -66], [-24, -50]], lean: -24, held: dots([[-14, -73, 4.4], [6, -73, 4.4]], colour.vermilion, 'opacity="0.5"') }), { flip: false }),
    fill(smooth([[590, 842], [650, 812], [720, 824], [738, 858], [660, 868]], true, 0.8), "#F6C12E") + stroke("M620 846L690 838", darker("#F6C12E", 0.2), 4),
    stroke("M560 790q14 -4 22 6M572 762q16 -2 24 10", CREAM, 5, 'opacity="0.7"'),
    at(96, 850, 1.5, gull({ kind: "stand" })),
    ),
  );
}

function song(): string {
  const s = page("song");
  const [x, y] = [384, 470];
  const ray = (a: number, r: number, w: number) => fill(poly([[x, y], [x + Math.cos(a - w) * r, y + Math.sin(a - w) * r * 0.8], [x + Math.cos(a + w) * r, y + Math.sin(a + w) * r * 0.8]]), colour.glow, 'opacity="0.34"');
  const light = "#FFF3CC";
  const fish = fill(smooth([[-70, 0], [-20, -26], [40, -16], [66, -2], [96, -26], [90, 24], [64, 6], [30, 20], [-30, 20]], true, 0.6), light) + dot(-40, -4, 6, NAVY) + stroke("M-10 -14q8 12 0 26M14 -12q8 10 0 22", "#E5B85A", 4) + stroke("M-60 8q8 8 18 4", NAVY, 4);
  const crab = fill(smooth([[-50, 0], [-36, -26], [0, -34], [36, -26], [50, 0], [30, 20], [-30, 20]], true, 0.9), light) + stroke("M-46 -8Q-80 -20 -78 -50M46 -8Q80 -20 78 -50M-40 12L-66 32M-28 18L-44 42M40 12L66 32M28 18L44 42", light, 9) + fill(smooth([[-78, -46], [-96, -70], [-76, -80], [-62, -62]], true, 0.7), light) + fill(smooth([[78, -46], [96, -70], [76, -80], [62, -62]], true, 0.7), light) + dots([[-14, -12, 5.6], [14, -12, 5.6]], NAVY) + stroke("M-14 4q14 12 28 0", NAVY, 4);
  const whale = fill(smooth([[-130, 10], [-110, -50], [-30, -74], [60, -50], [110, -10], [140, -50], [176, -56], [158, -20], [170, 10], [130, 16], [60, 50], [-60, 56]], true, 0.85), light) + dot(-80, -16, 7, NAVY) + stroke("M-124 16Q-90 30 -56 14", NAVY, 5) + stroke("M-40 -76Q-44 -110 -66 -116M-38 -76Q-36 -112 -14 -118", light, 8) + stroke("M-70 46h60M-60 36h70", "#E5B85A", 4);
  return s.svg(
    fill(box(-10, -10, 790, 1050), "#0E2A4A"),
    s.grain(box(0, 0, 768, 1024), "#0E2A4A", { tint: "#2A5A7A", angle: 6, count: 110, length: 50, width: 4, opacity: 0.5 }),
    ray(-2.35, 640, 0.3) + ray(-0.55, 640, 0.3) + ray(1.65, 436, 0.42),
    `<circle cx="${x}" cy="${y}" r="250" fill="none" stroke="${colour.glow}" stroke-width="3" stroke-dasharray="4 22" opacity="0.7"/>`,
    fill(blob(x, y + 30, 130, 92, 6, 0.1), "#39425F") + fill(blob(x - 30, y + 44, 66, 40, 3, 0.1), "#4A5478") + fill(blob(x + 80, y + 84, 30, 20, 3, 0.1), "#39425F"),
    stroke(`M${x - 150} ${y + 60}q-20 -10 -10 -30M${x + 150} ${y + 40}q20 -10 14 -30M${x - 90} ${y + 130}q40 24 90 16`, CREAM, 6, 'opacity="0.5"'),
    dot(x, y, 70, colour.paper) + dot(x, y, 54, colour.vermilion) + dot(x, y, 38, colour.paper) + halo(x, y, 90, colour.glow, 0.25) + dot(x, y, 19, colour.glow),
    at(x + 34, y - 18, 0.5, play(s, "lou", { mood: "laughing", look: 0.3, hands: [[-34, -84], [34, -84]] })),
    at(x - 58, y - 6, 0.42, gull({ kind: "cry" }), { flip: true }),
    at(160, 250, 1.05, fish, { rotate: -22 }),
    at(600, 300, 1.0, crab, { rotate: 14 }),
    at(384, 724, 1.15, whale, { rotate: -6 }),
    sparkle(250, 140, 14) + sparkle(690, 190, 12) + sparkle(160, 640, 12) + sparkle(620, 640, 14),
  );
}

function boatPage(): string {
  const s = page("boat");
  return s.svg(
    sky(s, ["#46566E", "#5E7088", "#7A8CA2", "#9AA9BA"], 700),
    fill(poly([[800, 120], [800, 330], [-60, 700], [-60, 480]]), colour.glow, 'opacity="0.3"'),
    fill(smooth([[-60, 600], [200, 560], [480, 610], [840, 560], [840, 760], [-60, 760]]), "#B3BFCB", 'opacity="0.7"'),
    water(s, 690, ["#3E6478", "#345A70", "#274C64", "#1B3C54"], { crest: 12, count: 36, lights: "#C5D6DC" }),
    at(330, 760, 1, boat(s, 0, 0, 470, "#B8382B", { stripe: colour.paper, cabin: colour.paper, mast: true })),
    halo(310, 630, 90, colour.glow, 0.2),
    at(450, 680, 1.75, play(s, "fisher", { mood: "laughing", look: 0.4, legs: "none", hands: [[-24, -38], [34, -94]] })),
    fill(smooth([[97, 668], [240, 696], [430, 696], [584, 656], [560, 720], [420, 752], [230, 752], [110, 716]], true, 0.5), "#B8382B") + stroke("M104 682Q330 726 578 676", colour.paper, 10),
    stroke("M256 560l0 -70", colour.ink, 10) + fill(poly([[244, 496], [226, 462], [286, 462], [268, 496]]), "#C99A2E"),
    fill(blob(230, 420, 26, 20, 3, 0.09), CREAM) + fill(blob(176, 382, 36, 27, 4, 0.09), CREAM) + fill(blob(104, 344, 48, 36, 5, 0.09), CREAM),
    rock(s, 690, 830, 260, 150, "#39425F", 3) + rock(s, 560, 850, 130, 60, "#2C3450", 6) + stroke("M500 862q40 -14 90 -4M640 880q60 -16 120 0", CREAM, 6, 'opacity="0.7"'),
    at(676, 686, 1.9, gull({ kind: "cry" }), { flip: true }),
    fill(smooth([[-60, 850], [180, 830], [420, 852], [620, 836], [840, 854], [840, 1050], [-60, 1050]]), "#1B3048", 'opacity="0.94"'),
  );
}

function morning(): string {
  const s = page("morning");
  const fisher = (x: number, y: number, k: number, mood: "happy" | "surprised" | "laughing" | "curious") => at(x, y, 1.15, play(s, "fisher", { mood, look: k, legs: "walk", hands: [[-26, -44], [26, -44]] })) + stroke(`M${x + 22} ${y + 4}l10 -4M${x + 24} ${y + 10}l12 0`, colour.ink, 2.6);
  return s.svg(
    sky(s, ["#BFE3EE", "#CFEAF0", "#E0F2F2", "#F3F7EC"], 700),
    fill(blob(120, 420, 60, 60, 3, 0.02), "#FFE08A"),
    cloud(330, 400, 180, colour.paper, 0.95, 3),
    water(s, 640, ["#6CB9C9", "#4FA3B8", "#3A8CA6"], { crest: 6, count: 34, lights: "#E8F6F4" }),
    farBird(230, 500, 44, NAVY) + farBird(170, 540, 34, NAVY),
    fill(poly([[470, 1040], [494, 560], [800, 560], [800, 1040]]), colour.paper) + s.inside(poly([[470, 1040], [494, 560], [800, 560], [800, 1040]]), fill(box(440, 700, 400, 130, 3), colour.vermilion) + fill(box(440, 950, 400, 130, 5), colour.vermilion)),
    fill(box(440, 536, 360, 30, 3), colour.ink) + stroke("M452 540V440M452 446H800M540 540V446M630 540V446M720 540V446", colour.ink, 7),
    at(668, 400, 0.62, lens(false)),
    at(570, 540, 2.1, play(s, "louSleeves", { mood: "sleepy", look: 0.4, tilt: 16, lean: 8, hands: [[-14, -40], [16, -38]], held: fill(smooth([[-22, -62], [0, -54], [24, -62], [28, -26], [0, -20], [-26, -26]], true, 0.6), colour.vermilion) + stroke("M-24 -50Q0 -42 26 -50M-26 -38Q0 -30 28 -38", colour.cream, 3) })),
    stroke("M500 330l26 0l-24 28l28 0M536 290l18 0l-16 18l18 0", NAVY, 5),
    at(748, 538, 1.15, gull({ kind: "stand", sleepy: true }), { flip: true }),
    fill(poly([[-10, 812], [470, 812], [470, 1040], [-10, 1040]]), "#8A7F86") + fill(box(-10, 800, 486, 22, 3), "#A79CA0") + s.grain(box(0, 826, 460, 200), "#8A7F86", { angle: 0, count: 30, length: 46, width: 4, opacity: 0.4 }),
    at(388, 808, 1.3, play(s, "louMother", { mood: "surprised", look: 0.8, hands: [[-22, -34], [30, -86]], held: fill(blob(17, -71, 11, 10, 3), colour.rose) })),
    fisher(70, 808, 0.6, "surprised") + fisher(150, 810, 0.6, "laughing") + fisher(232, 808, -0.5, "curious") + fisher(310, 810, -0.6, "happy"),
  );
}

/** The pictures of Le phare de Lou by page name; each call draws the complete SVG. */
export const scenes: Record<string, () => string> = { cover, title, departure, stairs, lamp, fog, stop, push, song, boat: boatPage, morning };

/** Where the text stands on each page, in page units. */
export const textPlaces: Record<string, { x: number; y: number; width: number; align: "left" | "center" | "right"; colour: string; size: number }> = {
  title: { x: 84, y: 70, width: 600, align: "center", colour: CREAM, size: 38 },
  departure: { x: 56, y: 48, width: 656, align: "left", colour: NAVY, size: 26 },
  stairs: { x: 186, y: 46, width: 396, align: "center", colour: CREAM, size: 25 },
  lamp: { x: 54, y: 806, width: 660, align: "left", colour: CREAM, size: 25 },
  fog: { x: 60, y: 44, width: 648, align: "left", colour: CREAM, size: 26 },
  stop: { x: 60, y: 838, width: 648, align: "left", colour: CREAM, size: 24 },
  push: { x: 60, y: 822, width: 648, align: "left", colour: CREAM, size: 25 },
  song: { x: 54, y: 836, width: 664, align: "left", colour: CREAM, size: 24 },
  boat: { x: 54, y: 852, width: 664, align: "left", colour: CREAM, size: 25 },
  morning: { x: 50, y: 44, width: 668, align: "left", colour: NAVY, size: 25 },
};
