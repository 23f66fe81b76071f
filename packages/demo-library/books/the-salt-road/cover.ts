import { at, colour, dot, farBird, fill, grass, ground, letters, mix, mule, peaks, play, type Point, Sheet, sky, smooth, stroke, water } from "../../art";

/** The brass pound: a round weight stamped with a crown, its middle at (x, y). */
export function brassPound(x: number, y: number, r: number): string {
  return (
    dot(x, y, r, "#B9812A") +
    dot(x, y, r * 0.93, "#E0A93F") +
    dot(x, y, r * 0.78, "none", `stroke="#B9812A" stroke-width="${(r * 0.05).toFixed(1)}"`) +
    stroke(`M${x - r * 0.66} ${y - r * 0.5}Q${x - r * 0.3} ${y - r * 0.86} ${x + r * 0.1} ${y - r * 0.86}`, "#F6D483", r * 0.06) +
    at(x, y, r / 100, fill("M-46 30L-52 -24L-26 2L-14 -40L0 -6L14 -40L26 2L52 -24L46 30Z", "#8A5A18") + fill("M-46 36h92v12h-92Z", "#8A5A18") + dot(-52, -30, 6, "#8A5A18") + dot(52, -30, 6, "#8A5A18") + dot(-14, -46, 6, "#8A5A18") + dot(14, -46, 6, "#8A5A18"))
  );
}

export function cover(): string {
  const s = new Sheet("salt-road-cover", 1200, 1600);
  const road: Point[] = [[690, 760], [640, 800], [610, 850], [700, 910], [890, 980], [960, 1070], [820, 1160], [520, 1240], [330, 1350], [420, 1480], [640, 1620]];
  const halfs = [5, 9, 14, 20, 30, 40, 50, 62, 80, 104, 130];
  const left = road.map(([x, y], i): Point => [x - (halfs[i] ?? 10), y + (i > 2 && i < 6 ? (halfs[i] ?? 0) * 0.5 : 0)]);
  const right = road.map(([x, y], i): Point => [x + (halfs[i] ?? 10), y - (i > 2 && i < 6 ? (halfs[i] ?? 0) * 0.4 : 0)]).reverse();
  const way = smooth([...left, ...right], true, 0.9);
  return s.svg(
    sky(s, ["#E77B4E", "#EE9A5F", "#F3B876", "#F6D39B"], 900),
    fill(`M${600 - 300} 560a300 300 0 1 0 600 0a300 300 0 1 0 -600 0Z`, "#FBE3AE", 'opacity="0.5"'),
    brassPound(600, 560, 215),
    peaks(s, [[-60, 800], [90, 610], [230, 760], [370, 560], [540, 790], [690, 690], [830, 800], [980, 540], [1120, 720], [1280, 590], [1300, 820]], 1000, "#4B2F4E", "#F3D9C6"),
    ground(s, [850, 790, 830, 780, 810, 840], "#6A3F53", { tint: "#8E5A63" }),
    ground(s, [960, 930, 860, 900, 960, 900], "#84555A", { tint: "#A97466" }),
    ground(s, [1130, 1180, 1080, 1010, 1090, 1150], "#5E6A66", { tint: "#7F8E83" }),
    ground(s, [1250, 1290, 1230, 1200, 1180, 1240], "#4A6468", { tint: "#6E8A8A" }),
    water(s, 1370, ["#5E8F92", "#4D8085", "#3C6F77"], { crest: 8, count: 26, lights: "#CFE3DC" }),
    s.paper(way, "#F7F1E4", { tint: "#C9BBA6", angle: 8, count: 80, length: 30, width: 4, opacity: 0.5 }),
    grass(30, 1330, 240, 44, "#2F4A4E", 4) + grass(880, 1300, 280, 44, "#2F4A4E", 6) + grass(760, 1420, 160, 40, "#2F4A4E", 8),
    fill(smooth([[230, 1410], [400, 1396], [560, 1410], [400, 1424]]), colour.ink, 'opacity="0.25"'),
    at(300, 1410, 1.6, mule({ walk: true, load: fill(smooth([[-26, -70], [-8, -76], [-4, -50], [-26, -48]], true, 0.7), "#E9DFC9") + fill(smooth([[4, -72], [22, -70], [22, -48], [2, -50]], true, 0.7), "#D8CBB0") })),
    stroke("M440 1275Q478 1322 506 1326", colour.vermilion, 4),
    at(520, 1416, 1.75, play(s, "ibby", { mood: "calm", look: 0.7, legs: "walk", hands: [[-20, -56], [26, -40]] })),
    farBird(210, 470, 66, "#4B2F4E") + farBird(310, 430, 46, "#4B2F4E") + farBird(960, 450, 50, "#4B2F4E"),
    letters("THE SALT", { x: 600, y: 158, size: 106, colour: "#FBF3E2", weight: 0.24, seed: 4, spacing: 0.34, shade: { colour: "#7A2E22", dx: 7, dy: 9 } }),
    letters("ROAD", { x: 600, y: 318, size: 98, colour: "#4B2F4E", weight: 0.25, seed: 8, spacing: 0.5, widen: 1.25 }),
    letters("ORLA PENHALLICK", { x: 960, y: 1556, size: 32, colour: mix(colour.paper, colour.teal, 0.08), weight: 0.14 }),
  );
}
