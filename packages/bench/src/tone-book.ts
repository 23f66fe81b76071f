import type { Truth } from "#tests/conformance/clips";
import { epubFiles } from "#tests/support/make-epub";

const samples = 8000;

/** Lengths of the clips in seconds, including short ones of 170 ms. */
function lengthsOf(clips: number): number[] {
  return Array.from({ length: clips }, (_, index) => ({ 0: 0.17, 1: 0.2, 2: 0.45, 3: 0.8 })[index % 5] ?? 1.1);
}

/** Files of a narrated book: one tone per clip, without gaps, and the true begin of each. */
export function toneBook(clips: number): Map<string, string | Buffer> {
  const lengths = lengthsOf(clips);
  let at = 0.5;
  const truth: Truth[string] = lengths.map((length, k) => {
    const begin = Math.round(at * 1000) / 1000;
    at += length;
    return { k, begin, end: Math.round(at * 1000) / 1000 };
  });
  const smil = truth
    .map(
      ({ k, begin, end }) =>
        `<par id="p${k}"><text src="one.xhtml#s${k}"/><audio src="tones.wav" clipBegin="${begin}s" clipEnd="${end}s"/></par>`,
    )
    .join("");
  const text = truth.map(({ k }) => `<span id="s${k}">Sentence ${k + 1}. </span>`).join("");
  return epubFiles({
    "EPUB/style.css": null,
    "EPUB/one.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Tones</title></head><body><p>${text}</p></body></html>`,
    "EPUB/one.smil": `<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body>${smil}</body></smil>`,
    "EPUB/tones.wav": tones(truth, at + 1),
    "META-INF/synth-truth.json": JSON.stringify({ "EPUB/tones.wav": truth }),
    "EPUB/package.opf": `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="uid">urn:test:tones</dc:identifier><dc:title>Tones</dc:title><dc:language>en</dc:language><meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="one" href="one.xhtml" media-type="application/xhtml+xml" media-overlay="smil"/><item id="smil" href="one.smil" media-type="application/smil+xml"/><item id="wav" href="tones.wav" media-type="audio/wav"/></manifest><spine><itemref idref="one"/></spine></package>`,
  });
}

/** Number of parts and of parts per audio file; each part is a document with this number of clips of this length. */
export const voiceBook = { parts: 6, partsOfFile: 3, clips: 4, seconds: 0.6 } as const;

/** Files of a book whose narration continues from document to document, within one audio file and into the next. */
export function voiceBookFiles(): Map<string, string | Buffer> {
  const { parts, partsOfFile, clips, seconds } = voiceBook;
  const numbers = Array.from({ length: parts }, (_, index) => index + 1);
  const files: Record<string, string | Buffer | null> = { "EPUB/one.xhtml": null, "EPUB/style.css": null };
  for (const part of numbers) {
    const place = (part - 1) % partsOfFile;
    const names = Array.from({ length: clips }, (_, index) => `p${part}-${index}`);
    const pars = names.map((name, index) => {
      const begin = (place * clips + index) * seconds;
      return `<par><text src="p${part}.xhtml#${name}"/><audio src="${soundOf(part)}.wav" clipBegin="${begin.toFixed(3)}s" clipEnd="${(begin + seconds).toFixed(3)}s"/></par>`;
    });
    const text = names.map((name) => `<span id="${name}">Sentence ${name}. </span>`).join("");
    files[`EPUB/p${part}.xhtml`] =
      `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${part}</title></head><body><p>${text}</p></body></html>`;
    files[`EPUB/p${part}.smil`] =
      `<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body>${pars.join("")}</body></smil>`;
    const count = partsOfFile * clips;
    const truth = Array.from({ length: count }, (_, k) => ({ k, begin: k * seconds, end: (k + 1) * seconds }));
    files[`EPUB/${soundOf(part)}.wav`] ??= tones(truth, count * seconds);
  }
  const items = numbers.map(
    (part) =>
      `<item id="p${part}" href="p${part}.xhtml" media-type="application/xhtml+xml" media-overlay="s${part}"/><item id="s${part}" href="p${part}.smil" media-type="application/smil+xml"/>`,
  );
  const sounds = [...new Set(numbers.map(soundOf))].map(
    (name) => `<item id="${name}" href="${name}.wav" media-type="audio/wav"/>`,
  );
  files["EPUB/nav.xhtml"] = String(epubFiles().get("EPUB/nav.xhtml")).replace("one.xhtml", "p1.xhtml");
  files["EPUB/package.opf"] =
    `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="uid">urn:test:voice</dc:identifier><dc:title>Voice</dc:title><dc:language>en</dc:language><meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${items.join("")}${sounds.join("")}</manifest><spine>${numbers.map((part) => `<itemref idref="p${part}"/>`).join("")}</spine></package>`;
  return epubFiles(files);
}

/** Name of the audio file of a part, from 1. */
export function soundOf(part: number): string {
  return `sound-${Math.ceil(part / voiceBook.partsOfFile)}`;
}

/** A WAV file, mono, 16 bits: time maps to bytes, so seeking is exact. */
function tones(truth: Truth[string], seconds: number): Buffer {
  const count = Math.ceil(seconds * samples);
  const sound = Buffer.alloc(44 + count * 2);
  sound.write("RIFF", 0);
  sound.writeUInt32LE(36 + count * 2, 4);
  sound.write("WAVEfmt ", 8);
  sound.writeUInt32LE(16, 16);
  sound.writeUInt16LE(1, 20);
  sound.writeUInt16LE(1, 22);
  sound.writeUInt32LE(samples, 24);
  sound.writeUInt32LE(samples * 2, 28);
  sound.writeUInt16LE(2, 32);
  sound.writeUInt16LE(16, 34);
  sound.write("data", 36);
  sound.writeUInt32LE(count * 2, 40);
  for (const { k, begin, end } of truth) {
    const pitch = 300 + (k % 20) * 40;
    for (let at = Math.floor(begin * samples); at < end * samples; at += 1) {
      sound.writeInt16LE(Math.round(Math.sin((2 * Math.PI * pitch * at) / samples) * 8000), 44 + at * 2);
    }
  }
  return sound;
}
