import type { Clip } from "~/reader/narration/timeline";
import type { PagePart } from "~/reader/view/spread-view";

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

/** A sentence that runs over pages: its next page comes when the voice has read what stands on this one. */
export class SentenceOverPages {
  private breaks: PageBreak[] = [];

  /** @param parts the pages that the sentence stands on; none where nothing is highlighted */
  begin(clip: Pick<Clip, "begin" | "end"> | undefined, parts: readonly PagePart[]): void {
    this.breaks = clip ? breaksOf(clip, parts) : [];
  }

  /** Whether the voice is in the middle of a sentence whose part that it reads is on the shown page. */
  isReadOn(page: number, at: number | null): boolean {
    const due = at === null ? undefined : this.breaks.findLast(({ from }) => from <= at);
    return due !== undefined && due.page === page;
  }

  /** The page to show now; null if the shown one is right. Each is returned once. */
  pageAt(at: number, shown: number): number | null {
    const due = this.breaks.findLast(({ from }) => from <= at);
    if (!due || due.page === shown) return null;
    this.breaks = this.breaks.filter(({ from }) => from > at);
    return due.page;
  }
}
