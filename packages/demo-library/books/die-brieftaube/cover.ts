import { at, blob, box, cloud, colour, darker, fill, fitLetters, letters, mix, pigeon, poly, roundTree, Sheet, smooth, stroke } from "../../art";

export function cover(): string {
  const s = new Sheet("brieftaube-cover", 1200, 1600);
  const red = "#C93A2B";
  const pane = smooth([[470, 430], [1110, 430], [1150, 470], [1150, 960], [1110, 1000], [470, 1000], [430, 960], [430, 470]], true, 0.35);
  const back = smooth([[60, 640], [110, 560], [330, 540], [420, 600], [440, 1260], [50, 1270]], true, 0.55);
  const bench = smooth([[20, 1250], [1180, 1240], [1230, 1300], [1230, 1470], [-30, 1480], [-20, 1300]], true, 0.4);
  return s.svg(
    fill(box(-10, -10, 1220, 1620), "#E9D7B4"),
    fill(poly([[0, 0], [1200, 0], [1200, 380], [0, 396]]), "#26405E"),
    s.grain(box(0, 390, 1200, 900), "#E9D7B4", { angle: 90, count: 70, length: 60, width: 4, opacity: 0.25, tint: "#C9A970" }),
    fill(smooth([[440, 396], [1140, 396], [1186, 440], [1186, 990], [1140, 1036], [440, 1036], [394, 990], [394, 440]], true, 0.35), "#8A97A8"),
    fill(pane, "#BFE0E4"),
    s.inside(
      pane,
      fill(blob(960, 560, 90, 90, 3, 0.02), colour.glow) +
        cloud(620, 590, 260, colour.paper, 0.9, 3) +
        fill(poly([[860, 800], [872, 520], [918, 520], [932, 800]]), "#A8492A") +
        stroke("M868 566H924M866 600H926", colour.paper, 12) +
        fill(blob(930, 490, 40, 24, 3, 0.1) + blob(1000, 460, 56, 30, 4, 0.1) + blob(1090, 440, 70, 36, 8, 0.1), colour.paper, 'opacity="0.8"') +
        fill(smooth([[380, 790], [620, 740], [900, 800], [1200, 750], [1200, 1040], [380, 1040]], true, 0.8), "#8DB255") +
        fill(smooth([[380, 860], [700, 810], [1200, 880], [1200, 1040], [380, 1040]], true, 0.8), "#D9B94C") +
        stroke("M400 900L620 850M430 940L800 868M520 980L980 890M700 1000L1150 910", "#B8912F", 6) +
        fill(smooth([[380, 960], [760, 925], [1200, 960], [1200, 1040], [380, 1040]], true, 0.8), "#5C7A3A") +
        stroke("M380 700Q640 740 800 690Q1000 640 1200 700M380 660Q640 700 800 650Q1000 600 1200 660", colour.ink, 4) +
        stroke("M800 640V960M772 668H828", "#5A3A2B", 12) +
        roundTree(s, 560, 900, 150, "#5C8A3C") +
        roundTree(s, 1080, 880, 120, "#5C8A3C", colour.bark, 5),
    ),
    s.paper(back, red, { angle: 88, count: 90, length: 34, width: 5, opacity: 0.4, tint: "#8E2418" }),
    s.inside(back, stroke("M110 700Q240 670 400 700M100 860Q240 830 410 860M90 1030Q240 1000 420 1030", "#9C2A1D", 9)),
    fill(smooth([[96, 560], [150, 480], [310, 474], [372, 548], [300, 610], [150, 616]], true, 0.7), "#E9E2D2") ,
    s.paper(bench, darker(red, 0.08), { angle: 4, count: 90, length: 44, width: 5, opacity: 0.4, tint: "#8E2418" }),
    fill(box(-10, 1462, 1220, 160, 3), "#3A2A2C"),
    fill(blob(640, 1288, 330, 34, 2), colour.ink, 'opacity="0.25"'),
    at(620, 1288, 7.3, pigeon({ ticket: true })),
    letters("DIE", { x: 90, y: 140, size: 76, colour: "#F6C12E", weight: 0.24, align: "left", seed: 4 }),
    letters("BRIEFTAUBE", { x: 600, y: 330, size: fitLetters("BRIEFTAUBE", 980, 0.3), colour: colour.paper, weight: 0.25, spacing: 0.3, seed: 9, bounce: 0.045, shade: { colour: red, dx: 7, dy: 9 } }),
    letters("MARLIES KOHLHOFF", { x: 600, y: 1556, size: 38, colour: mix(colour.paper, colour.apricot, 0.3), weight: 0.13 }),
  );
}
