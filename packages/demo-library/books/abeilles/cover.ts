import { at, bee, box, colour, fill, letters, lighter, play, type Point, poly, roundTree, Sheet, sky, stroke, swarm } from "../../art";

/** A six-sided cell around (x, y), points up. */
export function cell(x: number, y: number, r: number): string {
  const points: Point[] = [];
  for (let i = 0; i < 6; i++) points.push([x + Math.sin((i / 6) * Math.PI * 2) * r, y - Math.cos((i / 6) * Math.PI * 2) * r]);
  return poly(points);
}

export function cover(): string {
  const s = new Sheet("abeilles-cover", 1200, 1600);
  const gold = ["#F2B233", "#E79A24", "#F6C557", "#D9831F"];
  let comb = "";
  const r = 168;
  const places: [number, number][] = [];
  for (let row = -1; row < 8; row++) for (let i = -1; i < 5; i++) places.push([60 + i * r * 1.74 + (row % 2 ? r * 0.87 : 0), 470 + row * r * 1.5]);
  for (const [i, [x, y]] of places.entries()) {
    if (y > 1280) continue;
    const tone = gold[(i * 7) % 4] ?? "#F2B233";
    comb += fill(cell(x, y, r * 0.94), tone, 'opacity="0.5"') + fill(cell(x, y, r * 0.7), lighter(tone, 0.2), 'opacity="0.4"');
  }
  const roofs = [[-20, 250, 300], [210, 200, 240], [400, 280, 330], [700, 220, 260], [930, 300, 330]];
  return s.svg(
    sky(s, ["#FBD98B", "#FAD07A", "#F8C566"], 1300),
    comb,
    roofs.map(([x = 0, w = 0, h = 0], i) => fill(poly([[x, 1620], [x, 1500 - h * 0.28], [x + w * 0.12, 1380 - h * 0.3], [x + w * 0.88, 1380 - h * 0.3], [x + w, 1500 - h * 0.28], [x + w, 1620]]), i % 2 ? "#4A5A78" : "#5C6C8A") + fill(box(x + w * 0.2, 1320 - h * 0.3, 40, 80, i), "#A8492A") + fill(box(x + w * 0.2 + 6, 1300 - h * 0.3, 12, 24), "#7E3420") + fill(box(x + w * 0.55, 1420 - h * 0.3, 46, 60, i), colour.glow, `stroke="${colour.paper}" stroke-width="6"`)).join(""),
    s.grain(box(0, 1300, 1200, 300), "#5C6C8A", { angle: 70, count: 80, length: 34, width: 4, opacity: 0.3 }),
    roundTree(s, 1040, 1560, 420, "#5C8A3C", colour.bark, 4),
    roundTree(s, 150, 1640, 300, "#6E9A46", colour.bark, 7),
    fill(cell(980, 590, 150), "#BFE0E4") + s.inside(cell(980, 590, 150), fill(box(800, 660, 400, 120), "#6E9A46") + at(980, 705, 1.9, play(s, "nour", { mood: "happy", look: -0.4, hands: [[-36, -84], [22, -34]] }))) + stroke(cell(980, 590, 150), "#B9701A", 16),
    at(500, 860, 6.1, bee(s, { disc: colour.blue, number: "58" }), { rotate: -8 }),
    swarm([[180, 640, 30, 2.4], [120, 900, -40, 2], [880, 1060, 60, 2.2], [1010, 860, -20, 2.6], [830, 1230, 20, 1.8]]),
    letters("LA 58", { x: 600, y: 262, size: 190, colour: "#5A2E12", weight: 0.26, seed: 5, spacing: 0.4, bounce: 0.04, shade: { colour: "#FFF0C4", dx: -6, dy: -7 } }),
    letters("UNE VIE D'ABEILLE", { x: 600, y: 386, size: 66, colour: colour.blue, weight: 0.22, seed: 9, spacing: 0.4 }),
    letters("MAËLLE KERDRAON-BASSI", { x: 600, y: 1560, size: 38, colour: colour.paper, weight: 0.15 }),
  );
}
