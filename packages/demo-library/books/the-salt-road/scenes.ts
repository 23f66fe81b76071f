import { at, blob, box, colour, darker, dot, dots, farBird, fill, grass, ground, halo, house, lantern, lighter, moon, mule, ovals, peaks, play, type Point, poly, random, reeds, Sheet, sky, smooth, snowfall, stars, stroke } from "../../art";
import { brassPound, cover } from "./cover";

const page = (name: string) => new Sheet(`salt-${name}`, 1200, 800);
const SALT = "#F7F1E4";
const PLUM = "#4B2F4E";

const saddleBags = fill(smooth([[-26, -70], [-8, -76], [-4, -50], [-26, -48]], true, 0.7), "#E9DFC9") + fill(smooth([[4, -72], [22, -70], [22, -48], [2, -50]], true, 0.7), "#D8CBB0");

function comesHome(): string {
  const s = page("mule");
  const pan = (x: number, y: number, w: number, h: number, tone: string) => fill(poly([[x, y], [x + w, y - 3], [x + w + h * 0.5, y + h], [x - h * 0.4, y + h + 3]]), SALT) + fill(poly([[x + 10, y + 7], [x + w - 12, y + 5], [x + w + h * 0.5 - 22, y + h - 8], [x - h * 0.4 + 20, y + h - 6]]), tone);
  return s.svg(
    sky(s, ["#C85F4A", "#E07F52", "#F2A65A", "#F8C98C"], 440),
    dot(930, 340, 66, "#FFE3A8"),
    fill(smooth([[-20, 390], [260, 360], [560, 384], [900, 366], [1220, 386], [1220, 470], [-20, 470]], true, 0.8), "#7A4A5E"),
    house(s, 150, 436, 130, { wall: "#6B5262", roof: PLUM, lit: true, windows: 1, h: 66 }) + house(s, 300, 440, 110, { wall: "#7A5E68", roof: PLUM, lit: true, windows: 1, h: 58 }) + house(s, 1070, 438, 140, { wall: "#6B5262", roof: PLUM, lit: false, windows: 1, h: 66 }),
    stroke("M180 300q-16 -30 6 -56q22 -30 -4 -64M328 320q-14 -26 4 -50q18 -26 0 -52M1100 300q-16 -30 4 -54q20 -26 0 -56", "#F6E2D4", 12, 'opacity="0.45"'),
    ground(s, [450, 440, 446, 440, 450], "#8A7A78", { tint: "#A8968E" }),
    pan(60, 480, 220, 50, "#E99A6B") + pan(330, 478, 190, 50, "#F2B07A") + pan(840, 480, 260, 50, "#E99A6B"),
    pan(-40, 560, 300, 76, "#F2B07A") + pan(880, 566, 320, 76, "#F6C58E"),
    pan(-120, 670, 380, 110, "#F6C58E") + pan(920, 680, 380, 110, "#E99A6B"),
    s.paper(poly([[560, 444], [620, 444], [860, 820], [320, 820]]), "#D8C3A8", { tint: "#B59A7A", angle: 8, count: 50, length: 30, width: 4 }),
    fill(blob(600, 640, 110, 13, 3), PLUM, 'opacity="0.35"'),
    at(580, 636, 1.7, mule({ walk: true })),
    stroke("M668 460Q690 560 706 636", colour.vermilion, 4),
    at(360, 772, 2.5, play(s, "ibby", { mood: "surprised", look: 0.7, hands: [[-34, -74], [34, -70]] })),
    stroke("M430 778L560 742M546 724L574 764", "#8A5A34", 9) + stroke("M540 726l18 -8M552 744l20 -8M562 762l20 -8", "#8A5A34", 5),
    at(110, 640, 1, fill(poly([[-56, 0], [0, -66], [60, 0]]), SALT) + fill(poly([[6, -60], [0, -66], [60, 0], [24, 0]]), "#D8C9B4")) + at(1060, 650, 1, fill(poly([[-66, 0], [0, -76], [64, 0]]), SALT) + fill(poly([[6, -70], [0, -76], [64, 0], [24, 0]]), "#D8C9B4")),
    farBird(420, 170, 60, PLUM) + farBird(510, 140, 42, PLUM) + farBird(760, 210, 36, PLUM),
  );
}

function marsh(): string {
  const s = page("marsh");
  const bank = (y: number, o: number, k: number) => fill(smooth([[-80, y], [220 + k, y - 40], [560, y - 6], [900 - k, y - 46], [1280, y], [1280, y + 70], [700, y + 90], [-80, y + 70]], true, 0.9), "#EDF0EA", `opacity="${o}"`);
  const withy = (x: number, y: number, h: number, lean: number) => stroke(`M${x} ${y}Q${x + lean * 0.2} ${y - h * 0.5} ${x + lean} ${y - h}M${x + lean * 0.5} ${y - h * 0.6}l${-lean * 0.5 - 10} -24`, "#5A4A3E", Math.max(5, h * 0.05)) + fill(poly([[x + lean, y - h], [x + lean + h * 0.2, y - h + 8], [x + lean, y - h * 0.86]]), colour.vermilion);
  return s.svg(
    sky(s, ["#BCC8C4", "#C9D2CC", "#D6DCD4", "#E0E4DA"], 560),
    bank(240, 0.6, 40),
    ground(s, [420, 410, 424, 408, 420], "#A3AF9E", { tint: "#8C9A86" }),
    withy(640, 430, 90, 10) + withy(540, 470, 110, -12) + withy(760, 380, 60, 8) + withy(690, 350, 40, -6),
    bank(420, 0.75, -50),
    ground(s, [540, 520, 536, 520, 540], "#84937C", { tint: "#6B7A62" }),
    withy(180, 590, 220, -22) + withy(1060, 580, 200, 24) + withy(410, 540, 150, 16),
    reeds(90, 640, 190, 7, "#5C6B4E", 4) + reeds(1120, 650, 210, 8, "#5C6B4E", 8),
    fill(smooth([[-20, 640], [300, 600], [640, 620], [960, 600], [1220, 630], [1220, 820], [-20, 820]], true, 0.8), "#6E6A50"),
    fill(smooth([[360, 700], [520, 650], [820, 650], [900, 720], [760, 800], [460, 800]], true, 0.9), "#4E4A38"),
    at(690, 790, 2.5, play(s, "perrin", { mood: "worried", look: -0.7, legs: "none", hands: [[-40, -74], [-30, -66]] })),
    fill(smooth([[590, 740], [640, 716], [760, 718], [800, 744], [820, 810], [570, 810]], true, 0.8), "#4E4A38") + stroke("M610 742q40 -18 80 -4M690 730q50 -10 90 14M560 774q50 -14 100 0M720 778q50 -14 90 2", "#7A7456", 6),
    fill(blob(440, 716, 130, 14, 3), "#3A3628", 'opacity="0.5"'),
    at(440, 714, 2.1, mule({ load: saddleBags }), { flip: true }),
    stroke("M566 650Q584 630 592 608", darker("#4A3228", 0.55), 15),
    at(170, 736, 2.6, play(s, "ibby", { mood: "cross", look: 0.5, legs: "run", lean: -18, hands: [[26, -54], [34, -46]] })),
    stroke("M270 612Q286 560 296 540", colour.vermilion, 6),
    bank(700, 0.5, 30) + bank(780, 0.7, -40),
    grass(0, 806, 1200, 40, "#4E5A3E", 5, 70),
  );
}

function bridge(): string {
  const s = page("bridge");
  return s.svg(
    sky(s, ["#141B38", "#1D2650", "#2A3566", "#3D4A7E"], 700),
    stars([0, 0, 1200, 420], 70, 4),
    moon(s, 640, 150, 84, 0.2, "#F5EFD2", "#141B38"),
    halo(640, 150, 190, "#F5EFD2", 0.06),
    peaks(s, [[220, 620], [360, 400], [480, 520], [600, 360], [740, 540], [860, 420], [1000, 600]], 820, "#3A4472", "#C9CFE6"),
    fill(smooth([[320, 800], [480, 640], [600, 610], [720, 640], [900, 800]], true, 0.6), "#5A6A9E", 'opacity="0.5"'),
    stroke("M600 820Q580 740 600 680Q616 640 604 610", "#BFD0F0", 13, 'opacity="0.8"'),
    s.paper(poly([[-10, 470], [120, 452], [400, 470], [430, 520], [396, 600], [430, 690], [380, 820], [-10, 820]]), "#2B2440", { tint: "#4A3F66", angle: 80, count: 90, length: 50, width: 5, opacity: 0.6 }),
    s.paper(poly([[1210, 440], [960, 450], [820, 470], [794, 530], [830, 610], [790, 700], [840, 820], [1210, 820]]), "#2B2440", { tint: "#4A3F66", angle: 100, count: 90, length: 50, width: 5, opacity: 0.6 }),
    stroke("M820 470Q800 560 806 650Q812 710 786 760M850 470Q826 570 836 650Q842 720 816 770", "#B08A5A", 6) + stroke("M806 520l34 4M802 560l34 4M804 600l32 4M806 640l32 2M808 680l30 6M800 720l28 8", "#8A6240", 11),
    stroke("M400 470Q420 500 416 540M380 470Q390 520 384 570", "#B08A5A", 6) + stroke("M384 500l34 6M386 530l32 4", "#8A6240", 10),
    fill(box(376, 392, 17, 84, 2), "#5A4030") + fill(box(826, 392, 17, 84, 3), "#5A4030"),
    at(170, 462, 1.7, mule({ load: saddleBags })),
    at(330, 466, 2, play(s, "ibby", { mood: "worried", look: 0.8, hands: [[-24, -40], [38, -66]] })),
    at(930, 454, 2, play(s, "perrin", { mood: "sad", look: -0.8, hands: [[-26, -40], [20, -44]], held: fill(smooth([[8, -50], [30, -52], [36, -26], [20, -18], [4, -26]], true, 0.8), "#8A5A34") + stroke("M12 -50Q20 -60 28 -51", "#5A3A24", 3) })),
    [[30, 360, 0.5], [86, 396, 0.62], [-6, 330, 0.4]].map(([x = 0, y = 0, k = 0]) => halo(x, y, 60 * k * 2, colour.glow, 0.15) + at(x, y, k, lantern(true, "#5A4030"))).join(""),
    stroke("M-10 380Q40 400 120 452", "#4A3F66", 8),
    fill(smooth([[-20, 790], [200, 770], [460, 800], [460, 820], [-20, 820]]), "#1A1630"),
  );
}

function peel(): string {
  const s = page("peel");
  const spiral: Point[] = [];
  for (let i = 0; i <= 26; i++) spiral.push([760 + Math.sin(i * 0.95) * (16 + i * 0.9), 424 + i * 12]);
  return s.svg(
    fill(box(-10, -10, 1220, 820), "#8E4A3A"),
    s.grain(box(0, 0, 1200, 640), "#8E4A3A", { tint: "#B0654E", angle: 90, count: 90, length: 40, width: 5, opacity: 0.4 }),
    dots(Array.from({ length: 48 }, (_, i): [number, number, number] => [50 + (i % 12) * 100 + (Math.floor(i / 12) % 2) * 50, 70 + Math.floor(i / 12) * 110, 8]), "#B0654E"),
    fill(box(60, 110, 250, 330, 3, 3), "#4A2A26") + fill(box(80, 130, 210, 290, 5, 2), "#1D2650") + stars([80, 130, 210, 200], 14, 5) + stroke("M185 130V420M80 270H290", "#4A2A26", 11) + fill(smooth([[40, 90], [120, 100], [110, 300], [70, 450], [40, 450]], true, 0.6), "#C79A2E") + fill(smooth([[330, 90], [250, 100], [264, 300], [300, 450], [330, 450]], true, 0.6), "#C79A2E"),
    fill(smooth([[1010, 660], [1010, 250], [1090, 190], [1170, 250], [1170, 660]], true, 0.5), "#3A2220") + fill(box(1024, 260, 132, 400, 3), "#5A3A2E") + dot(1042, 470, 9, "#C79A2E"),
    fill(box(-10, 640, 1220, 180, 3), "#6B4630") + s.grain(box(0, 650, 1200, 150), "#6B4630", { tint: "#8E6044", angle: 1, count: 50, length: 80, width: 5 }),
    fill(blob(520, 740, 480, 50, 3, 0.02), "#2F5B5E") + fill(blob(520, 740, 420, 38, 4, 0.02), "#3F7F7A"),
    fill(poly([[960, 180], [1210, 180], [1210, 700], [940, 700]]), colour.ink, 'opacity="0.35"'),
    at(1040, 700, 2.7, play(s, "dun", { mood: "worried", look: -0.6, hands: [[-34, -28], [24, -36]], held: stroke("M-34 -30L-36 0", "#3A2220", 4) })),
    fill(poly([[940, 200], [1210, 200], [1210, 720], [930, 720]]), "#2A1420", 'opacity="0.4"'),
    halo(640, 380, 300, colour.glow, 0.1),
    at(700, 700, 2.9, play(s, "quill", { mood: "calm", look: -0.5, legs: "none", hands: [[6, -52], [26, -58]], held: dot(16, -59, 8.4, "#F28A2E") + fill(smooth([[9, -62], [16, -68], [23, -62], [16, -58]]), "#FBE3C0") })),
    fill(poly([[440, 560], [900, 560], [930, 596], [410, 596]]), "#5A3626") + fill(poly([[440, 596], [466, 596], [460, 760], [440, 760]]), "#4A2A1E") + fill(poly([[880, 596], [900, 596], [902, 760], [882, 760]]), "#4A2A1E"),
    fill(smooth([[520, 562], [660, 556], [840, 562], [830, 600], [780, 640], [700, 604], [620, 644], [540, 604]], true, 0.4), SALT),
    stroke(smooth(spiral, false), "#E57A22", 11) + stroke(smooth(spiral.map(([x, y]): Point => [x + 2, y - 3]), false), "#F6A65A", 4),
    brassPound(590, 524, 44),
    at(836, 560, 1, fill(box(-8, -70, 16, 70, 2, 1), SALT) + fill(smooth([[0, -104], [9, -86], [0, -72], [-9, -86]]), colour.apricot) + fill(box(-24, -6, 48, 10, 3, 1), "#C79A2E")),
    [170, 330].map((x) => stroke(`M${x - 40} 690L${x - 50} 770M${x + 40} 690L${x + 50} 770`, "#4A2A1E", 13) + fill(box(x - 60, 676, 120, 20, x, 2), "#8A5A3A")).join(""),
    at(166, 732, 2.5, play(s, "ibby", { mood: "cross", look: 0.8, legs: "sit", hands: [[-14, -28], [26, -30]] })),
    at(332, 732, 2.5, play(s, "perrin", { mood: "worried", look: 0.8, legs: "sit", hands: [[-14, -28], [24, -30]] })),
  );
}

function slide(): string {
  const s = page("slide");
  const tails = (x: number, y: number, tone: string) => fill(smooth([[x, y], [x - 60, y - 26], [x - 116, y - 18], [x - 92, y - 2], [x - 122, y + 16], [x - 50, y + 18]], true, 0.7), tone);
  return s.svg(
    sky(s, ["#101A40", "#182556", "#22346E", "#33498A"], 640),
    stars([0, 0, 1200, 460], 80, 6, "#EAF0FF"),
    moon(s, 970, 150, 92, 0, "#F5EFD2"),
    halo(970, 150, 210, "#F5EFD2", 0.06),
    peaks(s, [[-60, 560], [120, 300], [300, 470], [480, 330], [680, 540], [880, 470], [1060, 560], [1260, 480]], 760, "#3A4E86", "#DDE6F6"),
    fill(smooth([[700, 720], [860, 670], [1040, 690], [1220, 660], [1220, 820], [700, 820]], true, 0.8), "#26386E"),
    [[900, 730], [950, 716], [1010, 734], [1070, 716], [1130, 736]].map(([x = 0, y = 0], i) => fill(poly([[x - 22, y], [x - 22, y - 20], [x, y - 38], [x + 22, y - 20], [x + 22, y]]), i % 2 ? "#1B2850" : "#22305E") + fill(box(x - 6, y - 18, 12, 11, i, 0.6), colour.glow)).join(""),
    s.paper(poly([[-10, 250], [260, 380], [620, 590], [860, 760], [900, 820], [-10, 820]]), "#E8EEF8", { tint: "#B9C6E0", angle: 31, count: 100, length: 90, width: 6, opacity: 0.6 }),
    stroke("M-10 330L300 500M-10 420L220 560M40 620L330 790M-10 520L160 620", "#C3CFE6", 9),
    stroke("M60 330Q240 420 330 480M20 372Q200 460 300 528", "#B0BEDA", 11),
    at(
      520,
      560,
      1,
      fill(blob(0, 30, 250, 20, 3), "#9DAED2", 'opacity="0.6"') +
        stroke("M-240 24H190Q240 22 246 -30", "#7A4A2C", 17) + stroke("M-190 20V-14M-60 20V-14M80 20V-14", "#7A4A2C", 13) + fill(box(-240, -32, 440, 22, 3, 2), "#9A6238") +
        at(-150, -26, 1.55, mule({ sitting: true, saddle: false })) +
        tails(-20, -80, "#2F549A") + at(0, 12, 1.85, play(s, "dun", { mood: "worried", look: 0.7, legs: "none", hands: [[-26, -44], [30, -50]], lean: -8 })) +
        tails(76, -74, "#4D7A4A") + at(90, 10, 1.8, play(s, "perrin", { mood: "surprised", look: 0.7, legs: "none", hands: [[-30, -92], [30, -88]], lean: -10 })) +
        tails(166, -70, "#8C93A0") + at(176, 8, 1.85, play(s, "ibby", { mood: "laughing", look: 0.8, legs: "none", hands: [[20, -46], [40, -44]], lean: -6 })) +
        stroke("M240 -20L222 -76", "#D9B98A", 5),
      { rotate: 29 },
    ),
    dots(Array.from({ length: 26 }, (_, i): [number, number, number] => [170 + ((i * 37) % 260), 420 + ((i * 53) % 170) - ((i * 37) % 260) * -0.12, 5 + (i % 5) * 3.4]), "#FFFFFF", 'opacity="0.85"'),
    dots([[760, 700, 13], [790, 670, 9], [800, 720, 16], [830, 690, 8], [740, 660, 7]], "#FFFFFF", 'opacity="0.9"'),
    snowfall([0, 0, 1200, 500], 26, 9, 4),
  );
}

function hall(): string {
  const s = page("hall");
  const next = random(31);
  const heads = ["#5A3A2B", "#2A2226", "#C98A4A", "#8E3322", "#B9B4AC", "#D2AC6A", "#6B4630"];
  const coats = ["#2F549A", "#6B3F5E", "#3F7F6A", "#A8713F", "#7A3F34", "#5C6672", "#8A6E3C"];
  const crowd = new Map<string, [number, number, number, number, number][]>();
  const put = (tone: string, oval: [number, number, number, number, number]) => crowd.set(tone, [...(crowd.get(tone) ?? []), oval]);
  const hands: [number, number, number][] = [];
  const counter = (x: number, y: number, up: boolean) => {
    put(coats[Math.floor(next() * 7)] ?? "#2F549A", [x, y, 24, 17, 0]);
    hands.push([x - 13, y + (up ? -18 : 18), 5], [x + 13, y + (up ? -18 : 18), 5]);
    put(heads[Math.floor(next() * 7)] ?? "#5A3A2B", [x, y + (up ? -6 : 5), 13.5, 13.5, 0]);
  };
  const heaps: string[] = [];
  const heap = (x: number, y: number) => heaps.push(`M${x - 15} ${y + 7}L${x} ${y - 11}L${x + 15} ${y + 7}Z`);
  const table = (x: number, w: number, y: number) => {
    for (let i = 0; i + 1 < w / 62; i++) {
      counter(x + 34 + i * 62, y - 36, false);
      counter(x + 34 + i * 62, y + 62, true);
      heap(x + 34 + i * 62, y - 4);
      heap(x + 34 + i * 62, y + 34);
    }
    return fill(box(x, y - 20, w, 66, x + y, 3), "#8A5A34") + stroke(`M${x + 6} ${y}H${x + w - 6}M${x + 6} ${y + 26}H${x + w - 6}`, "#6B4226", 3) + [0.25, 0.75].map((t) => dot(x + w * t, y + 14, 30, colour.glow, 'opacity="0.3"') + dot(x + w * t, y + 14, 7, "#FFF6D8")).join("");
  };
  const tables = table(40, 372, 110) + table(790, 372, 110) + table(40, 310, 300) + table(850, 310, 300) + table(40, 310, 500) + table(850, 310, 500) + table(40, 372, 690) + table(790, 372, 690);
  for (const x of [670, 716, 750]) heap(x, 706);
  const brass = "#D9A03F";
  return s.svg(
    fill(box(-10, -10, 1220, 820), "#5E4A5A"),
    stroke(Array.from({ length: 13 }, (_, i) => `M${i * 100} 0V800`).join("") + Array.from({ length: 9 }, (_, i) => `M0 ${i * 100}H1200`).join(""), "#6E5A6A", 4),
    halo(600, 400, 420, colour.glow, 0.09),
    [...coats, ...heads].map((tone) => ovals(crowd.get(tone) ?? [], tone)).join("") + dots(hands, "#E3B48C"),
    tables,
    fill(blob(600, 690, 150, 20, 3), colour.ink, 'opacity="0.35"'),
    fill(smooth([[540, 690], [570, 640], [586, 300], [614, 300], [630, 640], [660, 690]], true, 0.4), darker(brass, 0.2)) + fill(box(500, 680, 200, 30, 3), brass),
    stroke("M410 270Q600 220 790 250", brass, 19) + dot(600, 240, 30, brass) + dot(600, 240, 13, darker(brass, 0.3)) + stroke("M600 240V330", darker(brass, 0.3), 7),
    stroke("M414 270L366 440M414 270L462 440M786 250L738 410M786 250L834 410", darker(brass, 0.1), 4),
    fill(smooth([[344, 438], [484, 438], [460, 476], [368, 476]], true, 0.6), brass) + fill(poly([[366, 440], [414, 398], [462, 440]]), "#E6C25A"),
    fill(smooth([[716, 408], [856, 408], [832, 446], [740, 446]], true, 0.6), brass) + brassPound(786, 382, 34),
    fill(box(420, 620, 130, 24, 3, 2), "#7A4A2C") + fill(box(430, 640, 16, 50, 2), "#5A3420") + fill(box(524, 640, 16, 50, 3), "#5A3420"),
    at(482, 622, 1.6, play(s, "ibby", { mood: "curious", look: 0.4, hands: [[-30, -84], [28, -70]] })),
    at(716, 760, 1.6, play(s, "hoad", { mood: "worried", look: -0.5, hands: [[-22, -38], [16, -40]], held: fill(smooth([[-6, -70], [0, -70], [1, -64], [-5, -64]]), colour.vermilion) })),
    fill(box(640, 714, 130, 14, 3), "#8A5A34"),
    fill(heaps.join(""), "#E6C25A"),
  );
}

/** The pictures of The Salt Road by name; each call draws the complete SVG. */
export const scenes: Record<string, () => string> = {
  cover,
  "mule-comes-home": comesHome,
  "the-marsh": marsh,
  "the-broken-bridge": bridge,
  "one-long-peel": peel,
  "down-the-salt-slide": slide,
  "seven-thousand": hall,
};
