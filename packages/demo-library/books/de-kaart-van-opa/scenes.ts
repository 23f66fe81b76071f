import { at, blob, box, cloud, colour, dot, dots, farBird, fill, flower, goat, grass, ground, house, magnifier, pane, play, type Point, poly, reeds, Sheet, sky, smooth, stroke } from "../../art";
import { cover } from "./cover";

const page = (name: string) => new Sheet(`kaart-${name}`, 1200, 800);
const PAPER = "#F7EBCB";

const sandwich = (x: number, y: number, k = 1) => at(x, y, k, fill(smooth([[-14, -3], [-10, -13], [0, -11], [10, -13], [14, -3]], true, 0.6), "#D9A05A") + fill(poly([[-15, -4], [15, -4], [16, 1], [-16, 1]]), colour.paper) + stroke("M-15 0q4 4 8 0q4 4 8 0q4 4 8 0q4 4 6 0", "#7FA63C", 2.6) + fill(poly([[-14, 2], [14, 2], [12, 8], [-12, 8]]), "#D9A05A"));
const tape = fill(box(-3, -83, 7, 3.4, 2, 0.3), colour.paper);

/** A little map on a wall. */
function wallMap(x: number, y: number, w: number, h: number, seed: number, turn: number): string {
  return at(x, y, 1, fill(box(-w / 2, -h / 2, w, h, seed, 3), PAPER) + stroke(`M${-w * 0.4} ${h * 0.1}Q${-w * 0.1} ${-h * 0.3} ${w * 0.1} ${h * 0.05}Q${w * 0.3} ${h * 0.3} ${w * 0.42} ${-h * 0.1}`, "#6FB3C4", 7) + fill(blob(-w * 0.2, -h * 0.2, w * 0.13, h * 0.12, seed), "#B7C98A") + fill(blob(w * 0.24, h * 0.22, w * 0.12, h * 0.11, seed + 2), "#C9D6A0") + stroke(`M${-w * 0.3} ${h * 0.32}h${w * 0.2}`, colour.vermilion, 4, 'stroke-dasharray="2 9"') + dot(0, -h / 2 + 6, 4, colour.vermilion), { rotate: turn });
}

/** A table map lying in perspective: four corners, fields and a dotted line. */
function tableMap(s: Sheet, corners: readonly [Point, Point, Point, Point], dotted: string, ring = ""): string {
  const d = poly(corners);
  const [a, b, c, e] = corners;
  const at2 = (u: number, v: number): Point => [a[0] + (b[0] - a[0]) * u + (e[0] - a[0]) * v + (a[0] - b[0] + c[0] - e[0]) * u * v, a[1] + (b[1] - a[1]) * u + (e[1] - a[1]) * v + (a[1] - b[1] + c[1] - e[1]) * u * v];
  const cell = (u: number, v: number, w: number, h: number, tone: string) => fill(poly([at2(u, v), at2(u + w, v), at2(u + w, v + h), at2(u, v + h)]), tone);
  const way = (points: readonly (readonly [number, number])[]) => smooth(points.map(([u, v]) => at2(u, v)), false);
  return (
    fill(d, PAPER) +
    s.inside(d, cell(0.05, 0.08, 0.2, 0.3, "#B7C98A") + cell(0.3, 0.06, 0.16, 0.26, "#C9D6A0") + cell(0.72, 0.1, 0.22, 0.3, "#A8BF7C") + cell(0.06, 0.62, 0.24, 0.3, "#C9D6A0") + cell(0.68, 0.6, 0.26, 0.3, "#B7C98A") + stroke(way([[0, 0.46], [0.3, 0.5], [0.5, 0.42], [0.56, 0]]), "#6FB3C4", 15) + stroke(way([[0.5, 0.42], [0.62, 0.7], [0.6, 1]]), "#6FB3C4", 13) + [0.36, 0.44, 0.52].map((u) => cell(u, 0.58, 0.06, 0.1, colour.vermilion)).join("") + cell(0.4, 0.74, 0.09, 0.12, "#8A6A58")) +
    dotted +
    ring
  );
}

function attic(): string {
  const s = page("kaart");
  return s.svg(
    fill(box(-10, -10, 1220, 820), "#DDB98A"),
    s.grain(box(0, 0, 1200, 640), "#DDB98A", { tint: "#C39A66", angle: 90, count: 90, length: 46, width: 4, opacity: 0.4 }),
    wallMap(140, 150, 190, 150, 3, -4) + wallMap(360, 120, 170, 130, 5, 3) + wallMap(150, 340, 170, 140, 8, 3) + wallMap(1050, 150, 200, 150, 4, 4) + wallMap(1080, 350, 170, 150, 9, -4) + wallMap(350, 300, 150, 130, 12, -2),
    fill(box(480, 70, 300, 250, 3, 3), colour.paper) + fill(box(496, 86, 268, 218, 5, 2), "#BFE0E4"),
    s.inside(box(496, 86, 268, 218, 5, 2), cloud(580, 160, 110, colour.paper, 0.9, 2) + fill(poly([[480, 270], [520, 230], [560, 270], [590, 240], [620, 270], [640, 200], [660, 270], [720, 244], [780, 280], [780, 320], [480, 320]]), "#8A4A3A") + stroke("M640 200v-26", colour.ink, 4)),
    stroke("M630 86V304M496 196H764", colour.paper, 9),
    fill(box(-10, 640, 1220, 180, 3), "#A8713F") + s.grain(box(0, 650, 1200, 150), "#A8713F", { tint: "#85542A", angle: 1, count: 50, length: 80, width: 5 }),
    at(900, 720, 3.1, play(s, "opa", { mood: "happy", look: -0.6, lean: -8, hands: [[-44, -50], [24, -40]], held: stroke("M-46 -50L-62 -40", "#F6C12E", 3.4) })),
    at(330, 724, 2.7, play(s, "fenna", { mood: "curious", look: 0.6, lean: 10, hands: [[-10, -44], [40, -50]], held: magnifier(46, -46, 1.1, -50) })),
    at(560, 700, 2.3, play(s, "bas", { mood: "happy", look: 0.2, hands: [[-18, -36], [24, -48]], held: tape + sandwich(28, -46, 0.9) })),
    fill(poly([[200, 660], [1000, 660], [1060, 800], [130, 800]]), "#7A4A2C") + fill(poly([[200, 650], [1000, 650], [1016, 690], [184, 690]]), "#8E5A36"),
    tableMap(s, [[270, 606], [900, 600], [1010, 784], [190, 790]], stroke("M300 760Q480 690 560 690Q720 690 800 640", colour.vermilion, 8, 'stroke-dasharray="1 19"')),
    sandwich(566, 730, 1.7),
    fill(box(1040, 590, 10, 60, 2), "#F6C12E") + dots([[1090, 700, 15], [1110, 720, 11]], colour.paper),
    stroke("M884 700q40 -10 60 10", "#E0C893", 5),
  );
}

function goatMeadow(): string {
  const s = page("geit");
  const ditch = smooth([[-40, 640], [260, 620], [520, 650], [760, 640], [900, 700], [860, 820], [-40, 820]], true, 0.8);
  return s.svg(
    sky(s, ["#B9CDD6", "#CBDADD", "#DEE6E0"], 420),
    cloud(240, 150, 280, "#9DB4BF", 0.7, 3) + cloud(820, 120, 320, "#9DB4BF", 0.7, 6),
    fill(box(-10, 380, 1220, 60), "#8FAF7A"),
    [60, 200, 1010, 1130].map((x, i) => fill(blob(x, 372, 40, 46 + i * 4, i + 2, 0.08), "#5C8A4A") + fill(box(x - 6, 390, 12, 40), colour.bark)).join(""),
    at(520, 404, 1, fill(box(-36, -90, 72, 90), "#8A5A44") + fill(poly([[-44, -88], [0, -140], [44, -88]]), "#5E4A4A") + stroke("M0 -110L-80 -180M0 -110L80 -50M0 -110L74 -176M0 -110L-74 -46", colour.paper, 9)),
    ground(s, [420, 410, 420, 412, 420], "#9CC05A", { tint: "#6E9434" }),
    stroke("M-10 470H1210M-10 520H1210", "#7FA645", 9, 'opacity="0.6"'),
    ground(s, [560, 570, 560, 572, 560], "#86AE46", { tint: "#5C8228", count: 90 }),
    reeds(60, 640, 170, 7, "#5C8228", 3) + reeds(760, 660, 130, 5, "#5C8228", 9),
    fill(blob(430, 740, 500, 120, 4, 0.03), "#5C6E2E") + fill(ditch, "#5F9AA6"),
    s.inside(ditch, stroke("M60 700h120M260 760h140M620 690h120M480 790h160M120 790h100", "#BFE0E4", 6)),
    at(180, 640, 2.5, play(s, "fenna", { mood: "worried", look: 0.8, hands: [[-32, -76], [26, -54]], held: fill(poly([[12, -74], [44, -68], [40, -38], [8, -44]]), PAPER) + stroke("M14 -56Q24 -62 38 -54", colour.vermilion, 2, 'stroke-dasharray="1 4"') })),
    at(470, 766, 2.5, play(s, "bas", { mood: "surprised", look: 0.8, hands: [[-28, -70], [22, -116]], held: tape + sandwich(23, -122, 1) })),
    fill(smooth([[370, 742], [430, 730], [520, 730], [580, 744], [580, 820], [370, 820]], true, 0.7), "#5F9AA6") + stroke("M372 744q20 -10 40 0M420 736q24 -10 50 0M500 738q24 -8 60 6M350 764q40 -14 80 0M510 766q50 -14 90 0", "#DDF1F4", 5),
    fill(blob(930, 742, 190, 15, 3), "#3F5A1C", 'opacity="0.4"'),
    at(930, 740, 3.1, goat({ oneHorn: true, lowered: true }), { flip: true }),
    stroke("M716 560q-24 -6 -34 8M706 590q-22 4 -28 18", colour.paper, 6, 'opacity="0.8"'),
    grass(0, 806, 1200, 46, "#5C8228", 4, 80) + flower(1120, 770, 70, "#F6C12E") + flower(1060, 786, 56, colour.paper),
  );
}

function theTrap(): string {
  const s = page("valstrik");
  const ring = (x: number, y: number) => `<ellipse cx="${x}" cy="${y}" rx="66" ry="36" fill="none" stroke="${colour.vermilion}" stroke-width="9"/>`;
  return s.svg(
    fill(box(-10, -10, 1220, 820), "#3A3A5C"),
    s.grain(box(0, 0, 1200, 640), "#3A3A5C", { tint: "#55557E", angle: 90, count: 70, length: 50, width: 4, opacity: 0.4 }),
    wallMap(130, 170, 170, 140, 3, -4) + wallMap(1070, 170, 180, 150, 5, 4),
    pane(330, 190, 130, 160, false, "#6E6E96"),
    dot(352, 160, 15, "#FFF1C4"),
    fill(poly([[510, 150], [690, 150], [1010, 640], [190, 640]]), colour.glow, 'opacity="0.18"') + fill(poly([[550, 150], [650, 150], [860, 640], [340, 640]]), colour.glow, 'opacity="0.18"'),
    stroke("M600 -10V90", colour.ink, 9) + fill(smooth([[500, 154], [530, 96], [600, 76], [670, 96], [700, 154]], true, 0.7), colour.teal) + dot(600, 158, 26, "#FFF6D8"),
    fill(box(-10, 660, 1220, 160, 3), "#6B4630") + s.grain(box(0, 660, 1200, 140), "#6B4630", { tint: "#8E6044", angle: 1, count: 50, length: 80, width: 5 }),
    at(900, 700, 3.3, play(s, "opa", { mood: "laughing", look: -0.4, legs: "none", tilt: 14, lean: 10, hands: [[-20, -38], [20, -36]] })),
    at(300, 720, 3, play(s, "fenna", { mood: "cross", look: 0.6, hands: [[8, -44], [-8, -40]] })),
    at(130, 760, 2.3, play(s, "bas", { mood: "curious", look: 0.7, hands: [[-20, -36], [20, -56]], held: tape + sandwich(22, -60, 0.9) })),
    fill(poly([[230, 560], [970, 560], [1040, 700], [170, 700]]), "#8E5A36") + fill(poly([[170, 700], [1040, 700], [1040, 724], [170, 724]]), "#6B4026") + stroke("M220 724V800M990 724V800", "#6B4026", 26),
    tableMap(s, [[290, 574], [580, 572], [576, 690], [236, 692]], stroke("M270 672Q350 630 420 632Q500 634 540 596", colour.vermilion, 6, 'stroke-dasharray="1 14"'), ring(424, 632)),
    tableMap(s, [[620, 572], [910, 574], [970, 692], [634, 690]], stroke("M660 672Q740 630 790 632Q860 634 890 596", colour.vermilion, 6, 'stroke-dasharray="1 14"'), ring(792, 632)),
    fill(blob(950, 786, 36, 6, 3), colour.ink, 'opacity="0.35"') + fill(blob(866, 788, 36, 6, 3), colour.ink, 'opacity="0.35"') + at(956, 746, 2.4, fill(smooth([[-14, -9], [4, -10], [17, -3], [15, 4], [-14, 4]], true, 0.7), colour.vermilion) + stroke("M-10 -6l12 8M-4 -8l12 8M2 -6l-10 9M9 -5l-9 8", "#8E2418", 1.4), { rotate: -24 }) + at(868, 750, 2.4, fill(smooth([[-14, -9], [4, -10], [17, -3], [15, 4], [-14, 4]], true, 0.7), colour.vermilion) + stroke("M-10 -6l12 8M-4 -8l12 8M2 -6l-10 9M9 -5l-9 8", "#8E2418", 1.4), { rotate: 14 }),
    stroke("M1010 430q20 -6 26 -22M1020 460q22 2 34 -8M820 400q-12 -12 -10 -26", colour.glow, 6),
  );
}

function thePath(): string {
  const s = page("pad");
  const way: Point[] = [[120, 820], [300, 700], [560, 640], [820, 600], [960, 540], [1010, 480], [990, 440], [1010, 440], [1050, 486], [1010, 560], [870, 640], [620, 700], [440, 820]];
  const kid = (x: number, y: number, size: number, who: "bas" | "girlRose" | "girlTeal" | "boyMoss" | "boyOchre", look: number) => at(x, y, size, play(s, who, { mood: "happy", look, legs: "walk", hands: [[-22, -38], [24, -38]], behind: fill(smooth([[-26, -60], [-14, -62], [-12, -34], [-28, -34]], true, 0.7), colour.teal) }));
  return s.svg(
    sky(s, ["#FBD9A8", "#FCE5C2", "#FDF1DC"], 420),
    dot(260, 300, 76, "#FFE9A8"),
    farBird(480, 160, 60, colour.ink) + farBird(560, 130, 40, colour.ink),
    fill(smooth([[-20, 400], [300, 380], [700, 396], [1220, 376], [1220, 470], [-20, 470]], true, 0.8), "#A9C48A"),
    house(s, 1010, 430, 250, { wall: "#B5563A", roof: "#4F5B6B", h: 120, windows: 4, noDoor: true, rows: 1 }) + fill(box(980, 260, 60, 50, 3), "#B5563A") + fill(poly([[970, 262], [1010, 214], [1050, 262]]), "#4F5B6B") + dot(1010, 286, 13, colour.paper),
    ground(s, [450, 440, 452, 440, 446], "#A8C45E", { tint: "#7A9A38" }),
    ground(s, [560, 570, 556, 566, 540, 560], "#93B548", { tint: "#6B8C2C", count: 90 }),
    s.paper(smooth(way, true, 0.9), "#D9B98A", { tint: "#B08E5C", angle: -10, count: 50, length: 26, width: 4 }),
    stroke("M60 520V610M150 510V600", "#8A6240", 15) + stroke("M-10 540L150 530M-10 576L150 566", "#8A6240", 9),
    at(210, 596, 1, stroke("M-60 0V-100M70 -6V-106", "#8A5A34", 15) + stroke("M-56 -20L66 -28M-56 -84L66 -92M-56 -20L66 -92", "#C98A4A", 11)),
    at(196, 590, 2.2, play(s, "vanDriel", { mood: "happy", look: 0.6, legs: "none", hands: [[-24, -30], [34, -34]] })),
    stroke("M140 504L276 496", "#C98A4A", 13),
    at(960, 600, 1.75, play(s, "opa", { mood: "happy", look: 0.7, legs: "walk", hands: [[-22, -36], [34, -70]] })),
    kid(846, 640, 1.65, "girlRose", 0.6) + kid(736, 664, 1.75, "boyMoss", 0.6) + kid(628, 690, 1.85, "bas", 0.6),
    at(516, 718, 2, play(s, "fenna", { mood: "laughing", look: 0.5, legs: "walk", hands: [[-26, -80], [26, -40]], held: stroke("M22 -46L34 -30", PAPER, 8), behind: fill(smooth([[-26, -60], [-14, -62], [-12, -34], [-28, -34]], true, 0.7), colour.blue) })),
    kid(396, 748, 2, "boyOchre", 0.6),
    at(250, 784, 1.85, goat({ oneHorn: true })),
    grass(0, 806, 1200, 50, "#6B8C2C", 4, 90) + flower(1080, 720, 90, "#F6C12E") + flower(1140, 750, 74, colour.paper) + flower(1000, 760, 80, colour.vermilion) + flower(60, 740, 80, colour.paper),
  );
}

/** The pictures of De kaart van opa by name; each call draws the complete SVG. */
export const scenes: Record<string, () => string> = { cover, "hoofdstuk-1-kaart": attic, "hoofdstuk-2-geit": goatMeadow, "hoofdstuk-3-valstrik": theTrap, "hoofdstuk-4-pad": thePath };
