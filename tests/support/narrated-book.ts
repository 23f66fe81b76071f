import { epubFiles, writeEpub } from "./make-epub";

/** Seconds per sentence of the narrated book. */
export const sentenceSeconds = 0.6;

export type NarratedBookOptions = {
  /** Sentences of each chapter. */
  chapters: string[][];
  title?: string;
  /** Seconds per sentence; `sentenceSeconds` if missing. */
  seconds?: number;
  kind?: "frog" | "fixed" | "reflowable";
  flow?: "scrolled-doc" | "scrolled-continuous";
  /** Additional narration languages besides English, with the same tones. */
  languages?: readonly string[];
  /** Paths listed in the package but missing in the archive. */
  missing?: readonly string[];
};

/**
 * A narrated book: chapters of sentences, with one audio file per chapter and a different tone for each sentence (WAV,
 * so that no encoder is needed).
 * @returns path of the EPUB
 */
export async function narratedBook({
  chapters,
  title = "A narrated book",
  seconds = sentenceSeconds,
  kind,
  flow,
  languages = [],
  missing = [],
}: NarratedBookOptions): Promise<string> {
  const files: Record<string, string | Buffer | null> = {};
  const manifest: string[] = [];
  const spine: string[] = [];
  const entries: string[] = [];
  for (const [index, sentences] of chapters.entries()) {
    const name = `c${index + 1}`;
    files[`EPUB/${name}.xhtml`] = chapterDocument(name, sentences);
    files[`EPUB/${name}.smil`] = overlayOf(name, sentences, seconds);
    files[`EPUB/${name}.wav`] = tones(sentences.length, seconds);
    for (const language of languages) {
      const sound = `pg_audio/${language}/${name}.wav`;
      files[`EPUB/${sound}`] = tones(sentences.length, seconds);
      files[`EPUB/${language}/${name}.smil`] = overlayOf(name, sentences, seconds, "../", sound);
    }
    manifest.push(
      `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml" media-overlay="${name}-smil"/>`,
      `<item id="${name}-smil" href="${name}.smil" media-type="application/smil+xml"/>`,
      `<item id="${name}-wav" href="${name}.wav" media-type="audio/wav"/>`,
    );
    spine.push(`<itemref idref="${name}"/>`);
    entries.push(`<li><a href="${name}.xhtml">Chapter ${index + 1}</a></li>`);
  }
  files["EPUB/nav.xhtml"] =
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Contents</title></head><body><nav epub:type="toc"><ol>${entries.join("")}</ol></nav></body></html>`;
  files["EPUB/package.opf"] =
    `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid" prefix="fabel: https://fabel.example/vocabulary#"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="uid">urn:test:${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>en</dc:language><meta property="dcterms:modified">2026-01-01T00:00:00Z</meta>${kind ? `<meta property="fabel:kind">${kind}</meta>` : ""}${flow ? `<meta property="rendition:flow">${flow}</meta>` : ""}</metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${manifest.join("")}</manifest><spine>${spine.join("")}</spine></package>`;
  for (const path of ["EPUB/one.xhtml", "EPUB/style.css", ...missing]) files[path] = null;
  return writeEpub(epubFiles(files));
}

function chapterDocument(name: string, sentences: string[]): string {
  const spans = sentences.map((text, index) => `<span id="${name}-s${index + 1}">${text}</span>`);
  return `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${name}</title></head><body><p>${spans.join(" ")}</p></body></html>`;
}

function overlayOf(name: string, sentences: string[], seconds: number, up = "", sound = `${name}.wav`): string {
  const pars = sentences.map((_, index) => {
    const [begin, end] = [index * seconds, (index + 1) * seconds];
    return `<par><text src="${up}${name}.xhtml#${name}-s${index + 1}"/><audio src="${up}${sound}" clipBegin="${begin.toFixed(3)}s" clipEnd="${end.toFixed(3)}s"/></par>`;
  });
  return `<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body>${pars.join("")}</body></smil>`;
}

/** 8-bit mono PCM. */
export function tones(sentences: number, seconds = sentenceSeconds): Buffer {
  const rate = 8000;
  const samples = Buffer.alloc(Math.round(sentences * seconds * rate));
  for (let index = 0; index < samples.length; index += 1) {
    const sentence = Math.floor(index / rate / seconds);
    samples[index] = 128 + Math.round(40 * Math.sin((2 * Math.PI * (300 + 60 * sentence) * index) / rate));
  }
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
