import type { SpineItem } from "~/epub/book";
import type { BookPlace } from "./place";

/**
 * The locations counted at ingest: one every 1,024 letters, in reading order. They weight the documents against each
 * other; within a document a position is a fraction of its letters, so that a percentage maps back to the same
 * position.
 */
export type Locations = {
  /** CFIs of each document's locations, by spine index. */
  byItem: ReadonlyMap<number, readonly string[]>;
  total: number;
};

/**
 * @param cfis content of `locations.json`, e.g. `epubcfi(/6/4[c1]!/4/2/1:512)`, grouped by document. They are not
 * parsed here, because a book of a thousand chapters has many thousands
 * @returns null if they don't match the spine
 */
export function readLocations(cfis: unknown, spine: readonly SpineItem[]): Locations | null {
  if (!Array.isArray(cfis) || !cfis.every((cfi) => typeof cfi === "string")) return null;
  const groups: Array<{ document: string; cfis: string[] }> = [];
  for (const cfi of cfis as string[]) {
    const end = cfi.indexOf("!");
    if (end < 0) return null;
    const document = cfi.slice(0, end);
    const last = groups.at(-1);
    if (last?.document === document) last.cfis.push(cfi);
    else groups.push({ document, cfis: [cfi] });
  }
  const linear = spine.filter((item) => item.linear);
  if (groups.length === 0 || groups.length !== linear.length) return null;
  return {
    byItem: new Map(linear.map((item, index) => [item.index, groups[index]?.cfis ?? []])),
    total: cfis.length,
  };
}

/** Position in the book, 0 to 1. @param fraction position in the item, 0 to 1 */
export function percentageInLocations({ byItem, total }: Locations, index: number, fraction: number): number {
  let before = 0;
  for (const [item, cfis] of byItem) if (item < index) before += cfis.length;
  const own = byItem.get(index)?.length ?? 0;
  return Math.min(1, (before + own * Math.min(1, Math.max(0, fraction))) / total);
}

/** Rounding error of a percentage round trip, as a fraction of a location. */
const lost = 1e-6;

/** The place at a percentage of the book, 0 to 1: the inverse of percentageInLocations. */
export function placeInLocations({ byItem, total }: Locations, percentage: number): BookPlace {
  let left = Math.min(1, Math.max(0, percentage)) * total;
  let last: BookPlace = { item: 0, at: { kind: "start" } };
  for (const [item, { length }] of byItem) {
    if (left <= lost) return { item, at: { kind: "start" } };
    if (left < length - lost) return { item, at: { kind: "fraction", fraction: left / length } };
    left -= length;
    last = { item, at: { kind: "end" } };
  }
  return last;
}
