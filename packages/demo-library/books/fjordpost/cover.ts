import { at, boat, box, cockerel, colour, darker, dots, farBird, fill, letters, lighter, mix, peaks, play, poly, Sheet, sky, smooth, stroke, water } from "../../art";

/** The parcel with string and air holes, its foot at (0, 0), 60 wide. */
export function parcel(withHead: boolean): string {
  return (
    (withHead ? at(4, -18, 0.5, cockerel({ headOnly: true })) : "") +
    fill(box(-30, -44, 60, 44, 3, 1), "#C8965A") +
    fill(poly([[12, -44], [30, -44], [30, 0], [16, 0]]), "#A97840") +
    dots([[-20, -10, 2.6], [-10, -12, 2.6], [21, -14, 2.4], [-20, -34, 2.6], [22, -32, 2.4]], colour.ink) +
    stroke("M-30 -23H30M0 -44V0", colour.paper, 2.2) +
    stroke("M0 -44q-8 -8 -10 -1q4 4 10 1q8 -8 10 -1q-4 4 -10 1", colour.vermilion, 2)
  );
}

export function cover(): string {
  const s = new Sheet("fjordpost-cover", 1200, 1600);
  const fog = (y: number, opacity: number, shift: number) => fill(smooth([[-80, y], [200 + shift, y - 46], [560, y - 8], [900 - shift, y - 54], [1280, y - 6], [1280, y + 60], [800, y + 84], [300, y + 56], [-80, y + 90]], true, 0.9), colour.snow, `opacity="${opacity}"`);
  return s.svg(
    sky(s, ["#F7D9B0", "#F6E2C4", "#F3EAD8", "#E4ECE8"], 1000),
    peaks(s, [[-60, 700], [60, 470], [190, 640], [330, 400], [520, 760], [660, 600], [820, 760], [960, 420], [1090, 600], [1260, 360], [1300, 700]], 1130, "#8FB8B4", colour.snow),
    fog(860, 0.55, 40),
    peaks(s, [[-40, 620], [40, 560], [300, 1010], [420, 1130]], 1180, "#3F8482"),
    peaks(s, [[700, 1130], [860, 900], [930, 950], [1160, 520], [1300, 760]], 1180, "#357775"),
    fog(1010, 0.7, -30),
    water(s, 1130, ["#1F7072", "#14605F", "#0C4F52", "#073E43"], { crest: 9, count: 40, lights: "#9CD0C4" }),
    fill(poly([[330, 1260], [960, 1260], [850, 1420], [420, 1440]]), "#052F34", 'opacity="0.35"'),
    at(640, 1270, 1, boat(s, 0, 0, 720, "#CF3B2A", { stripe: colour.paper, cabin: colour.paper })),
    stroke("M590 985V820M590 830L480 975M590 830L790 1110", colour.ink, 5),
    fill(poly([[592, 826], [680, 846], [592, 872]]), "#F2A65A"),
    fill(box(480, 966, 66, 40, 3), colour.ink) ,
    at(915, 1150, 2.7, parcel(true)),
    at(770, 1200, 2.2, play(s, "trym", { mood: "happy", look: 0.8, legs: "stand", hands: [[-20, -38], [34, -50]] })),
    at(640, 1270, 1, frontHull()),
    fog(1330, 0.42, 30),
    fill(smooth([[-60, 1480], [280, 1430], [640, 1470], [940, 1425], [1280, 1470], [1280, 1640], [-60, 1640]], true, 0.9), colour.snow, 'opacity="0.55"'),
    farBird(130, 420, 60, colour.ink) + farBird(215, 380, 44, colour.ink),
    letters("FJORD", { x: 600, y: 300, size: 168, colour: "#CF3B2A", weight: 0.26, spacing: 0.36, seed: 4, bounce: 0.03, shade: { colour: darker(colour.teal, 0.3), dx: 8, dy: 10 } }),
    letters("POST", { x: 600, y: 530, size: 168, colour: colour.teal, weight: 0.26, spacing: 0.4, seed: 8, bounce: 0.03, inline: lighter(colour.teal, 0.6) }),
    letters("SOLVEIG NESHEIM TANGVIK", { x: 600, y: 1550, size: 36, colour: mix(colour.teal, colour.ink, 0.5), weight: 0.14 }),
  );
}

function frontHull(): string {
  return fill(smooth([[-350, -134], [-144, -92], [144, -92], [372, -150], [352, -104], [144, -58], [-144, -58], [-332, -96]], true, 0.6), "#CF3B2A") + stroke("M-344 -122Q0 -50 366 -136", colour.paper, 13);
}
