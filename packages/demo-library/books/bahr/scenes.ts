import { at, blob, box, cloud, colour, darker, dot, dots, farBird, fill, goat, ground, lighter, mix, mudHouse, palm, play, poly, rock, Sheet, sky, smooth, stroke, water } from "../../art";
import { cover } from "./cover";

const page = (name: string) => new Sheet(`bahr-${name}`, 1200, 800);
const SAND = "#E4AC5E";

function shellPage(): string {
  const s = page("shell");
  const kid = (x: number, y: number, who: "boySand" | "boyPlum" | "boyBlue", tone: string) => s.inside(box(x - 110, y - 260, 220, 262), at(x, y + 60, 2.1, play(s, who, { mood: "laughing", look: x < 700 ? 0.2 : -0.3, hands: [[-38, -86], [38, -78]] }))) + stroke(`M${x - 90} ${y - 180}q14 -16 28 0q14 16 28 0M${x + 44} ${y - 176}q14 -16 28 0q14 16 28 0`, tone, 6);
  return s.svg(
    sky(s, ["#8CC6C9", "#B4D8CF", "#DCE8CF", "#F6E6BE"], 440),
    dot(960, 130, 56, "#FFF1C4"),
    ground(s, [360, 300, 370, 310, 340, 300], "#DDA35A", { tint: "#B97F3C" }),
    ground(s, [410, 430, 370, 400, 420, 380], "#E9B86C", { tint: "#C48E48" }),
    kid(560, 420, "boyPlum", colour.teal) + kid(740, 414, "boyBlue", colour.teal) + kid(910, 422, "boySand", colour.teal),
    s.paper(box(-10, 416, 1220, 130, 3, 3), "#D9A566", { tint: "#B5813F", angle: 2, count: 70, length: 34, width: 4 }),
    stroke("M-10 418H1210", lighter("#D9A566", 0.3), 13),
    mudHouse(s, 120, 560, 300, 330, "#E0B074", { door: "#0B6E6E", windows: 1 }),
    palm(1060, 640, 460, "#4F8A4A", -0.08, 2),
    fill(poly([[-10, 540], [1210, 530], [1210, 810], [-10, 810]]), "#F0CE90") + s.grain(box(0, 540, 1200, 260), "#F0CE90", { tint: "#D0A860", angle: 2, count: 80, length: 40, width: 4 }),
    fill(blob(1060, 650, 120, 15, 3), "#B98A4A", 'opacity="0.5"'),
    at(380, 690, 1, fill(smooth([[-120, 0], [-110, -80], [-50, -140], [40, -140], [104, -80], [114, 0]], true, 0.8), "#B9784A") + fill(smooth([[-56, 0], [-54, -46], [0, -76], [54, -46], [56, 0]], true, 0.7), "#3A1E14") + fill(smooth([[-34, -4], [-20, -34], [-6, -16], [8, -42], [24, -18], [36, -4]], true, 0.7), colour.vermilion) + fill(smooth([[-14, -4], [0, -22], [16, -4]]), colour.glow) + stroke("M-40 -140q-14 -30 4 -54q16 -24 0 -46", colour.paper, 10, 'opacity="0.5"')),
    fill(blob(560, 750, 96, 13, 3), "#B98A4A", 'opacity="0.5"') + fill(blob(800, 764, 96, 13, 3), "#B98A4A", 'opacity="0.5"'),
    at(560, 750, 2.7, play(s, "bahrGrandmother", { mood: "happy", look: 0.5, hands: [[-36, -40], [28, -40]], held: fill(blob(-42, -44, 17, 6, 3), "#D99A4C") + dots([[-48, -45, 1.6], [-40, -46, 1.6], [-36, -43, 1.6]], "#A8682E") })),
    at(800, 764, 2.6, play(s, "bahr", { mood: "curious", look: -0.5, hands: [[-40, -56], [24, -36]], held: at(-44, -64, 1, fill(smooth([[-10, 6], [-12, -4], [-5, -12], [5, -12], [12, -4], [10, 6], [0, 9]], true, 0.8), "#F9E4D0") + stroke("M0 8L-8 -6M0 8L-3 -11M0 8L3 -11M0 8L8 -6", colour.rose, 1.5)) })),
    at(1000, 770, 1.5, goat({ coat: "#2A2226", whiteEar: true, bell: true }), { flip: true }),
  );
}

function whale(): string {
  const s = page("whale");
  const bone = "#F3E7CE";
  let spine = "";
  for (let i = 0; i < 17; i++) {
    const t = i / 16;
    const x = 190 + t * 900 - Math.max(0, t - 0.7) * 700;
    const y = 650 - t * 130 - Math.sin(t * 2.4) * 60 - Math.max(0, t - 0.6) * 240;
    const r = 58 * (1 - t * 0.84);
    spine = fill(blob(x, y + r * 0.5, r * 1.15, r * 0.3, i + 3), "#A87636", 'opacity="0.45"') + fill(smooth([[x - r, y + r * 0.4], [x - r * 0.9, y - r * 0.4], [x - r * 0.3, y - r * 0.8], [x + r * 0.4, y - r * 0.76], [x + r, y - r * 0.2], [x + r * 0.9, y + r * 0.5], [x, y + r * 0.62]], true, 0.9), i % 2 ? bone : darker(bone, 0.05)) + fill(blob(x + r * 0.3, y + r * 0.12, r * 0.44, r * 0.34, i), darker(bone, 0.14)) + spine;
  }
  return s.svg(
    sky(s, ["#7FBFC4", "#A6D3CC", "#CFE3C9", "#F3E7BE"], 380),
    dot(210, 130, 60, "#FFF1C4"),
    fill(poly([[-10, 420], [-10, 220], [60, 190], [220, 200], [260, 300], [330, 320], [350, 420]]), "#D9A24A") + fill(poly([[60, 190], [220, 200], [260, 300], [330, 320], [350, 420], [180, 420], [130, 300]]), "#B9822F") + fill(poly([[850, 420], [880, 290], [960, 270], [990, 180], [1150, 170], [1210, 210], [1210, 420]]), "#D9A24A") + fill(poly([[1050, 174], [1150, 170], [1210, 210], [1210, 420], [1090, 420]]), "#B9822F") + stroke("M-10 270L190 268M-10 330L240 336M900 320L1060 316M880 370L1080 372M990 240L1060 238", "#A87428", 6),
    fill(poly([[480, 420], [510, 340], [600, 320], [640, 420]]), "#C9923C"),
    ground(s, [400, 410, 400, 412, 400], "#E9C27A", { tint: "#C99A4E" }),
    ground(s, [520, 500, 520, 490, 500], "#E4B564", { tint: "#C08E40", count: 90 }),
    spine,
    fill(blob(196, 682, 90, 16, 3), "#A87636", 'opacity="0.3"'),
    at(330, 566, 2.1, goat({ coat: "#2A2226", whiteEar: true, bell: true })),
    fill(blob(1000, 742, 110, 14, 3), "#A87636", 'opacity="0.45"'),
    at(1000, 742, 3.1, play(s, "bahr", { mood: "surprised", look: -0.7, hands: [[-34, -74], [34, -70]] })),
    stroke("M760 752L900 716", "#7A5230", 11) + stroke("M830 690q-10 -14 -6 -30M870 680q-4 -14 4 -26", "#7A5230", 5),
    rock(s, 1150, 782, 170, 70, "#C9923C", 4) + rock(s, 60, 780, 160, 70, "#C9923C", 7),
    farBird(620, 160, 56, colour.bark) + farBird(700, 130, 40, colour.bark),
    dots([[480, 740, 5], [520, 756, 4], [600, 750, 6], [680, 776, 5], [420, 776, 5]], "#B98A42"),
  );
}

function sea(): string {
  const s = page("sea");
  const foam = (y: number, k: number) => stroke(`M-20 ${y}q50 ${-14 * k} 100 0t100 0t100 0t100 0t100 0t100 0t100 0t100 0t100 0t100 0t100 0t100 0t100 0`, colour.paper, 6 + k * 3, 'opacity="0.8"');
  return s.svg(
    sky(s, ["#8FD0D2", "#B5E0D8", "#DDEEDD", "#F8EFD2"], 360),
    dot(250, 170, 62, "#FFF1C4"),
    cloud(820, 110, 230, colour.paper, 0.9, 4) + cloud(480, 160, 150, colour.paper, 0.8, 2),
    farBird(420, 240, 44, colour.deep) + farBird(360, 270, 34, colour.deep) + farBird(640, 210, 38, colour.deep),
    fill(poly([[690, 352], [690, 300], [740, 300], [740, 270], [790, 270], [790, 310], [860, 310], [860, 286], [920, 286], [920, 320], [980, 320], [980, 262], [1040, 262], [1040, 300], [1100, 300], [1100, 276], [1160, 276], [1160, 316], [1210, 316], [1210, 352]]), "#C9B08A") + dots([[715, 326, 4], [765, 296, 4], [890, 306, 4], [1010, 286, 4], [1130, 300, 4], [1010, 316, 4]], "#8A7250"),
    at(560, 352, 1, fill(poly([[-90, 0], [-90, -50], [-70, -50], [-70, -40], [-50, -40], [-50, -50], [50, -50], [50, -40], [70, -40], [70, -50], [90, -50], [90, 0]]), "#E6D2A8") + fill(poly([[-34, -50], [-34, -100], [34, -100], [34, -50]]), "#E6D2A8") + fill(poly([[-14, -100], [-12, -136], [12, -136], [14, -100]]), "#D3BC8E") + fill(smooth([[-12, 0], [-12, -22], [0, -34], [12, -22], [12, 0]], true, 0.5), "#8A7250")),
    water(s, 350, ["#2F9A96", "#238784", "#187372", "#3FA8A0"], { crest: 6, bottom: 640, count: 40, lights: "#CFEDE4" }),
    foam(560, 1) + foam(610, 1.4),
    fill(smooth([[-20, 690], [200, 640], [460, 680], [700, 630], [960, 650], [1220, 610], [1220, 820], [-20, 820]], true, 0.8), "#BFE3D6", 'opacity="0.85"'),
    s.paper(smooth([[-20, 740], [220, 700], [460, 730], [720, 672], [980, 684], [1220, 640], [1220, 820], [-20, 820]], true, 0.8), SAND, { tint: "#C08E40", count: 70, length: 34, width: 4 }),
    foam(662, 0.7),
    fill(smooth([[252, 640], [300, 616], [420, 616], [470, 640], [440, 656], [290, 656]], true, 0.8), "#CFEDE4"),
    at(360, 690, 3.2, play(s, "bahr", { mood: "happy", look: 0.5, hands: [[40, -46], [8, -34]] })),
    fill(smooth([[300, 676], [360, 664], [424, 676], [430, 704], [292, 704]], true, 0.8), "#9AD0C6") + stroke("M300 678q30 -12 60 0M366 680q30 -12 60 0M280 694q40 -12 80 0M372 698q40 -12 74 0", colour.paper, 6),
    dots(Array.from({ length: 18 }, (_, i): [number, number, number] => [490 + ((i * 17) % 13) - i * 0.4, 552 + i * 6.6, 3.6 - (i % 3) * 0.7]), "#C08E40"),
    stroke("M470 668q20 -10 40 0", colour.paper, 5),
    at(1010, 690, 1.5, play(s, "nadia", { mood: "happy", look: -0.6, behind: fill(smooth([[8, -62], [26, -60], [28, -32], [8, -30]], true, 0.6), "#C9482E") + stroke("M20 -62L26 -78M24 -80l10 4", colour.bark, 3), hands: [[-34, -76], [24, -36]] })),
    at(1090, 696, 1.2, play(s, "boyPlum", { mood: "laughing", look: -0.6, legs: "run", hands: [[-32, -84], [30, -80]] })) + at(1150, 700, 1.2, play(s, "girlRose", { mood: "happy", look: -0.6, hands: [[-24, -40], [30, -80]] })) + at(930, 690, 1.15, play(s, "boyBlue", { mood: "surprised", look: -0.6, hands: [[-30, -80], [30, -80]] })),
    at(760, 764, 2.7, play(s, "bahrGrandmother", { mood: "laughing", look: -0.5, hands: [[-34, -44], [32, -34]], held: fill(smooth([[26, -34], [44, -34], [48, -27], [26, -27]], true, 0.7), colour.rust) + fill(smooth([[28, -26], [46, -26], [50, -19], [28, -19]], true, 0.7), colour.rust) })),
    fill(blob(130, 776, 26, 14, 3), "#F9E4D0") + stroke("M130 788l-16 -20M130 788l0 -26M130 788l16 -20", colour.rose, 3) + dots([[210, 770, 6], [560, 776, 7], [600, 760, 5]], mix(colour.paper, SAND, 0.3)),
  );
}

/** The pictures of بحر by name; each call draws the complete SVG. */
export const scenes: Record<string, () => string> = { cover, "fasl-1-shell": shellPage, "fasl-2-whale": whale, "fasl-3-sea": sea };
