import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cached } from "./cached.ts";
import type { Narration } from "./narration.ts";
import { runProgram } from "./processes.ts";
import { splitWords } from "./sentences.ts";
import { type Colour, type Point, SignCanvas } from "./sign-canvas.ts";

const width = 352;
const height = 288;
const framesPerSecond = 12;

const paper: Colour = [251, 248, 243];
const ground: Colour = [226, 238, 236];
const ink: Colour = [28, 36, 48];
const skin: Colour = [240, 196, 160];
const hair: Colour = [92, 62, 48];
const jersey: Record<string, [Colour, Colour]> = {
  takk: [
    [11, 110, 110],
    [9, 88, 88],
  ],
  tsp: [
    [43, 58, 140],
    [33, 45, 112],
  ],
};
const cheek: Colour = [236, 168, 134];

/** Where the hands are, how far the mouth is open (0 to 1) and which shape the hands have. */
interface Pose {
  left: Point;
  right: Point;
  mouth: number;
  shape: "flat" | "point" | "fist";
}

const rest: Pose = { left: { x: 146, y: 226 }, right: { x: 206, y: 226 }, mouth: 0, shape: "fist" };

/** Places in front of the figure that a hand goes to, from the forehead to the waist. */
const signs: Omit<Pose, "mouth">[] = [
  { left: { x: 128, y: 168 }, right: { x: 224, y: 168 }, shape: "flat" },
  { left: { x: 150, y: 196 }, right: { x: 214, y: 110 }, shape: "flat" },
  { left: { x: 160, y: 176 }, right: { x: 192, y: 176 }, shape: "point" },
  { left: { x: 112, y: 132 }, right: { x: 240, y: 132 }, shape: "flat" },
  { left: { x: 146, y: 212 }, right: { x: 196, y: 136 }, shape: "point" },
  { left: { x: 166, y: 158 }, right: { x: 206, y: 190 }, shape: "flat" },
  { left: { x: 118, y: 190 }, right: { x: 176, y: 150 }, shape: "point" },
  { left: { x: 140, y: 150 }, right: { x: 212, y: 150 }, shape: "flat" },
  { left: { x: 152, y: 204 }, right: { x: 204, y: 84 }, shape: "point" },
  { left: { x: 104, y: 172 }, right: { x: 200, y: 200 }, shape: "flat" },
];

function signOf(word: string): Omit<Pose, "mouth"> {
  let sum = 7;
  for (const character of word.toLowerCase()) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return signs[sum % signs.length] ?? rest;
}

interface Key {
  at: number;
  pose: Pose;
}

/**
 * The figure's poses over a page. Supported speech (takk) signs only the longer words and moves its lips to all;
 * sign language (tsp) signs every word with the lips closed. Between sentences the hands come to rest.
 */
function keysFor(narration: Narration, texts: Map<string, string>, language: string): Key[] {
  const keys: Key[] = [{ at: 0, pose: rest }];
  for (const clip of narration.clips) {
    const text = texts.get(clip.id) ?? "";
    const words = splitWords(text).map(({ begin, end }) => text.slice(begin, end));
    const letters = words.reduce((sum, word) => sum + word.length, 0) || 1;
    let at = clip.voiceBegin;
    for (const word of words) {
      const seconds = ((clip.voiceEnd - clip.voiceBegin) * word.length) / letters;
      const isSigned = language === "tsp" || word.length > 4;
      if (isSigned) keys.push({ at: at + Math.min(0.12, seconds / 3), pose: { ...signOf(word), mouth: 0 } });
      at += seconds;
    }
    keys.push({ at: clip.voiceEnd, pose: { ...(keys.at(-1)?.pose ?? rest), mouth: 0 } });
    keys.push({ at: clip.voiceEnd + 0.3, pose: rest });
  }
  return keys;
}

function poseAt(keys: Key[], seconds: number): Pose {
  let index = 0;
  while ((keys[index + 1]?.at ?? Number.POSITIVE_INFINITY) <= seconds) index += 1;
  const from = keys[index]?.pose ?? rest;
  const next = keys[index + 1];
  if (!next) return from;
  const since = seconds - (keys[index]?.at ?? 0);
  const length = next.at - (keys[index]?.at ?? 0);
  // A hand stays in its place first and then goes on quickly, as in signing.
  const travel = Math.min(length, 0.28);
  const linear = Math.max(0, Math.min(1, (since - (length - travel)) / (travel || 1)));
  const t = linear * linear * (3 - 2 * linear);
  const mix = (a: Point, b: Point) => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
  return {
    left: mix(from.left, next.pose.left),
    right: mix(from.right, next.pose.right),
    mouth: 0,
    shape: t < 0.5 ? from.shape : next.pose.shape,
  };
}

function drawStage(language: string): SignCanvas {
  const canvas = new SignCanvas(width, height);
  const [cloth] = jersey[language] ?? [ink];
  canvas.fill(paper);
  canvas.ellipse({ x: 176, y: 150 }, 160, 148, ground);
  canvas.stroke({ x: 176, y: 118 }, { x: 176, y: 146 }, 15, skin);
  canvas.stroke({ x: 138, y: 172 }, { x: 214, y: 172 }, 28, cloth);
  canvas.stroke({ x: 176, y: 190 }, { x: 176, y: 300 }, 54, cloth, 60);
  canvas.ellipse({ x: 176, y: 76 }, 47, 50, hair);
  canvas.ellipse({ x: 176, y: 88 }, 39, 44, skin);
  canvas.stroke({ x: 144, y: 58 }, { x: 206, y: 50 }, 13, hair);
  canvas.ellipse({ x: 151, y: 102 }, 7, 5, cheek);
  canvas.ellipse({ x: 201, y: 102 }, 7, 5, cheek);
  return canvas;
}

function drawArm(canvas: SignCanvas, shoulder: Point, hand: Point, side: -1 | 1, sleeve: Colour): void {
  const elbow = { x: (shoulder.x + hand.x) / 2 + side * 26, y: Math.max(shoulder.y, hand.y) + 18 };
  canvas.stroke(shoulder, elbow, 16, sleeve, 14);
  canvas.stroke(elbow, hand, 14, sleeve, 10);
}

function drawHand(canvas: SignCanvas, hand: Point, side: -1 | 1, shape: Pose["shape"]): void {
  canvas.stroke(hand, hand, 14, ink);
  const tips = { flat: [-17, -6, 6, 17], point: [-5], fist: [] }[shape];
  for (const spread of tips) {
    const tip = { x: hand.x + spread, y: hand.y - 24 + Math.abs(spread) * 0.35 };
    canvas.stroke(hand, tip, 6, ink, 5);
  }
  const thumb = shape === "fist" ? { x: hand.x - side * 11, y: hand.y - 5 } : { x: hand.x - side * 17, y: hand.y - 3 };
  canvas.stroke(hand, thumb, 6, ink, 5);
  canvas.stroke(hand, hand, 12, skin);
  for (const spread of tips) {
    const tip = { x: hand.x + spread, y: hand.y - 24 + Math.abs(spread) * 0.35 };
    canvas.stroke(hand, tip, 4.2, skin, 3.4);
  }
  canvas.stroke(hand, thumb, 4.2, skin, 3.4);
}

function drawFrame(stage: SignCanvas, pose: Pose, language: string, blink: boolean): SignCanvas {
  const canvas = stage.clone();
  const [, sleeve] = jersey[language] ?? [ink, ink];
  for (const x of [161, 191]) {
    if (blink) canvas.stroke({ x: x - 4, y: 86 }, { x: x + 4, y: 86 }, 1.6, ink);
    else canvas.stroke({ x, y: 85 }, { x, y: 87 }, 3.6, ink);
  }
  if (pose.mouth > 0.15) canvas.ellipse({ x: 176, y: 110 }, 8, 2 + 5 * pose.mouth, [150, 62, 52]);
  else {
    canvas.stroke({ x: 166, y: 107 }, { x: 172, y: 111 }, 1.8, ink);
    canvas.stroke({ x: 172, y: 111 }, { x: 180, y: 111 }, 1.8, ink);
    canvas.stroke({ x: 180, y: 111 }, { x: 186, y: 107 }, 1.8, ink);
  }
  drawArm(canvas, { x: 128, y: 172 }, pose.left, -1, sleeve);
  drawArm(canvas, { x: 224, y: 172 }, pose.right, 1, sleeve);
  drawHand(canvas, pose.left, -1, pose.shape);
  drawHand(canvas, pose.right, 1, pose.shape);
  return canvas;
}

async function* framesOf(narration: Narration, keys: Key[], language: string): AsyncGenerator<Buffer> {
  const stage = drawStage(language);
  const seconds = narration.samples.length / narration.rate;
  const frames = Math.ceil(seconds * framesPerSecond);
  for (let frame = 0; frame < frames; frame += 1) {
    const at = frame / framesPerSecond;
    const pose = poseAt(keys, at);
    const isSpeaking = narration.clips.some(({ voiceBegin, voiceEnd }) => at >= voiceBegin && at < voiceEnd);
    if (language === "takk" && isSpeaking) pose.mouth = 0.5 + 0.5 * Math.sin(at * 17);
    yield drawFrame(stage, pose, language, frame % 45 === 20).pixels;
  }
}

const rawInput = `-hide_banner -f rawvideo -pix_fmt rgb24 -s ${width}x${height} -r ${framesPerSecond} -i pipe:0`.split(
  " ",
);
const encoding = [
  ..."-c:v libx264 -profile:v baseline -level 3.0 -preset veryslow -crf 33 -g 60 -pix_fmt yuv420p -threads 1".split(
    " ",
  ),
  ..."-map_metadata -1 -fflags +bitexact -flags:v +bitexact -movflags +faststart".split(" "),
];

function labelFilter(captionFile: string): string {
  const place = "x=(w-text_w)/2:y=h-28";
  const look = "font='DejaVu Sans':fontsize=15:fontcolor=0x1C2430:box=1:boxcolor=0xFFE08A:boxborderw=6";
  return `drawtext=textfile=${captionFile}:${look}:${place}`;
}

/**
 * Draws the figure that signs along with a page, as an H.264 baseline MP4 as long as the page's sound.
 * It is a stand-in and says so in the picture, by `label`.
 */
export async function renderSignVideo(
  narration: Narration,
  texts: Map<string, string>,
  language: string,
  label: string,
): Promise<Buffer> {
  const keys = keysFor(narration, texts, language);
  const shown = JSON.stringify([keys, narration.clips, narration.samples.length, language, label]);
  return cached("sign", [shown], ["sign-video.ts", "sign-canvas.ts"], () =>
    drawVideo(narration, keys, language, label),
  );
}

async function drawVideo(narration: Narration, keys: Key[], language: string, label: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "fabel-sign-"));
  try {
    const file = join(folder, "page.mp4");
    const caption = join(folder, "caption.txt");
    await writeFile(caption, label);
    await runProgram(
      "ffmpeg",
      [...rawInput, "-vf", labelFilter(caption), ...encoding, "-y", file],
      framesOf(narration, keys, language),
    );
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
