import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { runProgram } from "./processes.ts";
import type { Voice } from "./voices.ts";

/** One sentence as the synthesiser spoke it: samples at `rate` Hz, and for each of its words position, length (characters) and seconds. */
export interface Spoken {
  rate: number;
  samples: Int16Array;
  words: { position: number; length: number; seconds: number }[];
}

const source = new URL("./speak.c", import.meta.url);
let program: Promise<string> | null = null;

/** Compiles speak.c once for each of its versions, into `.cache/content`. */
async function speakProgram(): Promise<string> {
  const code = await readFile(source);
  const folder = join(".cache", "content");
  const path = join(folder, `speak-${createHash("sha256").update(code).digest("hex").slice(0, 12)}`);
  if (existsSync(path)) return path;
  await mkdir(folder, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  await runProgram("gcc", ["-O2", "-o", unfinished, source.pathname, "-lespeak-ng"]);
  await rename(unfinished, path);
  return path;
}

/** What is spoken of a printed text: its marks that a voice would stumble over become spaces, every other character keeps its place. */
function toSpeech(text: string): string {
  return text
    .replace(/[“”„"«»‘()[\]\u202f\u00a0]/gu, " ")
    .replace(/’/g, "'")
    .replace(/[–—]/g, ",");
}

/** Reads the framed answer of speak.c, one frame a sentence. */
function parseSpoken(stdout: Buffer): Spoken[] {
  const spoken: Spoken[] = [];
  let at = 0;
  while (at < stdout.length) {
    const lineEnd = stdout.indexOf(10, at);
    const frame = JSON.parse(stdout.toString("utf8", at, lineEnd)) as {
      rate: number;
      samples: number;
      words: [number, number, number][];
    };
    const begin = lineEnd + 1;
    const samples = new Int16Array(frame.samples);
    for (let index = 0; index < frame.samples; index += 1) samples[index] = stdout.readInt16LE(begin + index * 2);
    spoken.push({
      rate: frame.rate,
      samples,
      words: frame.words.map(([position, length, ms]) => ({ position: position - 1, length, seconds: ms / 1000 })),
    });
    at = begin + frame.samples * 2;
  }
  return spoken;
}

/** Speaks each text by itself, in order. Rejects when the voice is not there. */
export async function speak(texts: string[], voice: Voice): Promise<Spoken[]> {
  program ??= speakProgram();
  const args = [voice.name, voice.rate, voice.pitch, voice.range, voice.gap].map(String);
  const lines = texts.map((text) => `${toSpeech(text).replaceAll("\n", " ")}\n`).join("");
  const { stdout } = await runProgram(await program, args, lines);
  return parseSpoken(stdout);
}
