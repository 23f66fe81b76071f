import { type Clip, clipOfText, type Timeline } from "~/reader/narration/timeline";
import type { BookFrame } from "~/reader/view/frame";
import type { PagePart } from "~/reader/view/spread-view";

/** What finding words needs of the pages. */
export type PagesWithWords = {
  readonly frames: readonly BookFrame[];
  isVisible(element: Element): boolean;
  partsOf(element: Element): PagePart[];
  readonly pages: { page: number };
  readonly isScrolled: boolean;
};

/** The words of a clip in one of the documents; null where it names no element, or none of them. */
export function elementIn(frames: readonly BookFrame[], clip: Clip | undefined): Element | null {
  const id = clip?.track.text.srcFragmentId;
  return id ? (documentIn(frames, clip)?.getElementById(id) ?? null) : null;
}

function documentIn(frames: readonly BookFrame[], clip: Clip | undefined): Document | null {
  return frames.find(({ item }) => item.href === clip?.track.text.srcFile)?.document ?? null;
}

/** Which words on the shown pages a clip speaks, and which clip speaks the words there. */
export class WordsOnPage {
  constructor(private readonly pages: PagesWithWords) {}

  /** Null where the clip names no element, or none of the shown documents. */
  elementOf(clip: Clip | undefined): Element | null {
    return elementIn(this.pages.frames, clip);
  }

  documentOf(clip: Clip | undefined): Document | null {
    return documentIn(this.pages.frames, clip);
  }

  /** The clip that speaks an element or what it stands in; null where none does. */
  clipOf(timeline: Timeline, frame: BookFrame, element: Element | null): Clip | null {
    const ids: string[] = [];
    for (let at = element; at; at = at.parentElement) if (at.id) ids.push(at.id);
    return clipOfText(timeline, frame.item.href, ids);
  }

  /**
   * Index of the clip that the shown page begins with; null where the page is one without media.
   * @param isFromEnd somebody goes back: the documents' last clip
   */
  firstToRead(timeline: Timeline, isFromEnd = false): number | null {
    if (isFromEnd) return Math.max(0, timeline.clips.length - 1);
    const shown = this.firstShown(timeline);
    if (shown >= 0 || !timeline.clips.some((clip) => this.elementOf(clip))) return Math.max(0, shown);
    const { page } = this.pages.pages;
    if (this.pages.isScrolled) return this.firstFrom(timeline, page);
    // A document whose first page is a picture is read from its first sentence on; on a later page none begins.
    return page === 0 ? 0 : null;
  }

  /** Whether the words of all clips from one on, as far as they are in the documents, are on the shown page. */
  areAllShown(timeline: Timeline, from: number): boolean {
    return timeline.clips.slice(from).every((clip) => {
      const element = this.elementOf(clip);
      return element === null || this.pages.isVisible(element);
    });
  }

  /** Index of the first clip whose words begin at a page or after it, else of the last one. */
  private firstFrom(timeline: Timeline, page: number): number {
    const found = timeline.clips.findIndex((clip) => {
      const element = this.elementOf(clip);
      return element !== null && (this.pages.partsOf(element)[0]?.page ?? 0) >= page;
    });
    return found < 0 ? Math.max(0, timeline.clips.length - 1) : found;
  }

  /** Index of the first clip whose words begin on the shown page; -1 where none do. */
  private firstShown(timeline: Timeline): number {
    return timeline.clips.findIndex((clip) => {
      const element = this.elementOf(clip);
      return element !== null && this.pages.isVisible(element);
    });
  }
}

/** The clip that speaks the same words; in another language, the one that stands in the same place of a page with as many clips. */
export function sameSentence(timeline: Timeline, before: Clip, countBefore: number): Clip | null {
  const { srcFile, srcFragmentId } = before.track.text;
  const same = srcFragmentId ? clipOfText(timeline, srcFile, [srcFragmentId]) : null;
  return same ?? (timeline.clips.length === countBefore ? (timeline.clips[before.index] ?? null) : null);
}
