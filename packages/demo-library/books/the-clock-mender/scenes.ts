import { at, blob, box, cloud, colour, darker, dot, dots, fill, halo, house, lantern, magnifier, moon, owl, owlet, pane, play, type Point, poly, Sheet, sky, smooth, stars, stroke } from "../../art";
import { cover } from "./cover";

const page = (name: string) => new Sheet(`clock-${name}`, 1200, 800);
const STONE = "#B7A68C";
const BRASS = "#C99A2E";

/** A dial at (0, 0), radius 100, at the given time. */
function dial(hour: number, minute: number, face: string = colour.cream): string {
  let marks = "";
  for (let i = 0; i < 12; i++) {
    const a = (i / 12) * Math.PI * 2;
    marks += `M${(Math.cos(a) * 76).toFixed(0)} ${(Math.sin(a) * 76).toFixed(0)}L${(Math.cos(a) * 88).toFixed(0)} ${(Math.sin(a) * 88).toFixed(0)}`;
  }
  const hand = (turn: number, length: number, width: number) => {
    const a = turn * Math.PI * 2 - Math.PI / 2;
    return stroke(`M${(-Math.cos(a) * 12).toFixed(0)} ${(-Math.sin(a) * 12).toFixed(0)}L${(Math.cos(a) * length).toFixed(0)} ${(Math.sin(a) * length).toFixed(0)}`, colour.ink, width);
  };
  return dot(0, 0, 108, colour.ink) + dot(0, 0, 102, BRASS) + dot(0, 0, 94, face) + stroke(marks, colour.ink, 6) + hand((hour + minute / 60) / 12, 46, 8) + hand(minute / 60, 72, 5) + dot(0, 0, 8, BRASS);
}

function cog(s: Sheet, x: number, y: number, r: number, tint: string, teeth = 16, turn = 0): string {
  const points: Point[] = [];
  for (let i = 0; i < teeth * 4; i++) {
    const a = turn + (i / (teeth * 4)) * Math.PI * 2;
    const reach = i % 4 < 2 ? r : r * 0.87;
    points.push([x + Math.cos(a) * reach, y + Math.sin(a) * reach]);
  }
  const d = poly(points);
  let spokes = "";
  for (let i = 0; i < 5; i++) {
    const a = turn + (i / 5) * Math.PI * 2;
    spokes += `M${x} ${y}L${(x + Math.cos(a) * r * 0.7).toFixed(0)} ${(y + Math.sin(a) * r * 0.7).toFixed(0)}`;
  }
  return fill(d, tint) + s.grain(d, tint, { angle: 40, count: 40, length: r * 0.2, opacity: 0.4 }) + dot(x, y, r * 0.68, "#1B2B38") + stroke(spokes, tint, r * 0.12) + dot(x, y, r * 0.2, darker(tint, 0.2)) + dot(x, y, r * 0.08, colour.cream);
}

const plaster = fill(smooth([[10, -48], [20, -52], [26, -38], [14, -28], [-8, -30], [-8, -40]], true, 0.6), colour.paper) + stroke("M-4 -36l3 0M4 -34l4 1M14 -40l3 -3", colour.stone, 1.4) + stroke("M-10 -62Q-2 -50 4 -42", colour.vermilion, 2.6);
const catalogue = at(18, -40, 1, fill(poly([[-9, -10], [13, -12], [14, 14], [-8, 15]]), colour.vermilion) + fill(poly([[-4, -6], [9, -7], [9, 0], [-4, 1]]), colour.glow));

function market(): string {
  const s = page("market");
  const stall = (x: number, awning: string) =>
    at(
      x,
      640,
      1,
      stroke("M-100 0V-170M100 0V-170", "#6B4630", 12) +
        fill(poly([[-130, -150], [-100, -220], [100, -220], [130, -150]]), awning) +
        [-2, -1, 0, 1].map((i) => fill(poly([[i * 65, -150], [i * 50 + 4, -220], [i * 50 + 29, -220], [i * 65 + 34, -150]]), colour.paper, 'opacity="0.75"')).join("") +
        fill(box(-116, -70, 232, 70, 3, 3), "#9A6A40") +
        dots([[-90, -82, 24], [-44, -84, 26], [4, -82, 25], [52, -84, 26], [94, -80, 22]], "#7FA63C") +
        stroke("M-98 -92q8 10 18 4M-52 -96q8 10 18 4M-4 -94q8 10 18 4M44 -96q8 10 18 4", "#4F7F2B", 4) +
        dots([[-66, -106, 20], [-18, -108, 20], [30, -106, 20], [74, -104, 18]], "#9CCB4B"),
    );
  return s.svg(
    sky(s, ["#F8D9A8", "#FAE3BE", "#FBEDD6"], 560),
    cloud(270, 170, 220, colour.paper, 0.9, 3) + cloud(1010, 140, 240, colour.paper, 0.9, 6),
    house(s, 130, 560, 230, { wall: "#D98F62", roof: "#7A3F34", h: 220, windows: 3, noDoor: true, rows: 2 }) + house(s, 360, 560, 210, { wall: "#E8C98E", roof: "#5E6B7A", h: 180, windows: 2, noDoor: true, rows: 2 }) + house(s, 1080, 560, 260, { wall: "#C97A5A", roof: "#4F5B6B", h: 230, windows: 3, noDoor: true, rows: 2 }) + house(s, 860, 560, 180, { wall: "#A8B89A", roof: "#7A3F34", h: 170, windows: 2, noDoor: true, rows: 2 }),
    s.paper(poly([[500, 600], [512, 150], [708, 150], [720, 600]]), STONE, { tint: "#8C7A60", angle: 2, count: 70, length: 26, width: 4, opacity: 0.5 }),
    fill(poly([[494, 154], [610, 20], [726, 154]]), "#4F5B6B") + dot(610, 18, 9, BRASS) + fill(box(490, 148, 240, 20, 3), darker(STONE, 0.2)),
    at(610, 270, 0.86, dial(8, 56)),
    pane(610, 430, 46, 84, false, colour.ink, true),
    fill(poly([[-10, 560], [1210, 560], [1210, 810], [-10, 810]]), "#D8C3A0"),
    s.grain(box(0, 570, 1200, 230), "#D8C3A0", { tint: "#A88F68", angle: 1, count: 100, length: 36, width: 5, opacity: 0.5 }),
    at(930, 600, 1, fill(smooth([[-130, -20], [-130, -130], [-110, -150], [150, -150], [168, -120], [168, -20]], true, 0.2), colour.vermilion) + fill(box(-112, -132, 250, 52, 3, 2), "#BFE0E4") + stroke("M-62 -132V-80M-12 -132V-80M38 -132V-80M88 -132V-80", colour.vermilion, 8) + dot(-80, -18, 25, colour.ink) + dot(110, -18, 25, colour.ink) + dot(-80, -18, 10, colour.stone) + dot(110, -18, 10, colour.stone) + dots([[-158, -26, 14], [-184, -34, 18], [-214, -48, 22]], colour.stone, 'opacity="0.6"')),
    at(720, 640, 1.25, play(s, "lady", { mood: "worried", look: 0.8, legs: "run", hands: [[-28, -70], [32, -76]] })) + at(650, 648, 1.35, play(s, "gentleman", { mood: "surprised", look: 0.8, legs: "run", hands: [[-26, -46], [34, -66]] })),
    stall(170, "#0B6E6E"),
    at(900, 780, 2.4, play(s, "blagdon", { mood: "cross", look: -0.6, hands: [[-24, -34], [12, -34]], held: catalogue })),
    at(520, 788, 2.1, play(s, "gran", { mood: "curious", look: 0.3, tilt: -8, hands: [[-30, -36], [-6, -36]], held: plaster })),
    at(380, 786, 2.25, play(s, "ned", { mood: "surprised", look: 0.6, tilt: -8, hands: [[-22, -34], [28, -84]], held: magnifier(32, -94, 1, -20) })),
  );
}

function tower(): string {
  const s = page("tower");
  const [cx, cy] = [880, 300];
  let marks = "";
  for (let i = 0; i < 12; i++) {
    const a = (i / 12) * Math.PI * 2;
    marks += `M${cx + Math.cos(a) * 210} ${cy + Math.sin(a) * 210}L${cx + Math.cos(a) * 240} ${cy + Math.sin(a) * 240}`;
  }
  return s.svg(
    fill(box(-10, -10, 1220, 820), "#16303C"),
    s.grain(box(0, 0, 1200, 800), "#16303C", { tint: "#2C5260", angle: 2, count: 110, length: 60, width: 5, opacity: 0.5 }),
    halo(cx, cy, 420, "#FFE9B0", 0.1),
    dot(cx, cy, 276, "#0D2028") + dot(cx, cy, 258, "#F3D998") + dot(cx, cy, 200, "#F8E6B8", 'opacity="0.7"'),
    stroke(marks, "#8A6A3A", 14),
    stroke(`M${cx} ${cy}L${cx + 190} ${cy - 6}M${cx} ${cy}L${cx - 120} ${cy - 24}`, "#8A6A3A", 15, 'opacity="0.8"'),
    stroke(`M${cx - 258} ${cy}H${cx + 258}M${cx} ${cy - 258}V${cy + 258}`, "#5A4630", 7, 'opacity="0.6"'),
    dot(cx, cy, 34, "#5A4630"),
    stroke("M-10 60L1210 30M-10 690L420 690M620 30V420", "#3A2A22", 30),
    cog(s, 300, 250, 190, BRASS, 22) + cog(s, 532, 420, 112, "#A8752E", 16, 0.1) + cog(s, 110, 460, 128, "#B98538", 16, 0.2) + cog(s, 640, 240, 76, "#D9B04A", 12, 0.1),
    stroke("M440 40L410 560", "#8C6A2E", 17) + dot(406, 600, 66, BRASS) + dot(406, 600, 46, "#E0B84F") + stroke("M374 580Q390 562 412 562", colour.cream, 7),
    fill(poly([[-10, 690], [1210, 680], [1210, 810], [-10, 810]]), "#4A3226") + s.grain(box(0, 690, 1200, 110), "#4A3226", { tint: "#7A5640", angle: 1, count: 60, length: 80, width: 5 }),
    halo(990, 640, 210, colour.glow, 0.13),
    fill(box(690, 632, 190, 84, 3, 3), "#7A5238") + stroke("M700 660H870M700 690H870", "#56382A", 5),
    at(770, 664, 2.7, play(s, "ned", { mood: "curious", look: 0.6, legs: "sit", hands: [[-24, -58], [22, -42]], held: at(24, -46, 1, fill(poly([[-9, -8], [9, -8], [9, 3], [-9, 3]]), "#F3DDB8") + stroke("M-9 -3H9", "#5C8A3C", 2.4)) + magnifier(-30, -68, 1.05, 30) })),
    at(1000, 690, 1.4, lantern(true)),
    fill(box(920, 716, 60, 8, 2), colour.paper) + dots([[935, 712, 4], [960, 713, 5]], "#D9B98A"),
  );
}

function owlPage(): string {
  const s = page("owl");
  const [cx, cy, r] = [640, 380, 440];
  let marks = "";
  for (let i = 0; i < 12; i++) {
    const a = (i / 12) * Math.PI * 2;
    marks += `M${(cx + Math.cos(a) * r * 0.82).toFixed(0)} ${(cy + Math.sin(a) * r * 0.82).toFixed(0)}L${(cx + Math.cos(a) * r * 0.94).toFixed(0)} ${(cy + Math.sin(a) * r * 0.94).toFixed(0)}`;
  }
  return s.svg(
    sky(s, ["#0A2A38", "#0C3644", "#0E4450", "#11525A"], 800),
    stars([0, 0, 1200, 800], 50, 9, colour.glow, [cx, cy, 500]),
    moon(s, 90, 110, 54, 0.3, "#FFF1C4", "#0A2A38"),
    dot(cx, cy, r + 44, "#0A1C26") + dot(cx, cy, r + 28, BRASS) + dot(cx, cy, r, "#FBF3DC"),
    halo(cx, cy, r, "#FFF6D8", 0.4),
    stroke(marks, colour.ink, 22),
    stroke(`M${cx} ${cy}L${cx + 250} ${cy - 34}`, colour.ink, 26) + stroke(`M${cx + 40} ${cy}L${cx - 400} ${cy}`, colour.ink, 19) + dot(cx, cy, 36, colour.ink) + dot(cx, cy, 15, BRASS),
    at(400, 378, 3.1, owl({ look: 0.9, down: 0.3 })),
    fill(box(520, 170, 196, 190, 3, 2), "#2C1F1A") + fill(box(530, 180, 176, 170, 5, 1), "#E0A64F") + s.inside(poly([[400, 60], [706, 60], [706, 350], [530, 350], [400, 340]]), at(596, 446, 2.25, play(s, "ned", { mood: "surprised", look: -0.9, hands: [[-26, -46], [14, -50]], lean: -24 }))),
    stroke("M528 362h12M700 360h12", colour.ink, 5) + fill(poly([[716, 172], [790, 150], [790, 380], [716, 358]]), "#4A3226") + stroke("M730 200L776 188M730 330L776 340", "#7A5640", 6),
    fill(smooth([[-20, 740], [300, 724], [800, 736], [1220, 720], [1220, 820], [-20, 820]], true, 0.4), "#07202B") + stroke("M40 770h80M220 780h60M420 768h90M980 770h80", "#1B4450", 5),
    at(140, 762, 0.9, fill(smooth([[-40, 0], [-26, -30], [10, -34], [40, -14], [46, 0]], true, 0.9), "#B9A79B") + dot(20, -38, 12, "#B9A79B") + dot(20, -38, 7, colour.rose) + dot(32, -18, 3.6, colour.ink) + dot(47, -8, 4, colour.rose) + stroke("M-38 -4Q-70 0 -78 -24", colour.rose, 5)),
    stroke("M350 440Q250 580 180 700", colour.cream, 4, 'stroke-dasharray="2 18" opacity="0.6"'),
  );
}

function soup(): string {
  const s = page("soup");
  return s.svg(
    fill(box(-10, -10, 1220, 820), "#8A6A4C"),
    s.grain(box(0, 0, 1200, 800), "#8A6A4C", { tint: "#A8865F", angle: 2, count: 110, length: 66, width: 6, opacity: 0.5 }),
    stroke("M-10 130H1210M-10 330H1210M-10 530H1210M200 130V330M560 330V530M960 130V330M120 330V530M1080 330V530", "#755840", 6),
    fill(smooth([[700, 440], [700, 170], [900, 60], [1100, 170], [1100, 440]], true, 0.5), "#3A2A22") + fill(smooth([[724, 424], [724, 184], [900, 88], [1076, 184], [1076, 424]], true, 0.5), "#F6C98A"),
    s.inside(
      smooth([[724, 424], [724, 184], [900, 88], [1076, 184], [1076, 424]], true, 0.5),
      fill(smooth([[700, 300], [900, 270], [1100, 310], [1100, 440], [700, 440]]), "#E99A6B") + dot(1020, 190, 44, "#FFE9B0") + fill(smooth([[700, 390], [820, 370], [960, 392], [1100, 372], [1100, 440], [700, 440]]), "#7A8A5A") + stroke("M700 366H1100", colour.ink, 15) + at(780, 360, 1.75, owl({ look: 0.8, down: 0.6 })) + at(880, 362, 1.5, owlet(-1)) + at(952, 362, 1.4, owlet(0)) + at(1022, 362, 1.5, owlet(-0.6)),
    ),
    fill(box(690, 420, 420, 24, 3), "#5A4030"),
    stroke("M330 -10V300", "#C9A46A", 13) + stroke("M324 40l12 12M324 80l12 12M324 120l12 12M324 160l12 12M324 200l12 12M324 240l12 12", "#8A6A3A", 4),
    dot(330, 306, 19, "none", `stroke="${colour.ink}" stroke-width="9"`),
    fill(smooth([[262, 330], [398, 330], [408, 560], [330, 580], [252, 560]], true, 0.3), "#39424E") + stroke("M280 352Q276 460 284 540", "#6A7684", 11),
    at(436, 452, 1, fill(box(-44, -62, 88, 124, 3, 2), "#C9D0D6") + fill(box(-44, -40, 88, 82, 4, 1), colour.vermilion) + fill(blob(0, -62, 44, 11, 3, 0.01), "#E8ECEF") + fill(blob(0, 0, 25, 22, 3, 0.05), "#F3C24A") + dots([[-8, -4, 5], [8, 2, 5], [0, 9, 4]], "#5C8A3C")),
    stroke("M250 420Q340 450 486 424M252 470Q350 500 488 478M486 450q26 -22 38 -6q-6 18 -36 10q26 12 26 28", colour.vermilion, 7),
    fill(poly([[-10, 700], [1210, 690], [1210, 810], [-10, 810]]), "#4A3226") + s.grain(box(0, 700, 1200, 100), "#4A3226", { tint: "#7A5640", angle: 1, count: 60, length: 80, width: 5 }),
    at(800, 770, 2.7, play(s, "gran", { mood: "laughing", look: -0.5, hands: [[-36, -80], [-6, -36]], held: plaster })),
    at(610, 772, 2.75, play(s, "ned", { mood: "laughing", look: -0.4, hands: [[-34, -84], [24, -40]], lean: -5 })),
    at(1010, 740, 1.3, lantern(true)),
  );
}

/** The pictures of The Clock Mender by name; each call draws the complete SVG. */
export const scenes: Record<string, () => string> = { cover, "chapter-1-market": market, "chapter-2-tower": tower, "chapter-3-owl": owlPage, "chapter-4-soup": soup };
