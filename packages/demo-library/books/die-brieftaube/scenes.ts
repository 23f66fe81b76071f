import { at, blob, box, cloud, colour, darker, dot, dots, farBird, fill, grass, ground, house, pigeon, play, poly, roundTree, Sheet, sky, smooth, stroke } from "../../art";
import { cover } from "./cover";

const page = (name: string) => new Sheet(`taube-${name}`, 1200, 800);
const BRICK = "#B5563A";

/** The winding tower of the old mine: a steel frame with a wheel; its foot's middle at (0, 0), 300 high. */
function windingTower(tone: string): string {
  return stroke("M-60 0L-30 -270M60 0L30 -270M-54 -50H54M-46 -120H46M-38 -190H38M-54 -50L46 -120M54 -50L-46 -120M-46 -120L38 -190M46 -120L-38 -190M30 -270L150 0", tone, 9) + dot(0, -280, 44, "none", `stroke="${tone}" stroke-width="9"`) + stroke("M-44 -280H44M0 -324V-236M-31 -311L31 -249M31 -311L-31 -249", tone, 4);
}

/** The pigeon loft, its foot's middle at (0, 0), 340 wide. */
function loft(s: Sheet): string {
  return (
    stroke("M-130 0V-70M130 0V-70", "#6B4630", 18) +
    s.paper(box(-170, -270, 340, 210, 3, 3), "#3F7F6A", { tint: "#6FA98F", angle: 90, count: 60, length: 40, width: 4, opacity: 0.5 }) +
    fill(poly([[-200, -262], [-170, -330], [170, -330], [200, -262]]), "#7A3F34") +
    [0, 1, 2].map((i) => fill(smooth([[-130 + i * 100, -110], [-130 + i * 100, -180], [-100 + i * 100, -210], [-70 + i * 100, -180], [-70 + i * 100, -110]], true, 0.5), "#1D2B2A")).join("") +
    fill(box(-150, -108, 300, 14, 3), "#C98A4A")
  );
}

const smallPigeon = (x: number, y: number, size: number, flip = false) => at(x, y, size, pigeon({ capsule: false }), { flip });
const basket = fill(smooth([[-26, -28], [26, -28], [22, 0], [-22, 0]], true, 0.3), "#C98A4A") + stroke("M-24 -20H24M-23 -10H23M-14 -28L-12 0M0 -28V0M14 -28L12 0", "#8A5A2E", 2) + stroke("M-20 -28Q0 -60 20 -28", "#8A5A2E", 4);

function schlag(): string {
  const s = page("schlag");
  return s.svg(
    sky(s, ["#BFDDE0", "#D3E6E2", "#E9EFE0"], 520),
    cloud(300, 150, 230, colour.paper, 0.95, 3) + cloud(900, 120, 200, colour.paper, 0.9, 6),
    at(960, 480, 1.15, windingTower("#5A6672")),
    house(s, 110, 500, 250, { wall: BRICK, roof: "#5E4A4A", h: 190, windows: 2, noDoor: true }) + house(s, 350, 500, 220, { wall: "#C4694A", roof: "#6B5652", h: 170, windows: 2, noDoor: true }) + house(s, 1120, 500, 230, { wall: BRICK, roof: "#5E4A4A", h: 170, windows: 2, noDoor: true }),
    at(760, 530, 1, fill(box(-120, -130, 170, 120, 3), "#F6C12E") + fill(smooth([[50, -10], [50, -100], [100, -100], [124, -56], [126, -10]], true, 0.3), "#E0A81E") + fill(poly([[64, -90], [96, -90], [112, -58], [64, -58]]), "#BFE0E4") + dot(-80, -8, 22, colour.ink) + dot(88, -8, 22, colour.ink) + fill(box(-96, -104, 60, 52, 2), "#C98A4A") + stroke("M-96 -78h60M-66 -104v52", "#8A5A2E", 3) + fill(box(-28, -96, 50, 44, 4), "#D9A05A")),
    fill(poly([[-10, 516], [1210, 516], [1210, 540], [-10, 540]]), "#9A8F86"),
    stroke(Array.from({ length: 31 }, (_, i) => `M${i * 40} 590V520`).join(""), "#E9DFC9", 13) + stroke("M-10 540H1210M-10 570H1210", "#E9DFC9", 8),
    ground(s, [596, 586, 592, 584, 592], "#7FA63C", { tint: "#567A26" }),
    at(250, 650, 1.1, loft(s)),
    smallPigeon(170, 526, 0.62) + smallPigeon(300, 526, 0.6, true) + smallPigeon(130, 286, 0.5) + smallPigeon(350, 286, 0.52, true),
    grass(0, 806, 1200, 46, "#567A26", 5, 90),
    fill(blob(640, 764, 270, 17, 3), colour.ink, 'opacity="0.18"'),
    at(480, 764, 2.6, play(s, "heinz", { mood: "happy", look: 0.6, hands: [[-30, -40], [32, -38]], held: at(34, -10, 0.72, basket) })),
    at(680, 766, 2.5, play(s, "jette", { mood: "happy", look: 0.6, hands: [[8, -46], [36, -52]] })),
    at(786, 694, 1.25, pigeon()),
    at(930, 768, 2.5, play(s, "malik", { mood: "surprised", look: -0.6, hands: [[-34, -50], [24, -40]] })),
  );
}

function warten(): string {
  const s = page("warten");
  const flock = [[160, 210, 50], [260, 150, 40], [330, 240, 34], [820, 130, 44], [930, 200, 54], [1050, 130, 38], [700, 220, 30], [1120, 260, 32], [460, 120, 30], [580, 180, 26], [90, 120, 28]];
  return s.svg(
    sky(s, ["#D9754A", "#E8935A", "#F2A65A", "#F6BF7C", "#F9D7A4"], 640),
    dot(240, 500, 86, "#FFE3A8"),
    flock.map(([x = 0, y = 0, w = 0]) => farBird(x, y, w, "#5A2E34")).join(""),
    at(1010, 590, 1, windingTower("#7A3F3A")),
    fill(poly([[-10, 610], [-10, 520], [70, 470], [150, 520], [150, 560], [240, 510], [330, 560], [330, 610], [880, 610], [880, 560], [960, 520], [1060, 570], [1210, 540], [1210, 640], [-10, 640]]), "#8A4438"),
    dots([[60, 540, 6], [240, 556, 6], [950, 566, 6], [1150, 580, 6]], colour.glow),
    ground(s, [620, 610, 616, 606, 620], "#6B5A34", { tint: "#8F7A44" }),
    at(600, 760, 1.5, loft(s)),
    smallPigeon(460, 604, 0.66) + smallPigeon(690, 604, 0.66, true) + at(600, 598, 0.62, pigeon({ asleep: true, capsule: false })),
    at(600, 300, 2.2, play(s, "jette", { mood: "sad", look: -0.5, legs: "sit", hands: [[-16, -66], [24, -36]], held: at(-8, -72, 1, fill(box(-11, -7, 9, 14, 2, 0.6), colour.ink) + fill(box(2, -7, 9, 14, 3, 0.6), colour.ink) + stroke("M-3 -2h5", colour.ink, 4)) })),
    at(744, 268, 0.62, dot(0, -40, 40, colour.vermilion) + dot(0, -40, 31, colour.paper) + stroke("M0 -40V-62M0 -40L16 -32", colour.ink, 5) + dot(-26, -82, 13, colour.vermilion) + dot(26, -82, 13, colour.vermilion) + stroke("M-24 -8L-34 6M24 -8L34 6", colour.vermilion, 8)),
    at(960, 782, 2.35, play(s, "heinz", { mood: "calm", look: -0.6, hands: [[-42, -52], [26, -40]], tilt: -6, held: at(-62, -52, 1, stroke("M14 2L22 1", colour.ink, 4) + fill(smooth([[-24, -4], [16, -4], [12, 5], [-20, 5]], true, 0.4), colour.ink) + fill(blob(-4, -5, 18, 4, 2), "#F2C24A") + dots([[-12, -7, 3], [-4, -8, 3], [4, -7, 3]], "#D98F35")) })),
    stroke("M800 640q-10 -18 2 -32q10 -14 0 -30M830 636q-8 -16 2 -28", colour.paper, 5, 'opacity="0.7"'),
    grass(0, 806, 1200, 44, "#4F4426", 5, 80),
  );
}

function zug(): string {
  const s = page("zug");
  const red = "#C93A2B";
  const glass = smooth([[420, 210], [1090, 210], [1110, 230], [1110, 500], [1090, 520], [420, 520], [400, 500], [400, 230]], true, 0.3);
  return s.svg(
    fill(box(-10, -10, 1220, 820), "#E9D7B4"),
    s.grain(box(0, 0, 1200, 640), "#E9D7B4", { tint: "#CDB27F", angle: 90, count: 70, length: 50, width: 4, opacity: 0.35 }),
    fill(box(-10, -10, 1220, 60), "#26405E"),
    fill(smooth([[396, 186], [1114, 186], [1136, 210], [1136, 520], [1114, 544], [396, 544], [374, 520], [374, 210]], true, 0.3), "#8A97A8") + fill(glass, "#CDE6E6"),
    s.inside(
      glass,
      fill(box(380, 420, 760, 120), "#A8A2A0") +
        fill(box(380, 404, 760, 20, 3), "#E9DFC9") +
        fill(box(880, 240, 180, 44, 3, 2), "#2F549A") + stroke("M906 262h128", colour.paper, 9) + stroke("M970 284V420", "#5A6672", 9) +
        roundTree(s, 480, 410, 150, "#6E9A46") +
        at(800, 560, 2.2, play(s, "malik", { mood: "laughing", look: -0.2, hands: [[-36, -94], [34, -88]] })),
    ),
    stroke("M755 190V540", "#8A97A8", 13),
    stroke("M-10 150H1210M-10 168H1210", "#5A6672", 9) + stroke("M120 90V160M420 90V160M760 90V160M1080 90V160", "#5A6672", 8),
    fill(box(180, 88, 150, 62, 3, 3), "#7A4A34") + stroke("M230 88q25 -24 50 0", "#56321F", 7) + fill(box(860, 96, 130, 54, 5, 3), colour.teal),
    at(590, 148, 1.15, pigeon()),
    fill(poly([[-10, 720], [1210, 712], [1210, 810], [-10, 810]]), "#4A4048"),
    s.paper(smooth([[60, 700], [70, 420], [110, 370], [590, 370], [630, 420], [640, 700]], true, 0.3), red, { tint: "#8E2418", angle: 88, count: 90, length: 30, width: 5, opacity: 0.4 }),
    fill(smooth([[110, 380], [130, 350], [300, 346], [318, 380], [300, 410], [128, 412]], true, 0.6), "#E9E2D2") + fill(smooth([[390, 380], [410, 350], [570, 346], [590, 380], [572, 410], [408, 412]], true, 0.6), "#E9E2D2"),
    fill(smooth([[40, 610], [660, 606], [680, 640], [670, 720], [30, 722]], true, 0.3), darker(red, 0.12)),
    at(200, 684, 2.7, play(s, "heinz", { mood: "happy", look: 0.5, legs: "sit", hands: [[-26, -36], [28, -34]] })),
    at(500, 684, 2.6, play(s, "jette", { mood: "laughing", look: 0.4, legs: "sit", hands: [[-24, -36], [34, -84]] })),
    at(360, 622, 1.9, basket),
    at(960, 788, 3, play(s, "omer", { mood: "happy", look: -0.6, hands: [[-25, -89], [26, -34]] })),
    stroke("M660 90q20 -8 30 -26M680 112q22 0 36 -10", colour.vermilion, 6),
  );
}

/** The pictures of Die Brieftaube by name; each call draws the complete SVG. */
export const scenes: Record<string, () => string> = { cover, "kapitel-1-schlag": schlag, "kapitel-2-warten": warten, "kapitel-3-zug": zug };
