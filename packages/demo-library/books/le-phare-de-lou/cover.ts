import { at, cloud, colour, darker, dot, fill, gull, halo, letters, mix, pane, play, type Point, poly, rock, Sheet, sky, smooth, stars, stroke, water } from "../../art";

/** The tower bent by the wind: its middle line leans right at the top. */
function bent(t: number): Point {
  return [815 + 95 * t * t, 1400 - 960 * t];
}

export function cover(): string {
  const s = new Sheet("phare-cover", 1200, 1600);
  const half = (t: number) => 118 - 50 * t;
  const edge = (from: number, to: number) => {
    const right: Point[] = [];
    const left: Point[] = [];
    for (let i = 0; i <= 6; i++) {
      const t = from + ((to - from) * i) / 6;
      const [x, y] = bent(t);
      right.push([x + half(t), y + 6 * Math.sin(t * 9)]);
      left.unshift([x - half(t), y]);
    }
    return smooth([...right, ...left], true, 0.4);
  };
  const tower = edge(0, 1);
  const bands = [0.07, 0.33, 0.59, 0.85].map((t) => fill(edge(t, t + 0.13), colour.vermilion)).join("");
  const [tx, ty] = bent(1);
  return s.svg(
    sky(s, ["#16224F", "#22326B", "#2F4A8A", "#4769A3"], 1250),
    stars([0, 0, 1200, 800], 60, 3),
    fill(poly([[tx - 20, ty - 115], [-60, 150], [-60, 520], [tx - 20, ty - 75]]), colour.glow, 'opacity="0.22"') + fill(poly([[tx - 20, ty - 110], [-60, 235], [-60, 430], [tx - 20, ty - 80]]), colour.glow, 'opacity="0.4"'),
    cloud(250, 1130, 420, "#5F80B5", 0.6, 3) + cloud(1080, 1010, 360, "#5F80B5", 0.5, 5),
    water(s, 1230, ["#1F5F7A", "#1A5070", "#143F60", "#0F3050"], { crest: 14, count: 34, lights: "#7FB8C6" }),
    rock(s, 800, 1440, 640, 170, "#39425F", 3) + rock(s, 1020, 1470, 330, 110, "#2C3450", 6) + rock(s, 560, 1480, 220, 76, "#2C3450", 8),
    fill(tower, colour.paper),
    s.inside(tower, bands + fill(poly([[900, 1420], [880, 900], [945, 420], [1100, 420], [1100, 1420]]), colour.ink, 'opacity="0.17"')),
    s.grain(tower, colour.paper, { angle: 84, count: 90, length: 46, width: 3, opacity: 0.2, tint: colour.ink }),
    pane(810, 1150, 44, 76, true, colour.ink, true) + pane(850, 830, 40, 70, true, colour.ink, true),
    fill(smooth([[762, 1402], [764, 1310], [815, 1268], [866, 1310], [868, 1402]], true, 0.5), colour.ink) + dot(845, 1345, 6, colour.glow),
    halo(tx, ty - 95, 230, colour.glow, 0.2),
    fill(poly([[tx - 56, ty - 12], [tx - 62, ty - 170], [tx + 62, ty - 172], [tx + 56, ty - 12]]), colour.glow),
    stroke(`M${tx - 58} ${ty - 170}L${tx - 54} ${ty - 12}M${tx} ${ty - 170}L${tx} ${ty - 12}M${tx + 58} ${ty - 170}L${tx + 54} ${ty - 12}`, colour.ink, 8),
    fill(smooth([[tx - 92, ty - 160], [tx - 54, ty - 222], [tx + 4, ty - 262], [tx + 58, ty - 222], [tx + 92, ty - 164]], true, 0.6), colour.vermilion),
    at(tx + 6, ty - 248, 1.75, gull({ kind: "stand" }), { flip: true }),
    at(tx - 78, ty + 6, 2.15, play(s, "lou", { mood: "laughing", look: -0.7, hands: [[-42, -47], [-30, -40]], lean: 9 })),
    stroke(`M${tx - 178} ${ty - 92}L${tx - 130} ${ty - 88}`, colour.glow, 26) ,
    fill(smooth([[tx - 158, ty + 2], [tx + 128, ty + 2], [tx + 112, ty + 40], [tx - 140, ty + 40]], true, 0.3), colour.ink),
    stroke(`M${tx - 150} ${ty}l-4 -66L${tx - 60} ${ty - 62}M${tx + 122} ${ty}l4 -66l-70 0M${tx - 108} ${ty}l-2 -60M${tx + 84} ${ty}l0 -62`, colour.ink, 7),
    letters("LE", { x: 80, y: 690, size: 110, colour: colour.glow, weight: 0.22, align: "left", seed: 3, shade: { colour: "#131D45", dx: 6, dy: 8 } }),
    letters("PHARE", { x: 80, y: 880, size: 128, colour: colour.paper, weight: 0.25, align: "left", seed: 5, shade: { colour: "#131D45", dx: 6, dy: 8 } }),
    letters("DE LOU", { x: 80, y: 1050, size: 112, colour: colour.paper, weight: 0.25, align: "left", seed: 8, spacing: 0.3, shade: { colour: "#131D45", dx: 6, dy: 8 } }),
    letters("ANOUK LE BIHAN", { x: 80, y: 1545, size: 34, colour: mix(colour.paper, "#143F60", 0.1), weight: 0.13, align: "left" }),
    stroke("M90 1112Q230 1092 370 1114", darker(colour.glow, 0.05), 9),
  );
}
