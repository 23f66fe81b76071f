import type { Clip } from "~/reader/narration/timeline";
import type { PagePart } from "~/reader/view/spread-view";

/** Media time in seconds at which the narration reaches a page. */
type PageBreak = { page: number; from: number };

/**
 * Times at which a sentence that spans pages reaches each page, in proportion to the length of its lines.
 * @param parts in reading order
 * @returns a break for every page after the first; none if the sentence's end is not known
 */
export function pageBreaksOf(clip: Pick<Clip, "begin" | "end">, parts: readonly PagePart[]): PageBreak[] {
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

/** Turns pages within a sentence that spans them, when the narration reaches each page. */
export class SentenceOverPages {
  private breaks: PageBreak[] = [];

  /** @param parts the pages that the sentence spans; none if nothing is highlighted */
  begin(clip: Pick<Clip, "begin" | "end"> | undefined, parts: readonly PagePart[]): void {
    this.breaks = clip ? pageBreaksOf(clip, parts) : [];
  }

  /** Whether the part of the sentence that is being read is on this page. */
  isReadOn(page: number, at: number | null): boolean {
    const due = at === null ? undefined : this.breaks.findLast(({ from }) => from <= at);
    return due !== undefined && due.page === page;
  }

  /** The page to show now; null if the shown one is right. Each is returned once. */
  pageAt(at: number, current: number): number | null {
    const due = this.breaks.findLast(({ from }) => from <= at);
    if (!due || due.page === current) return null;
    this.breaks = this.breaks.filter(({ from }) => from > at);
    return due.page;
  }
}
