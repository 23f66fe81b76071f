import { arabicLine, arabicWord, at, colour, darker, fill, goat, ground, mix, play, type Point, Sheet, sky, smooth, sparkle, stars, stroke } from "../../art";

/** The whale's bones half in the sand: backbone from the skull (left) to the tail (right). */
function whaleBones(bone = "#F6EBD3"): string {
  const spine: Point[] = [[250, 1010], [380, 940], [520, 900], [660, 905], [790, 950], [900, 1030], [985, 1120]];
  const shade = darker(bone, 0.2);
  let ribs = "";
  let back = "";
  spine.slice(1, 6).forEach(([x, y], i) => {
    const h = [250, 300, 300, 240, 150][i] ?? 200;
    ribs += `M${x} ${y}C${x - 120} ${y + 30} ${x - 130} ${y + h * 0.7} ${x - 60} ${y + h}`;
    back += `M${x + 20} ${y}C${x + 110} ${y + 20} ${x + 120} ${y + h * 0.6} ${x + 70} ${y + h * 0.86}`;
  });
  const vertebrae = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5].map((t) => {
    const i = Math.floor(t);
    const [a, b] = [spine[i] ?? [0, 0], spine[i + 1] ?? [0, 0]];
    return [a[0] + (b[0] - a[0]) * (t - i), a[1] + (b[1] - a[1]) * (t - i), 34 - t * 2.6] as const;
  });
  return (
    stroke(back, shade, 20) +
    stroke(smooth(spine, false), shade, 22) +
    vertebrae.map(([x, y, r]) => fill(smooth([[x - r, y - r * 0.7], [x, y - r * 1.3], [x + r, y - r * 0.7], [x + r * 0.9, y + r * 0.8], [x, y + r], [x - r * 0.9, y + r * 0.8]]), bone)).join("") +
    stroke(ribs, bone, 27) +
    fill(smooth([[60, 1250], [50, 1130], [120, 1010], [230, 960], [310, 990], [330, 1080], [290, 1170], [200, 1230]], true, 0.9), bone) +
    fill(smooth([[190, 1080], [230, 1050], [268, 1080], [240, 1122], [200, 1118]]), "#5C3A24") +
    stroke("M76 1190Q160 1176 250 1190M100 1060Q140 1010 200 996", shade, 7)
  );
}

export function cover(): string {
  const s = new Sheet("bahr-cover", 1200, 1600);
  const shadow = smooth([[110, 1400], [200, 1300], [420, 1262], [660, 1270], [860, 1320], [980, 1378], [1090, 1340], [1160, 1356], [1100, 1400], [1150, 1462], [1070, 1468], [970, 1420], [820, 1460], [640, 1496], [560, 1560], [500, 1560], [510, 1500], [320, 1490], [180, 1460]], true, 0.85);
  return s.svg(
    sky(s, ["#0E5A60", "#1C7276", "#3D8C88", "#79AE9C", "#C4CFA6"], 900),
    stars([0, 0, 1200, 420], 40, 7, "#FFF1C4"),
    sparkle(210, 160, 22, "#FFF1C4") + sparkle(1010, 520, 14, "#FFF1C4"),
    fill(smooth([[620, 742], [690, 660], [800, 640], [910, 660], [980, 742]], true, 0.8), "#F6D98B"),
    ground(s, [720, 680, 760, 700, 740, 690], "#C98A45", { tint: "#A86A2E" }),
    ground(s, [830, 880, 800, 850, 790, 840], "#D99B50", { tint: "#B57634" }),
    ground(s, [1010, 960, 1010, 980, 930, 990], "#E4AC5E", { tint: "#C08440" }),
    whaleBones(),
    ground(s, [1200, 1215, 1190, 1210, 1160, 1130, 1150], "#ECBB70", { tint: "#C99450", count: 90 }),
    fill(shadow, "#8A5A3C", 'opacity="0.75"') + fill(smooth([[215, 1385], [235, 1372], [255, 1385], [235, 1394]]), "#ECBB70"),
    fill(smooth([[-20, 1540], [300, 1510], [700, 1560], [1220, 1520], [1220, 1640], [-20, 1640]], true, 0.6), "#C98A45"),
    at(205, 992, 2.5, play(s, "bahr", { mood: "happy", look: 0.5, legs: "sit", hands: [[-18, -28], [34, -74]] })),
    at(700, 884, 1.75, goat({ coat: "#2A2226", whiteEar: true, bell: true })),
    arabicLine("سَلْمى الوادي", 600, 1586, 42, colour.ink),
    arabicWord("بحر", 985, 420, 300, "#FFF1C4", 0.2, { colour: "#083C42", dx: 10, dy: 13 }),
    stroke("M470 610Q500 590 530 610Q560 630 590 610Q620 590 650 610", "#F2A65A", 12) ,
    stroke("M925 232l52 -20M568 190a24 24 0 1 0 48 0a24 24 0 1 0 -48 0", mix("#FFF1C4", "#F2A65A", 0.7), 15),
  );
}
