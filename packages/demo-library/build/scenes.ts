import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type BookFacts, hasFixedPages } from "./book-facts.ts";
import type { SourceDocument } from "./source.ts";
import { SourceError } from "./source-error.ts";

/** Where a page's text stands, in page units; `y` is the top of its first line. */
export interface TextPlace {
  x: number;
  y: number;
  width: number;
  align: "left" | "center" | "right";
  colour: string;
  size: number;
}

/** A book's drawings by name, complete SVG documents, and for fixed pages where their text stands. */
export interface Scenes {
  scenes: Record<string, () => string>;
  textPlaces: Record<string, TextPlace>;
}

const heaviest = 60_000;

/** Loads `directory`/scenes.ts. Throws a SourceError at book.json when the book has none. */
export async function loadScenes(directory: string): Promise<Scenes> {
  const file = join(directory, "scenes.ts");
  if (!existsSync(file)) throw new SourceError(file, 1, "the book has no pictures: scenes.ts is not there");
  const loaded: Partial<Scenes> = await import(pathToFileURL(resolve(file)).href);
  return { scenes: loaded.scenes ?? {}, textPlaces: loaded.textPlaces ?? {} };
}

/**
 * Checks that every page and every picture of the text has its scene, and every fixed page a place for its text.
 * Throws a SourceError with the line of the text that lacks one.
 */
export function checkScenes(
  facts: BookFacts,
  documents: SourceDocument[],
  { scenes, textPlaces }: Scenes,
  directory: string,
): void {
  if (!scenes.cover) throw new SourceError(join(directory, "scenes.ts"), 1, 'there is no scene "cover"');
  for (const document of documents) {
    if (hasFixedPages(facts)) {
      const { file, line, name } = document;
      if (!scenes[name]) throw new SourceError(file, line, `page "${name}" has no scene of that name`);
      if (!textPlaces[name]) throw new SourceError(file, line, `page "${name}" has no place for its text (textPlaces)`);
      if (!document.blocks.some((block) => block.kind === "picture")) {
        throw new SourceError(file, line, `page "${name}" does not describe its picture: ![what is seen]`);
      }
    }
    for (const block of document.blocks) {
      if (block.kind !== "picture" || scenes[block.scene]) continue;
      throw new SourceError(document.file, block.line, `there is no scene "${block.scene}"`);
    }
  }
}

/**
 * Draws one scene, its shapes rounded to a tenth of a unit.
 * @throws SourceError if the drawing is too large in bytes or refers to anything outside itself
 */
export function drawScene({ scenes }: Scenes, name: string, directory: string): string {
  const svg = (scenes[name]?.() ?? "")
    .replace(/>\s+</g, "><")
    .replace(/ (?:d|points)="[^"]*"/g, (shape) =>
      shape.replace(/-?\d+\.\d{2,}/g, (value) => String(Number(Number(value).toFixed(1)))),
    )
    .trim();
  const fault = (reason: string) => new SourceError(join(directory, "scenes.ts"), 1, `scene "${name}" ${reason}`);
  if (!svg.startsWith("<svg") && !svg.startsWith("<?xml")) throw fault("is not a complete SVG document");
  if (Buffer.byteLength(svg) > heaviest) throw fault(`weighs ${Buffer.byteLength(svg)} bytes, more than ${heaviest}`);
  if (/(?:href|src)="(?!#)|url\((?!["']?#)|<script/.test(svg)) throw fault("refers to something outside of itself");
  return svg;
}
