import { at, box, colour, dots, fill, fir, ground, halo, letters, lighter, mix, mooseBody, mooseHead, play, type Point, poly, random, Sheet, sky, smooth, snowfall, stars, stroke } from "../../art";

const ICE = ["#E2503F", "#8A5BB8", "#F2B53A", "#D9477A", "#5E8FD6", "#F28A3A"];

/** The round hut of coloured ice bricks, its foot's middle at (x, y), `w` wide. */
function iceHut(sheet: Sheet, x: number, y: number, w: number): string {
  const h = w * 0.62;
  const dome: Point[] = [];
  for (let i = 0; i <= 12; i++) {
    const a = Math.PI - (i / 12) * Math.PI;
    dome.push([x + (Math.cos(a) * w) / 2, y - Math.sin(a) * h]);
  }
  const d = `${smooth(dome, false)}Z`;
  const next = random(12);
  let bricks = "";
  const rows = 6;
  for (let row = 0; row < rows; row++) {
    const y0 = y - (h * row) / rows;
    const count = 10;
    for (let i = -1; i <= count; i++) {
      const bx = x - w / 2 + ((i + (row % 2) * 0.5) * w) / count;
      const tone = ICE[Math.floor(next() * ICE.length)] ?? "#E2503F";
      bricks += fill(box(bx + 4, y0 - h / rows + 4, w / count - 8, h / rows - 8, i + row * 20, 3), tone) + fill(poly([[bx + w * 0.016, y0 - (h / rows) * 0.86], [bx + w * 0.07, y0 - (h / rows) * 0.86], [bx + w * 0.02, y0 - (h / rows) * 0.4]]), lighter(tone, 0.5), 'opacity="0.8"');
    }
  }
  const door = smooth([[x - w * 0.1, y], [x - w * 0.1, y - h * 0.26], [x, y - h * 0.42], [x + w * 0.1, y - h * 0.26], [x + w * 0.1, y]], true, 0.6);
  return fill(d, "#FFF0C2") + sheet.inside(d, bricks) + stroke(smooth(dome, false), colour.snow, w * 0.022) + fill(door, "#FFE9A8", `stroke="${colour.snow}" stroke-width="${(w * 0.024).toFixed(0)}"`);
}

export function cover(): string {
  const s = new Sheet("talvimaja-cover", 1200, 1600);
  return s.svg(
    sky(s, ["#0F1B46", "#16265C", "#1E3474", "#2A478C", "#3B5FA3"], 1250),
    stars([0, 0, 1200, 900], 90, 4, "#EAF2FF"),
    stroke(smooth([[-40, 620], [220, 540], [430, 620], [700, 500], [1000, 580], [1240, 470]], false), "#5FC7B0", 60, 'opacity="0.16"') + stroke(smooth([[-40, 700], [260, 610], [520, 680], [820, 560], [1240, 600]], false), "#A9E0A0", 36, 'opacity="0.14"'),
    fir(s, 90, 1180, 620, "#14284F", { snow: true, seed: 3 }),
    fir(s, 1120, 1180, 700, "#14284F", { snow: true, seed: 5 }),
    fir(s, 260, 1160, 430, "#1A3160", { snow: true, seed: 8 }),
    ground(s, [1150, 1120, 1135, 1110, 1150], "#C9D8EE", { tint: "#9FB6DB" }),
    at(880, 1290, 3.3, mooseBody("#3A2A2E")),
    halo(560, 1190, 520, "#FFE08A", 0.13),
    iceHut(s, 540, 1330, 720),
    at(786, 1030, 2.75, mooseHead(true, "#4A3634"), { rotate: 14 }),
    ground(s, [1340, 1318, 1330, 1320, 1350], "#E4ECF7", { tint: "#B5C7E4" }),
    fill(smooth([[468, 1330], [612, 1330], [700, 1440], [380, 1440]], true, 0.5), "#FFE9A8", 'opacity="0.7"'),
    at(960, 1500, 2.5, play(s, "helmi", { mood: "surprised", look: -0.7, hands: [[-30, -82], [26, -76]] })),
    at(1095, 1510, 2.1, play(s, "eetu", { mood: "laughing", look: -0.6, hands: [[-36, -62], [24, -34]] })),
    snowfall([0, 0, 1200, 1600], 70, 6, 7),
    letters("TALVI", { x: 600, y: 230, size: 158, colour: "#FFE08A", weight: 0.27, seed: 4, spacing: 0.4, bounce: 0.05, shade: { colour: "#B0326B", dx: 8, dy: 11 } }),
    letters("MAJA", { x: 600, y: 450, size: 158, colour: "#F7B7A3", weight: 0.27, seed: 8, spacing: 0.42, bounce: 0.05, shade: { colour: "#6A3C9A", dx: 8, dy: 11 } }),
    letters("KERTTU LUMIRANTA", { x: 420, y: 1556, size: 36, colour: "#22386F", weight: 0.14 }),
    dots([[180, 1470, 8], [210, 1490, 8], [250, 1478, 8]], mix("#B5C7E4", colour.ink, 0.1)),
  );
}
