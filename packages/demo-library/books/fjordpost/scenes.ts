import { at, boat, box, cloud, cockerel, colour, dot, dots, farBird, fill, grass, ground, house, mix, peaks, play, poly, rock, Sheet, sky, smooth, stroke, water } from "../../art";
import { cover, parcel } from "./cover";

const page = (name: string) => new Sheet(`fjordpost-${name}`, 1200, 800);
const SEA = ["#2F8582", "#1F7072", "#14605F", "#0C4F52"] as const;
const RED = "#CF3B2A";

const heart = "M0 24C-34 0 -26 -26 -8 -24Q0 -22 0 -12Q0 -22 8 -24C26 -26 34 0 0 24Z";

function fog(y: number, tint: string, opacity: number, shift: number): string {
  return fill(smooth([[-80, y], [200 + shift, y - 46], [560, y - 8], [900 - shift, y - 54], [1280, y - 6], [1280, y + 90], [800, y + 110], [300, y + 86], [-80, y + 110]], true, 0.9), tint, `opacity="${opacity}"`);
}

function flagpole(x: number, y: number, h: number): string {
  return stroke(`M${x} ${y}V${y - h}`, colour.paper, 7) + fill(poly([[x + 3, y - h], [x + 84, y - h + 8], [x + 84, y - h + 58], [x + 3, y - h + 52]]), RED) + stroke(`M${x + 28} ${y - h + 2}V${y - h + 54}M${x + 3} ${y - h + 27}L${x + 84} ${y - h + 34}`, colour.paper, 15) + stroke(`M${x + 28} ${y - h + 2}V${y - h + 54}M${x + 3} ${y - h + 27}L${x + 84} ${y - h + 34}`, colour.blue, 7);
}

function crate(x: number, y: number, inside: string): string {
  return at(x, y, 1, inside + fill(box(-62, -60, 124, 60, 3, 2), "#B98A5E") + stroke("M-60 -40H60M-60 -20H60", "#8A6240", 5));
}

function theParcel(): string {
  const s = page("pakken");
  return s.svg(
    sky(s, ["#F7D9B0", "#F6E2C4", "#F1EBDC"], 420),
    peaks(s, [[-60, 420], [120, 170], [300, 380], [460, 240], [640, 400], [820, 150], [1000, 360], [1140, 220], [1260, 420]], 470, "#7FAFAC", colour.snow),
    house(s, 170, 470, 170, { wall: RED, roof: "#39424E", windows: 2, boards: true }) + house(s, 370, 470, 140, { wall: "#E8C98E", roof: "#39424E", windows: 2, boards: true }) + house(s, 1080, 470, 190, { wall: colour.paper, roof: "#7A3F34", windows: 2, boards: true, trim: colour.teal }),
    water(s, 460, SEA, { crest: 6, bottom: 700 }),
    fill(box(-10, 470, 560, 40, 3), "#9A8F86") + stroke("M40 510V600M200 510V600M360 510V600M520 510V600", "#6B5A4A", 17),
    fill(poly([[-10, 560], [1210, 520], [1210, 810], [-10, 810]]), "#C99A68"),
    stroke("M-10 620L1210 586M-10 680L1210 656M-10 746L1210 730", "#A87A4C", 5),
    s.grain(box(0, 560, 1200, 240), "#C99A68", { tint: "#A87A4C", angle: -2, count: 60, length: 60, width: 4 }),
    fill(poly([[-10, 530], [1210, 486], [1210, 528], [-10, 572]]), RED) + stroke("M-10 532L1210 488", colour.paper, 9),
    s.paper(poly([[820, 620], [820, 210], [1130, 210], [1130, 640]]), colour.paper, { tint: "#D8CDB8", angle: 90, count: 50, length: 30 }) + fill(poly([[796, 222], [814, 176], [1150, 176], [1160, 222]]), RED),
    fill(box(850, 258, 250, 150), "#BFE0E4"),
    s.inside(box(850, 258, 250, 150), at(922, 506, 2.15, play(s, "trymMother", { mood: "happy", look: 0.6, hands: [[-20, -38], [44, -70]] })) + dot(1040, 366, 50, "none", `stroke="${colour.rust}" stroke-width="11"`) + stroke("M1040 310V420M984 366H1096M1001 327L1079 405M1079 327L1001 405", colour.rust, 6) + dot(1040, 366, 11, colour.rust)) + stroke("M850 258h250v150h-250Z", colour.ink, 9),
    fill(box(1010, 470, 80, 150, 4, 2), "#8A5A34") + dot(1026, 548, 6, colour.glow),
    crate(190, 700, dots([[-36, -66, 24], [4, -70, 25], [40, -64, 22]], "#D99A4C") + stroke("M-46 -78l14 8M-6 -84l14 8M32 -76l14 8", "#8A5A24", 5)),
    crate(340, 750, fill(box(-44, -88, 60, 40, 2), colour.paper) + fill(box(-10, -96, 58, 44, 5), "#F3DDB8") + stroke("M-10 -94L20 -74L48 -94", colour.stone, 3)),
    fill(box(60, 676, 74, 86, 4, 4), colour.blue) + stroke("M62 690L98 716L132 690", colour.paper, 4),
    at(690, 770, 2.6, parcel(false)),
    stroke("M640 620q-12 -14 -4 -26M740 622q14 -12 10 -26M690 606v-24", RED, 5),
    at(548, 770, 2.7, play(s, "trym", { mood: "curious", look: 0.6, legs: "kneel", lean: 30, tilt: 26, hands: [[-16, -30], [18, -26]] })),
    farBird(640, 130, 60, colour.ink) + farBird(730, 100, 40, colour.ink),
  );
}

function theIsland(): string {
  const s = page("oya");
  const isle = smooth([[140, 600], [200, 480], [380, 390], [600, 350], [820, 390], [1000, 480], [1060, 600], [900, 640], [300, 640]], true, 0.8);
  const wall: string[] = [];
  for (let i = 0; i < 16; i++) wall.push(fill(box(574 + (i % 2) * 26, 340 + Math.floor(i / 2) * 36, 30, 32, i, 3), mix("#9AA1A6", colour.ink, (i % 3) * 0.1)));
  return s.svg(
    sky(s, ["#BFDDE0", "#D3E6E2", "#F3EAD8"], 480),
    peaks(s, [[-60, 430], [100, 250], [260, 400], [420, 300], [560, 420], [760, 280], [900, 390], [1080, 230], [1260, 430]], 480, "#9CC2BE", colour.snow),
    cloud(260, 150, 220, colour.paper, 0.9, 3) + cloud(930, 120, 240, colour.paper, 0.9, 6),
    water(s, 450, SEA, { crest: 7, count: 30 }),
    fill(smooth([[120, 620], [300, 590], [900, 590], [1080, 620], [900, 670], [300, 670]], true, 0.8), "#5C6672"),
    s.paper(isle, "#7FA63C", { tint: "#567A26", count: 80, length: 30, width: 4 }),
    s.inside(isle, fill(smooth([[600, 340], [1100, 400], [1100, 700], [600, 700]]), "#6B9434", 'opacity="0.6"')),
    wall.join(""),
    house(s, 340, 500, 190, { wall: "#F6C12E", roof: "#39424E", windows: 2, boards: true, trim: colour.paper, door: colour.ink }) + flagpole(210, 500, 230),
    house(s, 850, 500, 190, { wall: RED, roof: "#39424E", windows: 2, boards: true, door: colour.ink }) + flagpole(990, 500, 230),
    grass(220, 600, 300, 22, "#567A26", 4) + grass(680, 600, 300, 22, "#567A26", 7),
    dots([[470, 540, 11], [510, 560, 9], [690, 550, 10]], colour.paper) + dots([[464, 532, 5], [504, 553, 4], [684, 543, 4]], colour.ink),
    fill(box(60, 640, 270, 30, 3, 3), "#B98A5E") + stroke("M90 668V740M180 668V740M290 668V740", "#7A5A3E", 15),
    fill(box(870, 640, 270, 30, 5, 3), "#B98A5E") + stroke("M900 668V740M1010 668V740M1110 668V740", "#7A5A3E", 15),
    at(190, 644, 2.5, play(s, "borghild", { mood: "cross", look: -0.8, hands: [[-9, -44], [9, -40]] })),
    at(1010, 644, 2.5, play(s, "bergljot", { mood: "cross", look: 0.8, hands: [[-9, -44], [9, -40]] })),
    at(600, 742, 1, boat(s, 0, 0, 250, RED, { cabin: colour.paper })),
    at(650, 706, 0.72, parcel(true)),
    at(560, 706, 0.72, play(s, "trym", { mood: "surprised", look: 0.2, legs: "none", hands: [[-26, -80], [26, -80]] })),
  );
}

function theFog(): string {
  const s = page("take");
  const ring = (r: number, o: number) => `<path d="M${880 + r * 0.5} ${250 - r * 0.86}A${r} ${r} 0 0 1 ${880 + r * 0.5} ${250 + r * 0.86}" fill="none" stroke="${colour.apricot}" stroke-width="15" stroke-linecap="round" opacity="${o}"/>`;
  return s.svg(
    sky(s, ["#DDE5E6", "#E6ECEC", "#EEF2F1", "#F3F5F3"], 700),
    fog(160, "#FFFFFF", 0.6, 40) + fog(330, "#FFFFFF", 0.5, -40),
    fill(poly([[-10, 330], [120, 170], [240, 420], [240, 560], [-10, 560]]), "#C9D6D6", 'opacity="0.6"') + fill(poly([[1210, 200], [1090, 330], [1010, 560], [1210, 560]]), "#C9D6D6", 'opacity="0.6"'),
    fill(smooth([[-20, 610], [300, 596], [700, 612], [1220, 600], [1220, 820], [-20, 820]], true, 0.5), "#A9C0C0"),
    stroke("M60 650h120M260 700h160M940 660h140M780 730h180M480 760h120M1040 740h100", "#C9DAD8", 7),
    at(470, 640, 1, boat(s, 0, 0, 800, "#8FA5A8", { stripe: "#D5DFDF", cabin: "#C3CFD0", mast: true })),
    fill(smooth([[54, 480], [310, 532], [630, 532], [902, 464], [880, 520], [630, 560], [310, 560], [80, 520]], true, 0.6), "#9DB1B3"),
    ring(70, 1) + ring(140, 0.8) + ring(215, 0.6) + ring(295, 0.4) + ring(380, 0.25),
    at(838, 480, 2.2, cockerel({ crow: true }), { rotate: -10 }),
    at(500, 540, 2.5, play(s, "trym", { mood: "laughing", look: 0.9, legs: "none", lean: 16, hands: [[-22, -36], [48, -84]] })),
    fill(smooth([[54, 500], [310, 546], [630, 546], [902, 484], [880, 530], [630, 572], [310, 572], [80, 536]], true, 0.6), "#8FA5A8"),
    fog(650, "#FFFFFF", 0.75, 30),
    fog(740, "#FFFFFF", 0.85, -50),
  );
}

function theIron(): string {
  const s = page("jernet");
  const half = (flip: boolean) => at(600, 330, 1, fill(smooth([[-4, -70], [-4, 70], [-60, 60], [-112, 0], [-60, -60]], true, 0.6), "#2E343C") + at(-46, -16, 0.9, fill(heart, "#5C6672")) + at(-80, 12, 0.5, fill(heart, "#5C6672")) + at(-34, 36, 0.6, fill(heart, "#5C6672")) + stroke("M-110 0L-176 20", "#2E343C", 15) + stroke("M-172 20L-204 30", colour.rust, 19), { flip });
  let wall = "";
  for (let row = 0; row < 6; row++) for (let i = 0; i < 9; i++) wall += fill(box(250 + i * 80 - (row % 2) * 36, 424 + row * 62, 74, 56, i + row * 11, 5), mix("#9AA1A6", i % 2 ? colour.ink : colour.paper, 0.08 + ((i * 3 + row) % 4) * 0.05));
  return s.svg(
    sky(s, ["#F2A65A", "#F6BF7C", "#F9D7A4", "#FBE8CC"], 560),
    peaks(s, [[-60, 520], [130, 330], [330, 500], [560, 400], [760, 510], [980, 310], [1260, 520]], 560, "#8A6F86", "#F9E4D4"),
    water(s, 540, ["#4F7F8E", "#3A6C80"], { crest: 5, bottom: 660, count: 20 }),
    ground(s, [600, 620, 600, 616, 600], "#6B9434", { tint: "#4F7320" }),
    fill(smooth([[220, 810], [240, 430], [600, 410], [960, 430], [980, 810]], true, 0.2), "#6B7278"),
    wall,
    at(600, 424, 1, stroke("M-46 0L40 -10M-40 -12L44 2", "#5A3A2B", 11) + fill(smooth([[-34, -6], [-26, -36], [-12, -24], [0, -56], [14, -26], [28, -38], [36, -6], [0, 4]], true, 0.8), colour.vermilion) + fill(smooth([[-16, -6], [-6, -26], [2, -36], [10, -20], [18, -6], [0, 2]], true, 0.8), colour.glow)),
    half(false) + half(true),
    stroke("M560 230q-16 -24 4 -46q16 -20 -2 -44M640 226q-14 -22 4 -42", colour.paper, 8, 'opacity="0.7"'),
    at(150, 790, 4, play(s, "borghild", { mood: "happy", look: 0.7, hands: [[10, -46], [60, -108]] })),
    at(1050, 790, 4, play(s, "bergljot", { mood: "laughing", look: -0.7, hands: [[-60, -108], [-10, -46]] })),
    at(770, 424, 1.55, cockerel(), { flip: true }),
    at(440, 792, 2.3, play(s, "trym", { mood: "happy", look: 0.6, hands: [[-22, -38], [36, -70]] })),
    at(532, 616, 1.7, fill(heart, "#E0A64F") + stroke("M-14 -8L12 10M-2 -14L18 0M-18 2L2 16M14 -14L-12 12M4 -18L-18 0M20 -2L0 18", "#B9782E", 2)),
  );
}

/** The pictures of Fjordpost by name; each call draws the complete SVG. */
export const scenes: Record<string, () => string> = { cover, "kapittel-1-pakken": theParcel, "kapittel-2-oya": theIsland, "kapittel-3-take": theFog, "kapittel-4-jernet": theIron };
