import type { Clip } from "../narration/timeline";
import type { PagePart } from "../view/leaf-view";

/** From when on the voice reads what stands on a page. Seconds of the media's clock. */
export type PageBreak = { page: number; from: number };

/**
 * When the pages of a sentence are read that runs over a page's end: its time goes by the length of its lines.
 * @param parts in reading order
 * @returns a break for every page after the first; none where the sentence's end is not known
 */
export function breaksOf(clip: Pick<Clip, "begin" | "end">, parts: readonly PagePart[]): PageBreak[] {
  const length = clip.end - clip.begin;
  if (parts.length < 2 || !Number.isFinite(length) || length <= 0) return [];
  let read = 0;
  return parts
    .map(({ page, share }) => {
      const from = clip.begin + length * read;
      read += share;
      return { page, from };
    })
    .slice(1);
}
