import { at, bee, blob, box, cloud, colour, darker, dot, dots, fill, flower, lighter, mix, play, poly, random, roundTree, Sheet, sky, smooth, snowfall, stroke, swarm } from "../../art";
import { cell, cover } from "./cover";

const page = (name: string) => new Sheet(`abeilles-${name}`, 1200, 800);
const WOOD = "#C98F52";
const WAX = "#F2B84A";

function town(y: number, tones: readonly [string, string], snow = false): string {
  return [[-30, 210, 150], [160, 180, 110], [320, 200, 170], [840, 190, 160], [1010, 220, 120]]
    .map(([x = 0, w = 0, h = 0], i) => fill(poly([[x, y + 20], [x, y - h], [x + w * 0.14, y - h - 60], [x + w * 0.86, y - h - 60], [x + w, y - h], [x + w, y + 20]]), tones[i % 2] ?? "") + (snow ? fill(poly([[x, y - h], [x + w * 0.14, y - h - 60], [x + w * 0.86, y - h - 60], [x + w, y - h], [x + w * 0.84, y - h - 30], [x + w * 0.16, y - h - 30]]), colour.snow) : "") + fill(box(x + w * 0.24, y - h - 90, 24, 50, i, 1), "#A8492A") + fill(box(x + w * 0.3, y - h + 26, 30, 40, i + 3, 1), colour.glow, 'opacity="0.85"') + fill(box(x + w * 0.62, y - h + 26, 30, 40, i + 5, 1), mix(tones[i % 2] ?? "#000000", colour.ink, 0.4)))
    .join("");
}

/** Rows of cells inside a box; `tone` says what a cell holds, or nothing. */
function comb(x: number, y: number, cols: number, rows: number, r: number, content: (col: number, row: number) => string): string {
  const cells = new Map<string, string>();
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      const tone = content(col, row) || "#D9922E";
      cells.set(tone, (cells.get(tone) ?? "") + cell(Math.round(x + col * r * 1.78 + (row % 2) * r * 0.89), Math.round(y + row * r * 1.54), r * 0.9));
    }
  return [...cells].map(([tone, d]) => fill(d, tone)).join("");
}

function hive(): string {
  const s = page("ruche");
  const frame = (x: number, w: number, seed: number) => {
    const next = random(seed);
    return (
      fill(box(x, 250, w, 380, seed, 2), "#A86A34") +
      fill(box(x + 12, 270, w - 24, 346, seed + 1, 1), WAX) +
      s.inside(
        box(x + 12, 270, w - 24, 346, seed + 1, 1),
        comb(x + 26, 282, Math.ceil(w / 34), 16, 18, (_, row) => {
          const n = next();
          if (row < 3) return n > 0.2 ? "#F7CF6A" : "#FBE3A4";
          if (row < 5) return n > 0.4 ? "#E9792B" : n > 0.2 ? "#C9482E" : "#F2C230";
          return n > 0.7 ? "#8A5A2E" : n > 0.45 ? "#B9782E" : "#6B4220";
        }) +
          dots(Array.from({ length: 14 }, (): [number, number, number] => [x + 30 + next() * (w - 60), 390 + next() * 210, 5]), colour.paper),
      )
    );
  };
  return s.svg(
    sky(s, ["#BFE0EC", "#D3EAF0", "#EAF3EC"], 520),
    cloud(330, 110, 220, colour.paper, 0.9, 3),
    town(520, ["#5C6C8A", "#6E7E9A"]),
    roundTree(s, 130, 560, 260, "#6E9A46", colour.bark, 4),
    fill(poly([[-10, 560], [1210, 540], [1210, 810], [-10, 810]]), "#9AA1A6") + s.grain(box(0, 560, 1200, 240), "#9AA1A6", { tint: "#7F878E", angle: 1, count: 70, length: 60, width: 4 }),
    fill(blob(620, 730, 420, 34, 3), colour.ink, 'opacity="0.25"'),
    at(790, 372, 3.1, play(s, "nour", { mood: "happy", look: -0.5, tilt: -10, hands: [[-34, -52], [34, -50]] })),
    fill(box(260, 210, 720, 510, 3, 4), WOOD) + s.grain(box(260, 210, 720, 510), WOOD, { angle: 1, count: 70, length: 70, width: 4, opacity: 0.5 }),
    fill(box(290, 236, 660, 430, 5, 2), "#4A2E1A"),
    frame(306, 196, 3) + frame(522, 196, 8) + frame(738, 196, 13),
    fill(box(240, 712, 760, 34, 3, 3), darker(WOOD, 0.3)),
    fill(box(520, 676, 200, 24, 5, 2), "#2E1C10"),
    stroke("M1020 736L1092 330", darker(WOOD, 0.15), 30) + stroke("M1032 730L1104 330", lighter(WOOD, 0.2), 7),
    dot(686, 214, 15, "#E3A97C") + dot(896, 214, 15, "#E3A97C"),
    at(420, 450, 1.75, bee(s, { disc: colour.blue, number: "58", mood: "happy" }), { rotate: -24 }),
    at(620, 500, 1.55, bee(s, { disc: colour.vermilion, long: 1.55, mood: "calm" }), { rotate: 8 }),
    swarm([[340, 330, 40, 1.7], [480, 590, -30, 1.7], [560, 340, 160, 1.7], [690, 600, 20, 1.7], [690, 380, -60, 1.7], [800, 420, 90, 1.7], [860, 340, 30, 1.7], [900, 540, -40, 1.7], [780, 580, 150, 1.7], [580, 700, 90, 1.5], [650, 690, 70, 1.5], [470, 740, 100, 1.5], [180, 420, 60, 1.7], [120, 300, 80, 1.4], [210, 260, 110, 1.4]]),
    at(150, 740, 1, fill(box(-50, -66, 84, 66, 3, 2), "#8C93A0") + fill(poly([[-40, -66], [26, -66], [-4, -104]]), "#6E7680") + fill(box(34, -60, 40, 52, 5, 2), "#8A4A2A") + stroke("M-8 -110q-16 -24 2 -44q18 -22 0 -48", colour.paper, 11, 'opacity="0.75"')),
  );
}

function dance(): string {
  const s = page("danse");
  const thought = smooth([[150, 210], [180, 90], [360, 40], [600, 34], [860, 40], [1040, 90], [1070, 200], [1010, 290], [780, 320], [500, 324], [230, 296]], true, 0.9);
  const others: [number, number, number, number][] = [[250, 440, 60, 3], [230, 650, 100, 3], [440, 756, 20, 3], [800, 756, -20, 3], [1000, 640, -90, 3], [980, 440, -60, 3], [500, 560, 80, 2.6], [740, 560, -80, 2.6]];
  const angle = `stroke-dasharray="2 15"`;
  return s.svg(
    fill(box(-10, -10, 1220, 820), "#D9922E"),
    comb(10, 10, 20, 16, 36, (col, row) => ((col * 5 + row * 3) % 7 === 0 ? "#F7CF6A" : (col + row * 2) % 5 === 0 ? "#C97F24" : WAX)),
    fill(thought, "#EAF3EC") + dot(560, 352, 19, "#EAF3EC") + dot(584, 392, 12, "#EAF3EC"),
    s.inside(
      thought,
      fill(box(100, 230, 1000, 120), "#A8C45E") +
        dot(600, 104, 44, "#F2B24A") + stroke("M600 44V30M644 62l10 -10M556 62l-10 -10M662 104h14M538 104h-14", "#F2B24A", 6) +
        at(600, 250, 1, fill(box(-42, -60, 84, 60, 3, 2), WOOD) + fill(box(-50, -72, 100, 16, 4, 1), darker(WOOD, 0.3)) + fill(box(-20, -14, 40, 8, 2), "#2E1C10")) +
        roundTree(s, 920, 260, 180, "#6E9A46", colour.bark, 4) + dots([[890, 130, 5], [920, 110, 5], [950, 150, 5], [900, 170, 5]], colour.glow) +
        stroke("M600 200V150", colour.vermilion, 6, angle) + stroke("M610 214L880 170", colour.vermilion, 6, angle) + `<path d="M600 172A34 34 0 0 1 634 206" fill="none" stroke="${colour.vermilion}" stroke-width="5"/>` +
        flower(260, 280, 80, colour.vermilion) + flower(320, 288, 60, colour.paper),
    ),
    stroke("M618 690V450Q700 400 810 440Q930 500 880 620Q820 720 618 700Q416 720 356 620Q306 500 426 440Q536 400 618 450", colour.paper, 10, 'stroke-dasharray="1 22"'),
    stroke("M852 650l20 -22l-30 -8M384 650l-20 -22l30 -8", colour.paper, 7),
    swarm(others.map(([x, y, t, k]) => [x, y, t, k])),
    at(618, 570, 2.1, bee(s, { disc: colour.blue, number: "58", mood: "laughing" }), { rotate: 10 }),
    stroke("M574 660q-14 6 -16 20M664 660q14 4 18 18M590 480q-14 -6 -20 -18M648 478q12 -8 16 -20", colour.bark, 5),
  );
}

function winter(): string {
  const s = page("hiver");
  const next = random(7);
  const cluster: [number, number, number, number][] = [];
  for (let ring = 0; ring < 5; ring++) {
    const count = [0, 0, 11, 0, 25][ring] ?? 6;
    for (let i = 0; i < count; i++) {
      const a = (i / count) * Math.PI * 2 + ring;
      cluster.push([600 + Math.cos(a) * ring * 32, 430 + Math.sin(a) * ring * 32, next() * 360, 1.35]);
    }
  }
  return s.svg(
    sky(s, ["#5E7A9E", "#7E98B6", "#A3B8CC", "#C6D4DE"], 520),
    town(500, ["#4A5A78", "#5A6A86"], true),
    fill(smooth([[-20, 560], [300, 540], [700, 556], [1220, 536], [1220, 820], [-20, 820]], true, 0.5), "#EDF2F6") + s.grain(box(0, 560, 1200, 240), "#EDF2F6", { tint: "#C3D0DC", angle: 3, count: 60, length: 50, width: 4 }),
    fill(box(330, 180, 540, 470, 3, 4), WOOD) + s.grain(box(330, 180, 540, 470), WOOD, { angle: 1, count: 60, length: 60, width: 4, opacity: 0.5 }),
    fill(box(362, 214, 476, 410, 5, 2), "#2E2A3A"),
    [384, 500, 616, 732].map((x, i) => fill(box(x, 228, 84, 380, i, 2), "#8A5A2E") + s.inside(box(x + 8, 236, 68, 366, i, 1), comb(x + 18, 246, 3, 16, 15, (_, row) => (row < 6 ? "#F2C24A" : "#A8702E")))).join(""),
    fill(blob(600, 430, 176, 172, 4, 0.04, 16), "#0B6E6E", 'opacity="0.9"') + fill(blob(600, 430, 136, 134, 6, 0.05, 16), "#5E8A6A") + fill(blob(600, 430, 98, 96, 8, 0.05, 14), "#E0963E") + fill(blob(600, 430, 60, 58, 3, 0.05), "#F9C27A"),
    swarm(cluster, "#E0A040"),
    at(600, 424, 0.95, bee(s, { disc: colour.vermilion, long: 1.5, mood: "sleepy" }), { rotate: 12 }),
    fill(smooth([[300, 190], [320, 140], [480, 110], [640, 120], [780, 108], [890, 146], [900, 196], [760, 204], [600, 192], [440, 206]], true, 0.8), colour.snow),
    fill(box(310, 640, 580, 30, 3, 3), darker(WOOD, 0.3)) + fill(smooth([[270, 680], [340, 650], [470, 668], [620, 654], [780, 672], [900, 652], [950, 690], [600, 720]], true, 0.8), colour.snow),
    fill(box(540, 616, 120, 14, 3), "#1E1A26"),
    at(1010, 700, 1, stroke("M0 110Q10 0 40 -150", "#B98A52", 54) + stroke("M0 110Q10 0 40 -150", "#E6C690", 36) + fill(blob(18, -10, 19, 52, 3, 0.05), "#8A6236") + stroke("M2 50q14 6 28 2M10 -78q12 6 26 2", "#8A6236", 5) + fill(blob(40, -154, 27, 11, 3), "#D9B98A")),
    at(1028, 694, 0.62, bee(s, { mood: "sleepy" }), { rotate: 8 }),
    stroke("M1070 640q30 -6 34 -30M1074 664q36 2 50 -12", "#B98A52", 5) + stroke("M1104 640l14 0l-12 14l14 0M1126 610l10 0l-9 11l10 0", "#4A5A78", 4),
    stroke("M930 800Q940 720 920 640M950 800Q980 740 985 690M1090 800Q1100 740 1130 700", "#B98A52", 8),
    fill(smooth([[880, 800], [940, 770], [1060, 780], [1160, 764], [1220, 800], [1220, 820], [880, 820]], true, 0.8), colour.snow),
    snowfall([0, 0, 1200, 800], 60, 4, 6),
  );
}

/** The pictures of La 58 by name; each call draws the complete SVG. */
export const scenes: Record<string, () => string> = { cover, "chapitre-1-ruche": hive, "chapitre-2-danse": dance, "chapitre-3-hiver": winter };
