/** Sound of a voice: one channel, 16 bits. @property rate samples a second */
export type Sound = { rate: number; samples: Int16Array };

/** Loudness above which a sample is heard, of 32,767. */
const audible = 200;
/** Seconds kept around what is heard, for soft consonants. */
const margin = 0.03;

/**
 * Reads a WAV file: PCM of 8, 16, 24 or 32 bits, or floating point. Programs that write to a pipe do not know its length, so one that is
 * wrong means the rest of the file.
 * @throws Error if it is none
 */
export function readWav(bytes: Uint8Array): Sound {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nameAt = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < 12 || nameAt(0) !== "RIFF" || nameAt(8) !== "WAVE") throw new Error("no WAV");
  let format: { code: number; channels: number; rate: number; bits: number } | null = null;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const [name, size] = [nameAt(at), view.getUint32(at + 4, true)];
    const begin = at + 8;
    if (name === "fmt " && begin + 16 <= bytes.length) {
      const code = view.getUint16(begin, true);
      format = {
        // The extensible format names the real one in its first bytes.
        code: code === 0xfffe && begin + 26 <= bytes.length ? view.getUint16(begin + 24, true) : code,
        channels: view.getUint16(begin + 2, true),
        rate: view.getUint32(begin + 4, true),
        bits: view.getUint16(begin + 14, true),
      };
    }
    if (name === "data" && format) return samplesOf(view, begin, Math.min(size, bytes.length - begin), format);
    at = begin + size + (size % 2);
  }
  throw new Error("no WAV");
}

function samplesOf(
  view: DataView,
  begin: number,
  size: number,
  { code, channels, rate, bits }: { code: number; channels: number; rate: number; bits: number },
): Sound {
  const read = readers[`${code}/${bits}`];
  if (!read || channels === 0 || rate === 0) throw new Error("a WAV of an unknown kind");
  const step = (bits / 8) * channels;
  const samples = new Int16Array(Math.floor(size / step));
  for (let index = 0; index < samples.length; index += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) {
      sum += read(view, begin + index * step + (channel * bits) / 8);
    }
    samples[index] = Math.max(-32_768, Math.min(32_767, Math.round(sum / channels)));
  }
  return { rate, samples };
}

/** A sample at a place, between -32,768 and 32,767, by format (1 whole numbers, 3 floating point) and bits. */
const readers: Record<string, (view: DataView, at: number) => number> = {
  "1/8": (view, at) => (view.getUint8(at) - 128) * 256,
  "1/16": (view, at) => view.getInt16(at, true),
  "1/24": (view, at) => view.getInt8(at + 2) * 256 + view.getUint8(at + 1),
  "1/32": (view, at) => view.getInt32(at, true) / 65_536,
  "3/32": (view, at) => view.getFloat32(at, true) * 32_767,
};

/** A WAV file of 16 bits. */
export function writeWav({ rate, samples }: Sound): Uint8Array {
  const bytes = new Uint8Array(44 + samples.length * 2);
  const view = new DataView(bytes.buffer);
  const name = (at: number, text: string) => {
    for (let index = 0; index < text.length; index += 1) bytes[at + index] = text.charCodeAt(index);
  };
  name(0, "RIFF");
  view.setUint32(4, 36 + samples.length * 2, true);
  name(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  name(36, "data");
  view.setUint32(40, samples.length * 2, true);
  samples.forEach((sample, index) => {
    view.setInt16(44 + index * 2, sample, true);
  });
  return bytes;
}

/** The part of a sound that is heard, in samples; null if it is silent. */
export function audiblePart({ rate, samples }: Sound): { begin: number; end: number } | null {
  const isHeard = (sample: number) => Math.abs(sample) > audible;
  const first = samples.findIndex(isHeard);
  if (first < 0) return null;
  let last = samples.length - 1;
  while (!isHeard(samples[last] ?? 0)) last -= 1;
  const around = Math.round(margin * rate);
  return { begin: Math.max(0, first - around), end: Math.min(samples.length, last + 1 + around) };
}
