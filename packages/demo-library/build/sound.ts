import { runProgram } from "./processes.ts";

/** Loudness that every narration is brought to (LUFS), and the level above which peaks are bent (of full scale). */
const targetLoudness = -18;
const bendFrom = 0.7;

const quiet = 160;

/** The first and one past the last sample that can be heard; both 0 in silence. */
export function audibleSpan(samples: Int16Array): { begin: number; end: number } {
  let begin = 0;
  while (begin < samples.length && Math.abs(samples[begin] ?? 0) < quiet) begin += 1;
  let end = samples.length;
  while (end > begin && Math.abs(samples[end - 1] ?? 0) < quiet) end -= 1;
  return begin === end ? { begin: 0, end: 0 } : { begin, end };
}

function toBytes(samples: Int16Array): Buffer {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}

const rawInput = (rate: number) => ["-hide_banner", "-f", "s16le", "-ar", String(rate), "-ac", "1", "-i", "pipe:0"];

/** Gain (factor) that brings the whole of `parts` to the target loudness, by EBU R 128. */
export async function gainFor(parts: Int16Array[], rate: number): Promise<number> {
  const all = Buffer.concat(parts.map(toBytes));
  const { stderr } = await runProgram(
    "ffmpeg",
    [...rawInput(rate), "-af", "ebur128=framelog=verbose", "-f", "null", "-"],
    all,
  );
  const summary = stderr.slice(stderr.lastIndexOf("Integrated loudness"));
  const measured = Number(/I:\s*(-?[\d.]+) LUFS/.exec(summary)?.[1]);
  if (!Number.isFinite(measured)) throw new Error("the loudness of the narration cannot be measured");
  return 10 ** ((targetLoudness - measured) / 20);
}

/** Applies a gain; what would pass full scale is bent, not cut, and no sample moves in time. */
export function amplify(samples: Int16Array, gain: number): Int16Array {
  return samples.map((sample) => {
    const value = (sample / 32768) * gain;
    const size = Math.abs(value);
    const bent =
      size <= bendFrom ? size : bendFrom + (1 - bendFrom) * 0.9 * Math.tanh((size - bendFrom) / (1 - bendFrom));
    return Math.round(Math.sign(value) * bent * 32767);
  });
}

/** The sampling rate that goes with a bit rate. */
function outputRate(kilobits: number): number {
  if (kilobits >= 24) return 22_050;
  return kilobits >= 16 ? 16_000 : 8000;
}

/** Seconds by which the codec can smear a sound beyond its end: one of its frames, and never less than 80 ms. */
export function smearOf(kilobits: number): number {
  return Math.max(0.08, 1152 / outputRate(kilobits));
}

/**
 * Writes a mono MP3 of constant bit rate. Below 24 kbit/s the sampling rate is reduced too, so that the codec has enough bits for the
 * remaining frequencies.
 */
export async function writeMp3(file: string, samples: Int16Array, rate: number, kilobits: number): Promise<void> {
  // A file, not a pipe: only then can the header be written that tells players how much silence the encoder put in front.
  await runProgram(
    "ffmpeg",
    [
      ...rawInput(rate),
      ...["-ar", String(outputRate(kilobits)), "-c:a", "libmp3lame", "-b:a", `${kilobits}k`, "-compression_level", "0"],
      ...["-map_metadata", "-1", "-id3v2_version", "0", "-write_xing", "1"],
      ...["-fflags", "+bitexact", "-flags:a", "+bitexact", "-f", "mp3", "-y", file],
    ],
    toBytes(samples),
  );
}

/** Decodes a file as a player would (encoder delay removed) to mono samples at `rate` Hz. */
export async function decode(file: string, rate: number): Promise<Int16Array> {
  const { stdout } = await runProgram("ffmpeg", [
    "-hide_banner",
    "-i",
    file,
    "-ac",
    "1",
    "-ar",
    String(rate),
    "-f",
    "s16le",
    "pipe:1",
  ]);
  const copy = new Uint8Array(stdout.length - (stdout.length % 2));
  copy.set(stdout.subarray(0, copy.length));
  return new Int16Array(copy.buffer);
}

/** Root mean square of a stretch, in dB of full scale; -Infinity for silence. Seconds in. */
export function levelOf(samples: Int16Array, rate: number, begin: number, end: number): number {
  const stretch = samples.subarray(Math.max(0, Math.round(begin * rate)), Math.round(end * rate));
  if (stretch.length === 0) return Number.NEGATIVE_INFINITY;
  let sum = 0;
  for (const sample of stretch) sum += (sample / 32768) ** 2;
  return 10 * Math.log10(sum / stretch.length);
}

/** By how many seconds `heard` lags behind `meant`, found where the two agree best within a fifth of a second. */
export function lagOf(meant: Int16Array, heard: Int16Array, rate: number): number {
  const length = Math.min(meant.length, heard.length, rate * 6);
  const reach = Math.round(rate / 5);
  let best = { agreement: Number.NEGATIVE_INFINITY, lag: 0 };
  const agreementAt = (lag: number): number => {
    let sum = 0;
    for (let index = reach; index < length - reach; index += 3) sum += (meant[index] ?? 0) * (heard[index + lag] ?? 0);
    return sum;
  };
  const search = (from: number, to: number, step: number) => {
    for (let lag = from; lag <= to; lag += step) {
      const agreement = agreementAt(lag);
      if (agreement > best.agreement) best = { agreement, lag };
    }
  };
  search(-reach, reach, 8);
  search(best.lag - 8, best.lag + 8, 1);
  return best.lag / rate;
}
