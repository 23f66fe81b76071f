import { at, blob, box, colour, darker, dot, fill, goat, letters, play, poly, random, Sheet, smooth, stroke } from "../../art";

/** The hand-drawn map: paper with canals, fields, rows of roofs, a church and a compass; 1000 x 1180 from (0, 0). */
function drawnMap(sheet: Sheet): string {
  const next = random(21);
  let fields = "";
  const tones = ["#B7C98A", "#C9D6A0", "#A8BF7C", "#D8DDB0"];
  const cells: [number, number, number, number][] = [[60, 60, 250, 190], [330, 50, 210, 200], [720, 60, 230, 160], [60, 290, 170, 240], [720, 420, 230, 220], [60, 800, 240, 300], [340, 860, 230, 240], [700, 860, 250, 240]];
  cells.forEach(([x, y, w, h], i) => {
    const d = box(x, y, w, h, i + 3, 12);
    let rows = "";
    for (let k = 1; k < 7; k++) rows += `M${x + 10} ${(y + (h * k) / 7).toFixed(0)}l${w - 20} ${((next() - 0.5) * 14).toFixed(0)}`;
    fields += fill(d, tones[i % 4] ?? "") + stroke(rows, darker(tones[i % 4] ?? "#fff", 0.12), 3);
  });
  const water = "#6FB3C4";
  let roofs = "";
  for (let i = 0; i < 7; i++) {
    const x = 285 + (i % 4) * 96;
    const y = 330 + Math.floor(i / 4) * 110;
    roofs += fill(box(x, y, 74, 54, i, 4), i % 2 ? colour.vermilion : "#C0452B") + stroke(`M${x} ${y + 27}h74`, "#7E2A1B", 3) + fill(box(x + 48, y + 8, 10, 10), colour.ink);
  }
  return (
    sheet.paper(smooth([[0, 20], [250, -6], [500, 14], [760, -8], [1000, 12], [1010, 400], [994, 800], [1006, 1180], [700, 1166], [400, 1186], [-4, 1172], [10, 760], [-8, 380]], true, 0.6), "#F7EBCB", { tint: "#DEC893", count: 110, length: 60, angle: 12, opacity: 0.4 }) +
    fields +
    stroke("M-10 262Q300 276 560 258Q640 262 640 60M640 250Q660 560 650 800Q640 840 1010 790M-10 560Q130 580 250 700Q300 780 660 792M640 800Q620 1000 650 1190", water, 34) +
    stroke("M20 262Q300 276 560 258M650 420Q660 560 650 700M320 770Q480 786 640 790M640 880Q624 1000 648 1150", "#BFE0E4", 5, 'stroke-dasharray="26 20"') +
    roofs +
    fill(box(520, 560, 96, 70, 4, 3), "#8A6A58") + fill(box(486, 552, 44, 84, 4, 3), "#6E5244") + fill(poly([[484, 552], [508, 490], [532, 552]]), "#3F5E6B") + stroke("M508 490v-26M498 474h20", colour.ink, 4) +
    stroke("M600 244v36M616 244v36M300 690l-30 40M318 700l-30 40", "#7A5440", 8) +
    [[130, 640], [180, 690], [110, 720], [800, 300], [870, 330], [820, 700], [900, 690]].map(([x = 0, y = 0], i) => dot(x, y, 22 + (i % 3) * 5, "#5C8A4A") + dot(x - 6, y - 6, 11, "#86B063")).join("") +
    at(880, 1060, 1, stroke("M0 -70V70M-70 0H70", colour.ink, 4) + fill(poly([[0, -84], [16, 0], [0, 84], [-16, 0]]), colour.vermilion) + fill(poly([[-60, 0], [0, -12], [60, 0], [0, 12]]), colour.ink) + letters("N", { x: 0, y: -94, size: 34, colour: colour.ink, weight: 0.16 }))
  );
}

export function cover(): string {
  const s = new Sheet("kaart-cover", 1200, 1600);
  return s.svg(
    fill(box(-10, -10, 1220, 1620), "#B9743D"),
    s.grain(box(0, 0, 1200, 1600), "#B9743D", { angle: 2, count: 110, length: 190, width: 5, opacity: 0.45, tint: "#8F5228" }),
    at(118, 362, 0.985, fill(box(0, 0, 1000, 1190, 3, 6), colour.ink, 'opacity="0.25"')),
    at(104, 345, 0.985, drawnMap(s), { rotate: -1.2 }),
    stroke("M150 1450Q330 1330 380 1200Q430 1060 610 1030Q800 1000 860 850Q900 720 1030 620", colour.vermilion, 13, 'stroke-dasharray="1 30"'),
    stroke("M1010 590l44 56M1056 588l-48 60", colour.vermilion, 15),
    fill(blob(600, 1312, 150, 22, 3), colour.ink, 'opacity="0.28"'),
    at(600, 1310, 5.6, play(s, "fenna", { mood: "curious", look: 0.6, legs: "walk", hands: [[-33, -44], [30, -72]], armBehind: "left", held: paperRoll() })),
    fill(poly([[96, 1330], [250, 1350], [300, 1420], [280, 1530], [100, 1550]]), "#B9743D"),
    fill(smooth([[250, 1346], [272, 1376], [262, 1396], [296, 1420], [284, 1452], [300, 1480], [280, 1530], [320, 1530], [340, 1420]], true, 0.5), "#F7EBCB"),
    at(150, 1562, 2.6, goat({ oneHorn: true, lowered: true, chew: fill(poly([[76, -38], [98, -46], [104, -28], [84, -24]]), "#F7EBCB") })),
    letters("DE KAART", { x: 600, y: 158, size: 104, colour: "#FFF1CF", weight: 0.25, seed: 5, shade: { colour: "#5E3016", dx: 7, dy: 9 } }),
    letters("VAN OPA", { x: 600, y: 312, size: 100, colour: "#F6C12E", weight: 0.25, seed: 9, spacing: 0.4, shade: { colour: "#5E3016", dx: 7, dy: 9 } }),
    letters("WIEKE HOOGENDIJK-SPAAN", { x: 740, y: 1566, size: 34, colour: "#FFF1CF", weight: 0.14 }),
  );
}

function paperRoll(): string {
  return stroke("M-40 -50L-22 -38", "#F7EBCB", 9) + stroke("M-43 -52L-40 -50", "#DEC893", 9);
}
