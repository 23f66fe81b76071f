import { at, blob, colour, dots, farBird, fill, frog, grass, ground, letters, mix, random, Sheet, sky, smooth, stroke, flower } from "../../art";

export function cover(): string {
  const s = new Sheet("hopp-cover", 1200, 1600);
  const next = random(6);
  const drop = smooth([[395, 800], [600, 900], [830, 1060], [872, 1230], [790, 1400], [600, 1450], [410, 1400], [318, 1230], [330, 1060], [390, 940]], true, 0.85);
  const splash: [number, number, number][] = [];
  for (let i = 0; i < 22; i++) splash.push([120 + next() * 960, 660 + next() * 560, 6 + next() * 15]);
  const blue = "#2F8FC4";
  return s.svg(
    sky(s, ["#FFD98A", "#FFE3A3", "#FFEBBD"], 1300),
    fill(blob(600, 1010, 560, 560, 3, 0.02, 14), "#FFC65C"),
    fill(blob(600, 1010, 455, 455, 6, 0.02, 14), "#FFD37D"),
    ground(s, [1380, 1350, 1390, 1340, 1370], "#7FB23C", { tint: "#5C8A2B" }),
    s.paper(drop, blue, { tint: mix(blue, colour.paper, 0.4), angle: 70, count: 60, length: 40, width: 5, opacity: 0.4 }),
    s.inside(drop, fill(blob(720, 1280, 210, 260, 4, 0.06), "#2576A8", 'opacity="0.6"') + stroke("M430 1120Q400 1240 470 1330", "#BFE3F2", 22)),
    dots(splash, blue),
    at(590, 1125, 4.2, frog({ kind: "leap", mood: "grin", gaze: [0.5, -0.2] }), { rotate: -6 }),
    grass(0, 1610, 1200, 110, "#4F7F2B", 5, 90),
    grass(0, 1612, 1200, 80, "#9CCB4B", 8, 70),
    flower(180, 1560, 120, colour.paper),
    flower(1040, 1575, 100, colour.paper),
    farBird(170, 560, 70, colour.rust),
    farBird(1040, 600, 54, colour.rust),
    letters("HOPP!", { x: 590, y: 440, size: 238, colour: colour.vermilion, weight: 0.3, seed: 12, spacing: 0.42, bounce: 0.14, shade: { colour: "#8E2F18", dx: 10, dy: 14 }, inline: "#FFC9A6" }),
    fill(smooth([[-20, 1520], [300, 1500], [600, 1508], [900, 1500], [1220, 1524], [1220, 1640], [-20, 1640]], true, 0.5), "#3C6A20"),
    letters("WINNIE TAPPER", { x: 600, y: 1570, size: 34, colour: "#FFEBBD", weight: 0.14 }),
  );
}
