import { arabicLine, arabicWord, at, blob, box, cat, colour, darker, fill, halo, leaves, mix, mudHouse, play, poly, random, Sheet, sky, smooth, stars, stroke } from "../../art";

/** The ring of a stone well seen a little from above: mouth's middle at (x, y), half width `r`. */
export function well(sheet: Sheet, x: number, y: number, r: number, inside: string, part: "back" | "front"): string {
  const flat = 0.3;
  const wide = 1.17;
  const stone = "#7C86A8";
  if (part === "back") {
    const mouth = blob(x, y, r, r * flat, 2, 0.006, 14);
    return fill(blob(x, y, r * wide, r * flat * 1.26, 3, 0.01, 14), mix(stone, colour.paper, 0.22)) + fill(mouth, "#10183A") + sheet.inside(mouth, inside);
  }
  const h = r * 0.95;
  const next = random(4);
  const wall = `M${x - r * wide} ${y}C${x - r * wide} ${y + r * flat * 1.68} ${x + r * wide} ${y + r * flat * 1.68} ${x + r * wide} ${y}L${x + r * 1.1} ${y + h}C${x + r * 1.1} ${y + h + r * 0.34} ${x - r * 1.1} ${y + h + r * 0.34} ${x - r * 1.1} ${y + h}Z`;
  let stones = "";
  for (let row = 0; row < 4; row++) {
    for (let i = -4; i < 5; i++) {
      const cx = x + ((i + (row % 2) * 0.5) * r * wide) / 3.4;
      const sag = Math.sqrt(Math.max(0, 1 - ((cx - x) / (r * wide)) ** 2)) * r * flat * 1.2;
      stones += fill(box(cx - r * 0.155, y + sag + 12 + row * h * 0.26, r * 0.31, h * 0.22, i + row * 9, r * 0.012), mix(stone, i % 2 ? colour.ink : colour.paper, 0.06 + next() * 0.14));
    }
  }
  return fill(wall, darker(stone, 0.34)) + sheet.inside(wall, stones + fill(poly([[x + r * 0.35, y], [x + r * 2, y], [x + r * 2, y + h * 2], [x + r * 0.5, y + h * 2]]), colour.night, 'opacity="0.35"'));
}

export function cover(): string {
  const s = new Sheet("qamar-cover", 1200, 1600);
  const [wx, wy, r] = [600, 1150, 360];
  const fig: string[] = ["#2D6B55", "#3B8466", "#1F5245"];
  return s.svg(
    sky(s, ["#131A42", "#1B2458", "#26306E", "#384189"], 1200),
    stars([0, 0, 1200, 900], 70, 8),
    mudHouse(s, 190, 1150, 300, 300, "#4A5296", { lit: true, noDoor: true, windows: 2 }),
    mudHouse(s, 1030, 1150, 340, 240, "#434B8D", { dome: "#56609F", noDoor: true, lit: false }),
    fill(smooth([[-40, 1120], [300, 1090], [700, 1110], [1240, 1085], [1240, 1640], [-40, 1640]], true, 0.4), "#252C66"),
    fill(poly([[wx - r * 0.92, wy], [wx - 620, 180], [wx + 620, 180], [wx + r * 0.92, wy]]), colour.glow, 'opacity="0.13"'),
    fill(poly([[wx - r * 0.7, wy], [wx - 360, 300], [wx + 360, 300], [wx + r * 0.7, wy]]), colour.glow, 'opacity="0.13"'),
    at(640, 1250, 4.6, play(s, "layla", { mood: "surprised", look: -0.45, hands: [[-38, -40], [38, -40]], tilt: -9, lean: -5 })),
    well(s, wx, wy, r, halo(wx, wy + 20, 330, colour.glow, 0.2) + fill(blob(wx, wy + 40, 215, 82, 3, 0.01, 14), "#FFF3CF") + fill(blob(wx - 70, wy + 22, 46, 15, 3), "#EBDCB0") + fill(blob(wx + 64, wy + 58, 34, 11, 5), "#EBDCB0"), "back"),
    well(s, wx, wy, r, "", "front"),
    at(262, 1160, 2.9, cat({ kind: "sit", mood: "curious", tail: "curl" })),
    leaves([940, 0, 300, 330], 44, 52, fig, 3),
    stroke("M1220 60Q1080 130 1010 300M1130 105Q1100 190 1120 260", "#4B3340", 16),
    leaves([960, 30, 260, 300], 26, 48, fig, 11),
    fill(smooth([[-40, 1518], [300, 1504], [700, 1516], [1240, 1502], [1240, 1640], [-40, 1640]], true, 0.4), "#171C48"),
    arabicLine("نوال الحجّار", 600, 1576, 44, "#FFF3CF"),
    arabicWord("القمر", 930, 330, 215, "#FFF3CF", 0.2, { colour: "#0D1230", dx: 8, dy: 10 }),
    arabicWord("في", 930, 650, 120, colour.apricot, 0.2, { colour: "#0D1230", dx: 6, dy: 8 }),
    arabicWord("البئر", 640, 650, 165, colour.apricot, 0.2, { colour: "#0D1230", dx: 6, dy: 8 }),
  );
}
