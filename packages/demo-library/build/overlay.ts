import { fabelNamespace } from "./markup.ts";
import type { Clip, Narration } from "./narration.ts";
import type { Sentence, SourceDocument } from "./source.ts";

/** Seconds as a SMIL full clock value, to the millisecond. */
export function clockValue(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, width: number) => String(value).padStart(width, "0");
  return `${Math.floor(ms / 3_600_000)}:${part(Math.floor(ms / 60_000) % 60, 2)}:${part(Math.floor(ms / 1000) % 60, 2)}.${part(ms % 1000, 3)}`;
}

/**
 * Where an overlay's text and sound lie, relative to the overlay. `turnPageAt` (seconds of the sound) belongs to its last clip.
 * `isChecked`: the package names it as an overlay, and EPUB allows no attribute of ours on audio there; then the
 * overlay's metadata say it, by the audio's id. Elsewhere it is the attribute fabel:turnPageAt.
 */
export interface OverlayPlace {
  textFile: string;
  audioFile: string;
  turnPageAt: number | null;
  isChecked: boolean;
}

/**
 * The SMIL of one document in one language: a par for each sentence, or for each word inside a seq for its sentence;
 * footnotes, tables and page numbers are marked so that a reader can skip and escape them.
 */
export function renderOverlay(document: SourceDocument, narration: Narration, place: OverlayPlace): string {
  const clips = new Map(narration.clips.map((clip) => [clip.id, clip]));
  const lastId = narration.clips.at(-1)?.id;
  const par = (id: string, clip: { begin: number; end: number }, isLast: boolean, type = "") => {
    const at = isLast && place.turnPageAt !== null ? clockValue(place.turnPageAt) : null;
    const turn = at === null ? "" : place.isChecked ? ' id="last-audio"' : ` fabel:turnPageAt="${at}"`;
    return `<par id="par-${id}"${type}><text src="${place.textFile}#${id}"/><audio src="${place.audioFile}" clipBegin="${clockValue(clip.begin)}" clipEnd="${clockValue(clip.end)}"${turn}/></par>`;
  };
  const sentencePar = (clip: Clip, type = ""): string => {
    if (clip.words.length === 0) return par(clip.id, clip, clip.id === lastId, type);
    const words = clip.words.map((word, index) =>
      par(word.id, word, clip.id === lastId && index === clip.words.length - 1),
    );
    return `<seq id="seq-${clip.id}"${type} epub:textref="${place.textFile}#${clip.id}">\n${words.join("\n")}\n</seq>`;
  };
  const sentencePars = (sentence: Sentence, type = ""): string => {
    const out: string[] = [];
    const pages = sentence.inserts.filter((insert) => insert.kind === "page");
    const pagePar = (label: string) => {
      const clip = clips.get(`page${label}`);
      return clip ? [par(clip.id, clip, false, ' epub:type="pagebreak"')] : [];
    };
    for (const page of pages.filter(({ offset }) => offset === 0)) out.push(...pagePar(page.label));
    const clip = clips.get(sentence.id);
    if (clip) out.push(sentencePar(clip, type));
    for (const page of pages.filter(({ offset }) => offset > 0)) out.push(...pagePar(page.label));
    return out.join("\n");
  };
  const body = document.blocks.flatMap((block) => {
    if (block.kind === "picture") return [];
    if (block.kind === "footnote") {
      const inner = block.sentences.map((sentence) => sentencePars(sentence)).join("\n");
      return [
        `<seq id="seq-note-${block.label}" epub:type="footnote" epub:textref="${place.textFile}#note-${block.label}">\n${inner}\n</seq>`,
      ];
    }
    if (block.kind === "table") {
      const row = (id: string, cells: Sentence[]) =>
        `<seq id="seq-${id}" epub:type="table-row" epub:textref="${place.textFile}#${id}">\n${cells
          .filter(({ text }) => text !== "")
          .map((cell) => sentencePars(cell, ' epub:type="table-cell"'))
          .join("\n")}\n</seq>`;
      const rows = [row(`${block.id}-head`, block.head), ...block.rows.map(({ id, cells }) => row(id, cells))];
      return [
        `<seq id="seq-${block.id}" epub:type="table" epub:textref="${place.textFile}#${block.id}">\n${rows.join("\n")}\n</seq>`,
      ];
    }
    return block.sentences.map((sentence) => sentencePars(sentence));
  });
  const head =
    place.isChecked && place.turnPageAt !== null
      ? `<head><metadata><fabel:turnPageAt audio="last-audio">${clockValue(place.turnPageAt)}</fabel:turnPageAt></metadata></head>\n`
      : "";
  return `<?xml version="1.0" encoding="utf-8"?>
<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" xmlns:fabel="${fabelNamespace}" version="3.0">
${head}<body>
<seq id="document" epub:type="bodymatter" epub:textref="${place.textFile}#document">
${body.join("\n")}
</seq>
</body>
</smil>
`;
}
