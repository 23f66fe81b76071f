#!/usr/bin/env node
import { writeSync } from "node:fs";

/**
 * A voice program for tests. A tone, longer for more letters; the voice's name says what goes wrong: `hang`, `die`, `silent`, `none`, `text`;
 * `words` gives times of words. docs/operating.md.
 */
const option = (name) => process.argv[process.argv.indexOf(name) + 1] ?? "";
const voice = option("--voice");
if (voice === "hang") setInterval(() => undefined, 1000);
let sentence = "";
for await (const part of process.stdin) sentence += part;
sentence = sentence.trim();
if (voice === "die") {
  console.error("first line\nno such model");
  process.exit(3);
}
if (voice === "text") process.stdout.write(`${option("--language")} ${option("--rate")} ${sentence}`);
else if (voice !== "none" && voice !== "hang") process.stdout.write(toneOf(sentence, voice === "silent" ? 0 : 8000));
if (voice === "words") {
  let at = 0;
  for (const word of sentence.split(" ")) {
    writeSync(3, `${JSON.stringify({ from: at, to: at + word.length, seconds: at * 0.05 })}\n`);
    at += word.length + 1;
  }
  writeSync(3, "no json\n");
}

/** 16-bit PCM, 0.05 seconds a letter, of an unknown length, as programs write that stream. */
function toneOf(text, loudness) {
  const rate = 8000;
  const samples = Buffer.alloc(2 * Math.round(text.length * 0.05 * rate));
  for (let index = 0; index < samples.length / 2; index += 1) {
    samples.writeInt16LE(Math.round(loudness * Math.sin((2 * Math.PI * 300 * index) / rate)), index * 2);
  }
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(0xffffffff, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(0xffffffff, 40);
  return Buffer.concat([header, samples]);
}
