import { at, box, colour, darker, dot, fill, letters, magnifier, mix, owl, play, poly, Sheet, sky, smooth, stars, stroke } from "../../art";

export function cover(): string {
  const s = new Sheet("clock-cover", 1200, 1600);
  const [cx, cy, r] = [600, 770, 520];
  let marks = "";
  for (let i = 0; i < 60; i++) {
    const a = (i / 60) * Math.PI * 2;
    const [from, to] = i % 5 ? [0.9, 0.93] : [0.8, 0.93];
    marks += stroke(`M${(cx + Math.cos(a) * r * from).toFixed(0)} ${(cy + Math.sin(a) * r * from).toFixed(0)}L${(cx + Math.cos(a) * r * to).toFixed(0)} ${(cy + Math.sin(a) * r * to).toFixed(0)}`, i % 5 ? "#B08A55" : colour.ink, i % 5 ? 7 : i % 15 ? 20 : 30);
  }
  const face = `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${r * 2} 0a${r} ${r} 0 1 0 ${-r * 2} 0Z`;
  const disc = smooth(Array.from({ length: 16 }, (_, i) => [cx + Math.cos((i / 16) * Math.PI * 2) * r, cy + Math.sin((i / 16) * Math.PI * 2) * r] as const));
  const rungs = Array.from({ length: 9 }, (_, i) => `M${812 - i * 4.6} ${1130 + i * 50}L${908 + i * 2} ${1126 + i * 50}`).join("");
  return s.svg(
    sky(s, ["#0A3340", "#0B4450", "#0B565C", "#0B6266"], 1500),
    stars([0, 0, 1200, 1500], 80, 9, colour.glow, [cx, cy, 600]),
    fill(poly([[60, 1700], [60, 1180], [150, 1090], [150, 1000], [1050, 1000], [1050, 1090], [1140, 1180], [1140, 1700]]), "#0A2A36"),
    stroke("M60 1330H1140M60 1450H1140M200 1330V1450M420 1330V1450M640 1330V1450M860 1330V1450M1080 1330V1450M310 1450V1600M530 1450V1600M750 1450V1600M970 1450V1600", "#12414C", 7),
    dot(cx, cy, r + 62, colour.ink) + dot(cx, cy, r + 46, "#C99A2E") + dot(cx, cy, r + 18, "#9A7023"),
    `<path d="${face}" fill="${colour.cream}"/>`,
    s.grain(disc, colour.cream, { angle: 20, count: 110, length: 70, width: 4, opacity: 0.4, tint: "#E9CF9C" }),
    s.inside(disc, dot(cx, cy, r * 0.74, "#FBF1DC") + dot(cx, cy, r * 0.74, "none", `stroke="#D9B36C" stroke-width="5"`)),
    marks,
    fill(poly([[cx - 10, cy - 20], [cx + 330, cy - 76], [cx + 392, cy - 54], [cx + 336, cy - 30], [cx, cy + 22]]), colour.ink),
    fill(poly([[cx + 40, cy - 20], [cx - 380, cy - 13], [cx - 470, cy], [cx - 380, cy + 13], [cx + 40, cy + 20]]), colour.ink),
    dot(cx, cy, 40, colour.ink) + dot(cx, cy, 17, "#C99A2E"),
    at(330, 762, 3.5, owl({ look: 0.9, down: 0.8 })),
    letters("THE", { x: 700, y: 520, size: 64, colour: darker(colour.teal, 0.1), weight: 0.2, seed: 3 }),
    letters("CLOCK", { x: 708, y: 655, size: 96, colour: colour.vermilion, weight: 0.27, seed: 6, bounce: 0.04 }),
    letters("MENDER", { x: 600, y: 985, size: 112, colour: colour.teal, weight: 0.26, seed: 9, bounce: 0.04, spacing: 0.3 }),
    stroke("M812 1100L756 1640M900 1096L936 1640", "#B9803F", 17) + stroke(rungs, "#9A6630", 13),
    at(850, 1425, 2.7, play(s, "ned", { mood: "surprised", look: -0.8, hands: [[-22, -77], [16, -62]], tilt: -10, held: magnifier(-25, -88, 1.25, -20) })),
    fill(box(-20, 1548, 1240, 70, 4, 3), "#07202B"),
    letters("HESTER QUILLFEATHER", { x: 420, y: 1524, size: 34, colour: mix(colour.cream, colour.teal, 0.1), weight: 0.13 }),
  );
}
