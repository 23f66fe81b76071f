import { at, badger, blob, box, colour, darker, dot, dots, fill, grass, ground, halo, hedgehog, lantern, leaves, mix, moon, mouse, mushroom, owl, poly, reeds, rock, Sheet, sky, smooth, snowfall, stars, stroke } from "../../art";
import { cover } from "./cover";
import { AUTUMN, farLight, trunks } from "./wood";

const NIGHT = ["#0F2A3A", "#123A48", "#16484F"] as const;
const CREAM = "#FFF3D6";
const page = (name: string) => new Sheet(`lyktan-${name}`, 1024, 768);

/** Fire under a pot. */
function fire(x: number, y: number, size: number): string {
  return at(x, y, size, stroke("M-36 2L34 -6M-32 -8L36 4", colour.bark, 10) + fill(smooth([[-30, -4], [-24, -34], [-12, -24], [0, -62], [12, -26], [24, -38], [30, -4], [0, 6]], true, 0.8), colour.vermilion) + fill(smooth([[-16, -4], [-8, -26], [2, -40], [10, -22], [16, -4], [0, 4]], true, 0.8), colour.apricot) + fill(smooth([[-7, -4], [0, -22], [7, -4], [0, 2]]), colour.glow));
}

function pot(x: number, y: number, size: number): string {
  return at(x, y, size, stroke("M-46 -62Q0 -120 46 -62", colour.ink, 6) + fill(smooth([[-62, -62], [62, -62], [66, -30], [40, 4], [-40, 4], [-66, -30]], true, 0.8), "#2C3440") + fill(blob(0, -62, 62, 14, 3, 0.02), "#46525F") + fill(blob(0, -62, 52, 10, 4, 0.02), "#D9A24A") + dots([[-24, -63, 6], [6, -60, 7], [28, -64, 5]], "#F3E2B8") + stroke("M-48 -46Q-50 -24 -34 -10", "#5C6A78", 6));
}

function onion(x: number, y: number, size: number, drop: number): string {
  return stroke(`M${x} ${y - drop}V${y - size}`, "#7A5A34", 3) + fill(smooth([[x, y - size * 1.2], [x + size * 0.3, y - size * 0.7], [x + size, y], [x + size * 0.5, y + size * 0.8], [x - size * 0.5, y + size * 0.8], [x - size, y], [x - size * 0.3, y - size * 0.7]], true, 0.9), "#D08A3C") + stroke(`M${x - size * 0.4} ${y - size * 0.4}Q${x - size * 0.7} ${y} ${x - size * 0.3} ${y + size * 0.6}M${x + size * 0.3} ${y - size * 0.4}Q${x + size * 0.6} ${y} ${x + size * 0.2} ${y + size * 0.6}`, "#A8612A", 2.4);
}

function title(): string {
  const s = page("title");
  return s.svg(
    sky(s, NIGHT, 620),
    stars([0, 0, 1024, 80], 12, 6, "#CFE3DC"),
    trunks(s, "#1A4E56", [[70, 30, 8], [250, 26, -8], [420, 24, 6], [610, 26, -6], [800, 26, 6], [930, 32, -8]], 560, 2),
    farLight(690, 470, 1.1),
    ground(s, [540, 520, 548, 526, 520, 545], "#14404A", { tint: "#2B6A6B" }),
    trunks(s, "#0E3440", [[160, 46, -10], [890, 56, 10]], 620, 5),
    ground(s, [720, 650, 560, 540, 590, 660, 700], "#5A3326", { tint: colour.rust }),
    leaves([180, 560, 680, 160], 70, 13, AUTUMN, 4),
    halo(520, 560, 200, colour.glow, 0.15),
    at(410, 612, 2.3, hedgehog({ back: true, hand: [48, -28], wind: 0.2 })),
    ground(s, [740, 725, 700, 715, 700, 735, 745], "#3D2420", { tint: colour.rust }),
    leaves([0, 700, 1024, 70], 50, 17, AUTUMN, 9),
    mushroom(842, 735, 70) + mushroom(890, 742, 44),
  );
}

function door(): string {
  const s = page("door");
  const root = smooth([[-30, 0], [260, -20], [300, 180], [350, 330], [450, 470], [580, 610], [520, 650], [420, 600], [-30, 640]], true, 0.8);
  const hole = blob(225, 480, 108, 124, 3, 0.02, 14);
  return s.svg(
    sky(s, NIGHT, 600),
    trunks(s, "#1A4E56", [[520, 28, 6], [690, 26, -6], [830, 26, 8], [960, 32, -4]], 560, 4),
    farLight(770, 478, 0.9),
    ground(s, [560, 560, 545, 530, 545, 520], "#14404A", { tint: "#2B6A6B" }),
    trunks(s, "#0E3440", [[985, 70, 14]], 640, 5),
    ground(s, [600, 610, 620, 610, 600, 620], "#5A3326", { tint: colour.rust }),
    s.paper(root, "#4A3026", { angle: 62, count: 90, length: 46, width: 4, tint: "#6E4A36", opacity: 0.55 }),
    fill(blob(225, 480, 132, 148, 5, 0.03), "#33201A"),
    fill(hole, "#F0B65C"),
    s.inside(hole, fill(box(100, 380, 260, 240), "#D98F45", 'opacity="0.5"') + fill(smooth([[110, 590], [130, 540], [200, 528], [265, 540], [290, 590]]), "#8A4A2A") + leaves([125, 530, 150, 50], 34, 13, AUTUMN, 3) + fill(box(262, 470, 60, 8), colour.bark) + fill(smooth([[276, 470], [274, 446], [302, 446], [300, 470]], true, 0.3), colour.paper) + stroke("M302 450q12 2 0 14", colour.paper, 4) + at(-58, -10, 1, fill(smooth([[276, 604], [278, 578], [300, 574], [336, 594], [336, 606]], true, 0.8), colour.vermilion) + fill(smooth([[280, 584], [296, 576], [306, 586], [290, 594]], true, 0.8), colour.cream))),
    fill(smooth([[100, 612], [110, 500], [70, 470], [58, 600]], true, 0.6), colour.teal) + dot(78, 560, 5, colour.glow),
    fill(box(120, 604, 232, 24, 5, 3), "#9AA1A6") + fill(box(96, 624, 280, 28, 8, 3), "#7F878E"),
    stroke("M430 640L388 470", "#B98A52", 9) + fill(poly([[412, 600], [442, 592], [470, 654], [412, 662]]), "#D9A24A") + stroke("M424 608l4 48M434 606l14 44", "#A8752E", 3),
    halo(560, 610, 170, colour.glow, 0.12),
    at(530, 672, 1.75, hedgehog({ mood: "surprised", hand: [42, -28], lantern: "none", other: [30, -22] })),
    leaves([640, 640, 390, 110], 46, 15, AUTUMN, 5),
    leaves([0, 690, 620, 70], 22, 15, AUTUMN, 7),
    mushroom(900, 690, 60),
    grass(0, 770, 1024, 36, "#2E4A3C", 4, 60),
  );
}

function path(): string {
  const s = page("path");
  const way = smooth([[620, 470], [640, 500], [560, 540], [420, 570], [330, 620], [420, 690], [560, 790], [860, 790], [760, 680], [620, 620], [660, 575], [740, 535], [700, 490], [660, 468]], true, 0.9);
  return s.svg(
    sky(s, NIGHT, 620),
    trunks(s, "#1A4E56", [[60, 30, 8], [210, 26, -8], [480, 22, 6], [840, 26, 6], [960, 32, -8]], 540, 2),
    farLight(646, 440, 1.1),
    ground(s, [500, 520, 490, 470, 480, 530], "#184450", { tint: "#2B6A6B" }),
    trunks(s, "#0E3440", [[130, 60, -12], [930, 66, 14]], 640, 5),
    ground(s, [540, 560, 590, 560, 540, 570], "#3B2A2A", { tint: colour.rust }),
    s.paper(way, "#A8562C", { tint: "#D98C45", count: 60, length: 20, angle: 30, opacity: 0.5 }),
    leaves([360, 560, 380, 210], 90, 12, AUTUMN, 6),
    fill(blob(462, 706, 90, 11, 3), colour.ink, 'opacity="0.3"'),
    halo(590, 640, 190, colour.glow, 0.14),
    at(450, 705, 1.95, hedgehog({ mood: "curious", walk: true, hand: [54, -34], swing: -24, wind: 0.45 })),
    at(868, 716, 1, dots([[-30, -14, 9], [-8, -14, 9]], colour.paper) + dots([[-28, -14, 4.6], [-6, -14, 4.6]], colour.ink)),
    mushroom(900, 735, 96),
    mushroom(968, 742, 54, "#C77A32"),
    trunks(s, "#0A222C", [[10, 80, -20]], 770, 9),
    leaves([0, 700, 330, 70], 26, 17, AUTUMN, 9),
  );
}

function badgerKitchen(): string {
  const s = page("badger");
  const cave = smooth([[-20, 610], [-20, 120], [160, 40], [512, 14], [860, 40], [1050, 140], [1050, 620]], true, 0.7);
  const doorway = smooth([[770, 560], [768, 340], [860, 250], [955, 340], [960, 560]], true, 0.7);
  return s.svg(
    fill(box(-10, -10, 1050, 790), "#2A1A16"),
    s.paper(cave, "#8A4F2C", { tint: "#A8683A", count: 110, length: 46, width: 4, angle: 16, opacity: 0.4 }),
    halo(360, 430, 330, colour.glow, 0.12),
    at(-54, -50, 1, fill(blob(190, 250, 76, 74, 4, 0.03), "#4A2A1C") + fill(blob(190, 250, 60, 58, 5, 0.03), "#123A48") + stroke("M190 192V308M132 250H248", "#4A2A1C", 8) + stroke("M214 306Q236 326 226 352Q220 370 236 382", colour.rose, 6)),
    fill(doorway, "#123A48"),
    s.inside(doorway, stroke("M800 240V580M905 240V580", "#0B2630", 22) + farLight(856, 360, 0.6) + fill(box(760, 520, 220, 60), "#3B2A2A")),
    stroke("M770 566L768 340Q860 170 955 340L960 566", "#4A2A1C", 22),
    stroke("M330 64L690 54", "#4A2A1C", 9),
    onion(400, 132, 26, 72) + onion(462, 160, 30, 100) + onion(524, 126, 26, 68) + onion(590, 158, 30, 100) + onion(650, 120, 24, 64),
    fill(box(20, 400, 150, 14), "#4A2A1C") + fill(box(36, 352, 32, 48, 3), colour.teal) + fill(box(76, 362, 28, 38, 4), colour.cream) + fill(box(112, 346, 36, 54, 5), colour.apricot),
    fill(smooth([[-20, 556], [300, 540], [700, 556], [1050, 540], [1050, 790], [-20, 790]], true, 0.5), "#2A1A16"),
    s.grain(box(0, 560, 1024, 210), "#2A1A16", { tint: "#5A3326", count: 60, length: 40, angle: 3, opacity: 0.4, width: 3 }),
    fire(470, 560, 1.1),
    pot(470, 535, 1.5),
    stroke("M430 400Q420 370 440 346Q458 324 444 296M500 404Q516 372 498 350Q486 330 500 306", colour.cream, 7, 'opacity="0.45"'),
    at(300, 566, 2.4, badger(s, { hand: [58, -72], other: [-40, -34], held: "" })),
    stroke("M438 392L462 440", "#C98A4A", 9),
    at(858, 570, 1.45, hedgehog({ mood: "curious", hand: [-34, -26], lantern: "none", other: [-44, -56], wind: 0 }), { flip: true }),
    at(936, 545, 0.8, lantern(true)),
  );
}

function owlPage(): string {
  const s = page("owl");
  return s.svg(
    sky(s, ["#0D2233", "#11303F", "#154049"], 640),
    stars([600, 0, 300, 420], 16, 9, "#CFE3DC"),
    moon(s, 830, 190, 110, 0, "#F5EFD2"),
    halo(830, 190, 230, "#F5EFD2", 0.06),
    trunks(s, "#184A54", [[60, 26, 8], [330, 26, -8], [520, 22, 6]], 580, 2),
    ground(s, [560, 570, 555, 560, 540, 560], "#123642", { tint: "#2B6A6B" }),
    trunks(s, "#0A222C", [[975, 120, 10]], 700, 5),
    s.paper(smooth([[1030, 420], [800, 436], [600, 420], [500, 436], [600, 450], [800, 470], [1030, 480]], true, 0.9), "#1B2A30", { tint: "#3C5A60", angle: 2, count: 30, length: 40 }),
    stroke("M640 434Q600 400 560 396M700 456Q660 500 640 502", "#1B2A30", 12),
    at(780, 436, 2.7, owl({ kind: "tawny", specs: true, down: 1, look: -0.3 })),
    fill(poly([[700, 380], [776, 396], [852, 380], [850, 316], [776, 334], [702, 316]]), colour.paper) + fill(poly([[694, 384], [776, 402], [858, 384], [858, 392], [776, 412], [694, 392]]), colour.vermilion) + stroke("M716 334l48 10M716 348l48 10M716 362l40 8M790 344l48 -10M790 358l48 -10M790 372l36 -8", colour.stone, 3) + stroke("M776 334V396", colour.stone, 3),
    dots([[704, 352, 9], [848, 352, 9]], "#7A5440"),
    ground(s, [660, 640, 660, 690, 680, 700], "#3D2A2A", { tint: colour.rust }),
    halo(380, 610, 150, colour.glow, 0.13),
    at(270, 690, 1.9, hedgehog({ mood: "curious", hand: [50, -34], other: [-24, -22] }), { rotate: -8 }),
    leaves([0, 650, 1024, 110], 60, 15, AUTUMN, 5),
    grass(0, 770, 1024, 40, "#1F3F3C", 8, 70),
  );
}

function wind(): string {
  const s = page("wind");
  const gust = (y: number, w: number, x: number) => `M${x + w} ${y}Q${x + w * 0.6} ${y - 36} ${x + w * 0.3} ${y}Q${x + w * 0.1} ${y + 22} ${x} ${y - 6}Q${x - 30} ${y - 34} ${x - 6} ${y - 46}Q${x + 22} ${y - 48} ${x + 16} ${y - 26}`;
  return s.svg(
    sky(s, ["#10202E", "#132F3C", "#183F48"], 640),
    trunks(s, "#1B4650", [[120, 28, -60], [420, 26, -50], [660, 24, -56], [880, 30, -64]], 560, 2),
    ground(s, [560, 540, 560, 530, 560], "#14343E", { tint: "#2B6A6B" }),
    stroke(gust(330, 420, 80) + gust(450, 360, 520) + gust(560, 260, 60), "#9CC4BE", 8, 'opacity="0.55"'),
    trunks(s, "#0A222C", [[985, 90, -70]], 660, 5),
    ground(s, [640, 620, 600, 620, 640], "#3D2A2A", { tint: colour.rust }),
    leaves([40, 300, 900, 330], 90, 16, AUTUMN, 5),
    at(215, 420, 1, leafFace(), { rotate: -14 }),
    halo(786, 500, 140, colour.glow, 0.15),
    at(610, 690, 2.2, hedgehog({ mood: "worried", walk: true, hand: [70, -76], other: [-30, -20], wind: 1, held: at(-36, 0, 0.62, lantern(false), { rotate: 30 }) }), { rotate: 6 }),
    at(788, 508, 1, stroke("M-4 22L2 -6", "#E9D7B4", 6) + fill(smooth([[2, -34], [12, -14], [4, 0], [-8, -6]]), colour.apricot) + fill(smooth([[2, -20], [6, -8], [0, -2], [-4, -8]]), colour.glow)),
    stroke("M20 768q-40 -40 -70 -40M120 768q-30 -50 -80 -52M260 768q-20 -46 -70 -50M420 768q-30 -46 -80 -46M560 768q-20 -50 -80 -50M760 768q-30 -50 -80 -46M900 768q-20 -50 -80 -50M1010 768q-20 -46 -70 -46", "#3F6B58", 8),
    leaves([0, 670, 1024, 90], 30, 17, AUTUMN, 9),
  );
}

function leafFace(): string {
  return fill(smooth([[-86, 10], [-50, -34], [10, -48], [70, -26], [96, 6], [60, 40], [0, 50], [-56, 40]], true, 0.9), colour.vermilion) + stroke("M-86 10Q0 0 120 -2M-30 4l-16 -24M10 2l-12 -30M50 0l-8 -20M-30 8l-10 22M10 6l-6 28", darker(colour.vermilion, 0.3), 4) + dots([[-40, -8, 7], [0, -12, 7]], colour.ink) + fill(blob(-64, 18, 13, 11, 3), colour.ink) + stroke("M-86 14Q-130 6 -160 18M-86 26Q-120 28 -146 40", colour.paper, 5, 'opacity="0.7"') + dot(-14, 14, 10, colour.rose, 'opacity="0.7"');
}

function pond(): string {
  const s = page("pond");
  const water = smooth([[-40, 560], [200, 480], [520, 456], [820, 480], [1070, 560], [1070, 800], [-40, 800]], true, 0.7);
  const igge = hedgehog({ mood: "happy", hand: [70, -82], other: [44, -26], held: at(46, -2, 0.62, lantern(true)) });
  return s.svg(
    sky(s, ["#0D2230", "#113240", "#15424C"], 560),
    trunks(s, "#1A4E56", [[60, 26, 8], [210, 24, -8], [640, 24, 6], [880, 26, -6], [980, 30, 8]], 450, 2),
    ground(s, [440, 430, 410, 420, 440, 450], "#14404A", { tint: "#2B6A6B" }),
    ground(s, [500, 470, 446, 440, 452, 500], "#4A2E26", { tint: colour.rust }),
    leaves([80, 440, 860, 50], 46, 11, AUTUMN, 4),
    fill(water, "#0A1A22"),
    s.inside(
      water,
      fill(smooth([[-40, 640], [300, 600], [1070, 640], [1070, 800], [-40, 800]], true, 0.6), "#07141B") +
        halo(700, 600, 180, colour.glow, 0.1) +
        at(600, 484, 1.75, igge, { rotate: 180, flip: true, opacity: 0.62 }) +
        stroke("M430 560h90M560 590h160M470 640h120M640 660h110M520 700h90M300 610h70M800 570h90M120 640h80M860 690h70", "#4F8A8C", 4, 'opacity="0.55"'),
    ),
    halo(700, 400, 170, colour.glow, 0.13),
    at(600, 482, 1.75, igge),
    reeds(90, 560, 200, 8, "#2F6B5A", 4),
    reeds(955, 600, 170, 7, "#2F6B5A", 8),
    rock(s, 250, 520, 110, 50, "#3A4A52", 3),
    leaves([160, 560, 200, 100], 8, 13, AUTUMN, 12),
  );
}

function second(): string {
  const s = page("second");
  const ring = (x: number, y: number, rx: number, ry: number, w: number, o: number) => `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="none" stroke="${colour.apricot}" stroke-width="${w}" opacity="${o}"/>`;
  return s.svg(
    fill(box(-10, -10, 1050, 790), "#0B2029"),
    s.grain(box(0, 0, 1024, 768), "#0B2029", { tint: "#27525A", angle: 0, count: 90, length: 90, width: 4, opacity: 0.5 }),
    fill(smooth([[-20, 0], [1050, 0], [1050, 60], [760, 84], [400, 64], [-20, 96]], true, 0.5), "#4A2E26") + leaves([0, 20, 1024, 60], 50, 15, AUTUMN, 3),
    grass(0, 96, 1024, 30, "#2F6B5A", 3, 50),
    halo(470, 300, 270, colour.glow, 0.11),
    at(290, 96, 3.1, hedgehog({ mood: "surprised", hand: [58, -34], other: [-22, -22], lantern: "lit" }), { rotate: 180, flip: true, opacity: 0.78 }),
    stroke("M150 210h120M210 262h190M330 330h150M180 370h130M430 396h120M520 200h90M560 250h70", "#0B2029", 7, 'opacity="0.7"'),
    ring(790, 330, 60, 24, 5, 0.75) + ring(790, 330, 116, 48, 4, 0.5) + ring(790, 330, 180, 76, 3.4, 0.34) + ring(790, 330, 250, 108, 3, 0.2),
    halo(790, 330, 72, colour.vermilion, 0.22),
    fill(smooth([[790, 296], [806, 324], [800, 350], [780, 350], [774, 324]]), "#E4572E") + fill(smooth([[790, 318], [797, 334], [790, 346], [783, 334]]), colour.glow),
    leaves([40, 420, 240, 110], 6, 18, AUTUMN, 12) + leaves([880, 440, 140, 60], 4, 18, AUTUMN, 5),
  );
}

function mousePage(): string {
  const s = page("mouse");
  const prints: [number, number, number][] = [];
  for (let i = 0; i < 26; i++) {
    const t = i / 25;
    prints.push([730 + Math.sin(t * 7) * 90 * (1 - t * 0.5) + t * 110, 640 - t * 260, 5.4 - t * 3.4]);
  }
  return s.svg(
    sky(s, NIGHT, 560),
    trunks(s, "#1A4E56", [[60, 28, 8], [230, 24, -8], [470, 24, 6], [640, 24, -6], [930, 28, 8]], 470, 2),
    ground(s, [440, 450, 430, 400, 370, 390], "#184450", { tint: "#2B6A6B" }),
    ground(s, [560, 550, 560, 520, 470, 440], "#4A2E26", { tint: colour.rust }),
    dots(prints, "#1B1210"),
    halo(520, 560, 300, colour.glow, 0.11, 5),
    fill(blob(330, 692, 110, 13, 3), colour.ink, 'opacity="0.3"') + fill(blob(660, 694, 56, 9, 3), colour.ink, 'opacity="0.3"'),
    at(340, 692, 2.5, hedgehog({ mood: "happy", hand: [58, -30], other: [-20, -20] })),
    at(660, 694, 1.75, mouse({ mood: "happy" }), { flip: true }),
    trunks(s, "#0A222C", [[996, 70, 10]], 740, 9),
    ground(s, [740, 716, 724, 712, 722, 716], "#2E1C1A", { tint: colour.rust }),
    leaves([0, 700, 1024, 70], 56, 15, AUTUMN, 7),
    mushroom(130, 720, 64),
  );
}

function home(): string {
  const s = page("home");
  const mound = smooth([[300, 800], [330, 520], [430, 330], [620, 220], [820, 240], [980, 330], [1060, 420], [1060, 800]], true, 0.8);
  const glass = blob(720, 470, 200, 150, 4, 0.015, 14);
  return s.svg(
    sky(s, ["#0F2236", "#143249", "#1B4659"], 640),
    stars([660, 0, 360, 230], 14, 5, "#DCE9F4"),
    trunks(s, "#1A4450", [[60, 30, 8], [260, 26, -8]], 600, 2),
    ground(s, [620, 600, 610, 600, 600, 620], "#26434C", { tint: "#4F7A80" }),
    at(36, 62, 1,
    s.paper(mound, "#4A3026", { tint: "#6E4A36", count: 90, angle: 40, length: 40, width: 4, opacity: 0.5 }) +
    stroke("M420 350Q470 300 620 228Q720 210 820 246Q920 280 990 344", "#E4ECF2", 15, 'opacity="0.9"') +
    fill(blob(720, 470, 226, 174, 6, 0.02), "#33201A") +
    fill(glass, "#F3BE66") +
    s.inside(
      glass,
      fill(box(500, 300, 460, 120), "#D98F45", 'opacity="0.45"') +
        onion(640, 366, 16, 60) + onion(700, 350, 14, 50) + onion(790, 362, 16, 60) +
        at(728, 600, 1.75, badger(s, { hand: [34, -60], other: [-34, -60] })) +
        at(600, 602, 1.25, hedgehog({ mood: "happy", lantern: "none", hand: [44, -34], held: bowl(46, -40), wind: 0 })) +
        at(838, 590, 1.25, mouse({ mood: "happy", shell: false }), { flip: true }) +
        at(806, 566, 1, bowl(0, 0)) +
        fill(box(500, 572, 460, 80), "#6E3F22") +
        pot(722, 600, 0.72),
    ) +
    stroke("M720 300V356M522 470H560M882 470H920", "#33201A", 12) +
    fill(smooth([[510, 300], [600, 296], [720, 280], [840, 296], [930, 306], [840, 318], [720, 306], [600, 316]], true, 0.8), "#E4ECF2", 'opacity="0.9"')),
    ground(s, [690, 680, 660, 664, 660, 668], "#DCE6EE", { tint: "#AFC3D4", count: 60 }),
    fill(box(250, 646, 220, 26, 4, 3), "#8C939A") + fill(box(220, 668, 280, 30, 7, 3), "#747C86"),
    halo(390, 604, 170, colour.glow, 0.14),
    at(410, 620, 1.05, lantern(true)),
    at(330, 646, 1, fill(smooth([[-16, -16], [16, -16], [13, -4], [0, 1], [-13, -4]], true, 0.8), "#8A5A34") + stroke("M0 -17V-26", colour.paper, 6) + fill(smooth([[0, -46], [5, -36], [0, -28], [-5, -36]]), colour.vermilion) + dot(0, -33, 2.4, colour.glow)),
    fill(smooth([[100, 760], [112, 700], [190, 700], [204, 760]], true, 0.3), "#4A3026") + fill(blob(151, 700, 46, 11, 3), "#E4ECF2"),
    at(150, 700, 1.75, owl({ kind: "tawny", specs: true, down: 1, look: 0.6 })),
    fill(poly([[112, 652], [150, 662], [188, 652], [186, 612], [150, 624], [114, 612]]), colour.paper) + fill(poly([[108, 654], [150, 666], [192, 654], [192, 660], [150, 673], [108, 660]]), colour.vermilion) + stroke("M122 624l22 6M122 632l22 6M156 630l22 -6M156 638l22 -6", colour.stone, 2.4),
    snowfall([0, 310, 1024, 450], 46, 4, 5) + snowfall([690, 0, 330, 320], 16, 9, 5),
    dots([[540, 716, 3.4], [560, 724, 3.4], [580, 716, 3.4], [600, 724, 3.4]], mix("#AFC3D4", colour.ink, 0.3)),
  );
}

function bowl(x: number, y: number): string {
  return fill(smooth([[x - 17, y - 6], [x + 17, y - 6], [x + 11, y + 8], [x - 11, y + 8]], true, 0.6), colour.teal) + fill(blob(x, y - 6, 17, 4, 3), "#F3D38A");
}

/** The pictures of Vem lyser i skogen? by page name; each call draws the complete SVG. */
export const scenes: Record<string, () => string> = {
  cover,
  title,
  door,
  path,
  badger: badgerKitchen,
  owl: owlPage,
  wind,
  pond,
  second,
  mouse: mousePage,
  home,
};

/** Where the text stands on each page, in page units. */
export const textPlaces: Record<string, { x: number; y: number; width: number; align: "left" | "center" | "right"; colour: string; size: number }> = {
  title: { x: 162, y: 90, width: 700, align: "center", colour: CREAM, size: 40 },
  door: { x: 500, y: 56, width: 470, align: "left", colour: CREAM, size: 26 },
  path: { x: 100, y: 56, width: 824, align: "left", colour: CREAM, size: 26 },
  badger: { x: 62, y: 578, width: 900, align: "left", colour: CREAM, size: 25 },
  owl: { x: 60, y: 60, width: 540, align: "left", colour: CREAM, size: 26 },
  wind: { x: 80, y: 40, width: 864, align: "left", colour: CREAM, size: 26 },
  pond: { x: 70, y: 48, width: 884, align: "left", colour: CREAM, size: 26 },
  second: { x: 130, y: 556, width: 764, align: "left", colour: CREAM, size: 28 },
  mouse: { x: 80, y: 44, width: 864, align: "left", colour: CREAM, size: 26 },
  home: { x: 60, y: 44, width: 590, align: "left", colour: CREAM, size: 26 },
};
