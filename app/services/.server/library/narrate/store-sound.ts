import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type Sound, writeWav } from "~/epub/narrate/sound";
import { NarrationRefused } from "./narration-refused";

export type SoundFormat = { ending: ".mp3" | ".wav"; type: "audio/mpeg" | "audio/wav" };

export const wavFormat: SoundFormat = { ending: ".wav", type: "audio/wav" };
const mp3Format: SoundFormat = { ending: ".mp3", type: "audio/mpeg" };

/** MP3 if the machine has ffmpeg, else WAV, which is five times as large. */
export async function availableFormat(ffmpeg = "ffmpeg"): Promise<SoundFormat> {
  const child = spawn(ffmpeg, ["-hide_banner", "-loglevel", "quiet", "-encoders"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let encoders = "";
  child.stdout.on("data", (part) => (encoders += part));
  // Rejects if the program cannot be run.
  const [code] = await once(child, "close").catch(() => [null]);
  return code === 0 && encoders.includes("libmp3lame") ? mp3Format : wavFormat;
}

/** Writes a sound to a file. @throws NarrationRefused if ffmpeg fails */
export async function storeSound(file: string, sound: Sound, format: SoundFormat): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  if (format.ending === ".wav") {
    await writeFile(file, writeWav(sound));
    return;
  }
  const args = ["-v", "error", "-y", "-f", "wav", "-i", "pipe:0", "-codec:a", "libmp3lame", "-b:a", "64k", file];
  const child = spawn("ffmpeg", args, { stdio: ["pipe", "ignore", "pipe"] });
  let complaint = "";
  child.stderr.on("data", (part) => (complaint += part));
  child.stdin.on("error", () => undefined);
  child.stdin.end(writeWav(sound));
  const [code] = await once(child, "close");
  if (code !== 0) throw new NarrationRefused(`ffmpeg ended with ${code}: ${complaint.trim().split("\n").at(-1)}`);
}
