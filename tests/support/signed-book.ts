import { readFile } from "node:fs/promises";
import path from "node:path";
import { projectRoot } from "#server/project-root";
import { unpackInMemory } from "~/epub/ingest/unpack-in-memory";
import { epubFiles, writeEpub } from "./make-epub";
import { sentenceSeconds, tones } from "./narrated-book";

type SignedBookOptions = {
  title: string;
  /** An audio file for each sentence instead of one for each page. */
  isFileEach?: boolean;
  /** Pages whose video is missing in the archive. */
  missing?: ReadonlyArray<"left" | "right">;
};

const sentences = 3;
/** Long enough for the three sentences: pages of the demo's signed picture book. */
const videos = { left: "EPUB/media/pg_video/tsp/door.mp4", right: "EPUB/media/pg_video/tsp/path.mp4" };

/**
 * A picture book of two pages side by side, with narration, one sign language and a video for each page.
 * @returns path of the EPUB
 */
export async function signedBook({ title, isFileEach = false, missing = [] }: SignedBookOptions): Promise<string> {
  const demo = unpackInMemory(await readFile(path.join(projectRoot, "packages/demo-library/epub/lyktan.epub")));
  const files: Record<string, string | Buffer | null> = { "EPUB/one.xhtml": null, "EPUB/style.css": null };
  const manifest: string[] = [];
  for (const name of ["left", "right"] as const) {
    files[`EPUB/${name}.xhtml`] = pageOf(name);
    files[`EPUB/${name}.smil`] = overlayOf(name, isFileEach);
    if (isFileEach) for (let index = 1; index <= sentences; index += 1) files[`EPUB/${name}-${index}.wav`] = tones(1);
    else files[`EPUB/${name}.wav`] = tones(sentences);
    if (!missing.includes(name)) {
      files[`EPUB/pg_video/tsp/${name}.mp4`] = Buffer.from(demo.get(videos[name]) ?? []);
    }
    manifest.push(
      `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml" media-overlay="${name}-smil"/>`,
      `<item id="${name}-smil" href="${name}.smil" media-type="application/smil+xml"/>`,
    );
  }
  files["EPUB/nav.xhtml"] =
    '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Contents</title></head><body><nav epub:type="toc"><ol><li><a href="left.xhtml">Left</a></li></ol></nav></body></html>';
  files["EPUB/package.opf"] =
    `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid" prefix="fabel: https://fabel.example/vocabulary#"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="uid">urn:test:${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>en</dc:language><meta property="dcterms:modified">2026-01-01T00:00:00Z</meta><meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">both</meta><meta property="fabel:video">tsp</meta><meta property="fabel:picture-in-picture">tsp</meta></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${manifest.join("")}</manifest><spine><itemref idref="left" properties="page-spread-left"/><itemref idref="right" properties="page-spread-right"/></spine></package>`;
  return writeEpub(epubFiles(files));
}

function pageOf(name: string): string {
  const lines = Array.from(
    { length: sentences },
    (_, index) => `<p id="${name}-s${index + 1}">Sentence ${index + 1} on the ${name}.</p>`,
  );
  return `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${name}</title><meta name="viewport" content="width=600, height=800"/></head><body>${lines.join("")}</body></html>`;
}

function overlayOf(name: string, isFileEach: boolean): string {
  const pars = Array.from({ length: sentences }, (_, index) => {
    const begin = isFileEach ? 0 : index * sentenceSeconds;
    const sound = isFileEach ? `${name}-${index + 1}.wav` : `${name}.wav`;
    return `<par><text src="${name}.xhtml#${name}-s${index + 1}"/><audio src="${sound}" clipBegin="${begin.toFixed(3)}s" clipEnd="${(begin + sentenceSeconds).toFixed(3)}s"/></par>`;
  });
  return `<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body>${pars.join("")}</body></smil>`;
}
