import { type Clip, clipOfText, startOfDocument, type Timeline } from "~/reader/narration/timeline";
import type { BookFrame } from "./frame";
import { passageAt, placeOfPassage } from "./passages";
import type { PagePart } from "./spread-view";
import { elementAround, isRange, type TextPlace } from "./text-place";

/** The part of the book view that is used to locate text. */
type PagesWithWords = {
  readonly frames: readonly BookFrame[];
  isVisible(text: TextPlace): boolean;
  partsOf(text: TextPlace): PagePart[];
  readonly pages: { page: number };
  readonly isScrolled: boolean;
};

/** The text of a clip in one of the documents; null if the clip names no text, or none of them. */
export function textIn(frames: readonly BookFrame[], clip: Clip | undefined): TextPlace | null {
  const { srcFragmentId, passage } = clip?.track.text ?? {};
  if (!srcFragmentId && !passage) return null;
  const content = documentIn(frames, clip);
  if (!content) return null;
  return passage ? placeOfPassage(content, passage) : content.getElementById(srcFragmentId ?? "");
}

function documentIn(frames: readonly BookFrame[], clip: Clip | undefined): Document | null {
  return frames.find(({ item }) => item.href === clip?.track.text.srcFile)?.document ?? null;
}

/** Maps clips to the texts on the shown pages and back. */
export class WordsOnPage {
  constructor(private readonly pages: PagesWithWords) {}

  /** Null if the clip names no text, or none of the displayed documents. */
  textOf(clip: Clip | undefined): TextPlace | null {
    return textIn(this.pages.frames, clip);
  }

  documentOf(clip: Clip | undefined): Document | null {
    return documentIn(this.pages.frames, clip);
  }

  /** The clip of a passage at a position in a text node; null if there is none. */
  clipAtText(timeline: Timeline, frame: BookFrame, position: { node: Node; offset: number }): Clip | null {
    const passage = passageAt(frame.document, position.node, position.offset);
    const { href } = frame.item;
    // By its place: each timeline divides its documents anew.
    return (
      (passage &&
        timeline.clips.find(({ track: { text } }) => text.srcFile === href && text.passage?.from === passage.from)) ??
      null
    );
  }

  /** The clip of an element or its nearest ancestor with one; null if there is none. */
  clipOf(timeline: Timeline, frame: BookFrame, element: Element | null): Clip | null {
    const ids: string[] = [];
    for (let at = element; at; at = at.parentElement) if (at.id) ids.push(at.id);
    return clipOfText(timeline, frame.item.href, ids) ?? this.clipOfPicture(timeline, element);
  }

  /** The clip of a picture that speech synthesis describes. */
  private clipOfPicture({ clips }: Timeline, element: Element | null): Clip | null {
    const isAround = (place: TextPlace | null) => !!place && !isRange(place) && place.contains(element);
    const isOwn = (clip: Clip) => clip.track.text.passage !== undefined && isAround(this.textOf(clip));
    return element && (clips.find(isOwn) ?? null);
  }

  /**
   * The clip of the same text; in another language, the one at the same index if the page has as many clips.
   * @param before a clip of the earlier timeline, which had `countBefore`
   * @param place where its text is
   */
  sameSentence(timeline: Timeline, before: Clip, countBefore: number, place: TextPlace | null): Clip | null {
    const { srcFile, srcFragmentId } = before.track.text;
    const same = srcFragmentId ? clipOfText(timeline, srcFile, [srcFragmentId]) : null;
    const frame = this.pages.frames.find(({ item }) => item.href === srcFile);
    const isAtIndex = timeline.clips.length === countBefore;
    const atPlace = frame && place && this.clipAtPlace(timeline, frame, place);
    return same ?? atPlace ?? (isAtIndex ? (timeline.clips[before.index] ?? null) : null);
  }

  private clipAtPlace(timeline: Timeline, frame: BookFrame, place: TextPlace): Clip | null {
    const [node, offset] = isRange(place) ? [place.startContainer, place.startOffset] : [firstText(place), 0];
    const isSpoken = timeline.clips.some(({ track }) => track.text.passage);
    if (isSpoken) return node && this.clipAtText(timeline, frame, { node, offset });
    return this.clipOf(timeline, frame, elementAround(place));
  }

  /**
   * Index of the clip that the shown page begins with; null if the page counts as one without media.
   * @param isFromEnd when skipping back: the documents' last clip
   */
  firstToRead(timeline: Timeline, isFromEnd = false): number | null {
    if (isFromEnd) return Math.max(0, timeline.clips.length - 1);
    const first = this.startOfPage(timeline, this.firstShown(timeline));
    if (first >= 0 || !timeline.clips.some((clip) => this.textOf(clip))) return Math.max(0, first);
    const { page } = this.pages.pages;
    if (this.pages.isScrolled) return this.startOfPage(timeline, this.firstFrom(timeline, page));
    // A document whose first page is a picture is read from its first sentence on; on a later page none begins.
    return page === 0 ? 0 : null;
  }

  /** At a document's start, also the clips before the first one with an element are read. */
  private startOfPage(timeline: Timeline, first: number): number {
    const isStart = first >= 0 && this.pages.pages.page <= 0;
    return isStart ? startOfDocument(timeline, first, (clip) => this.textOf(clip) !== null) : first;
  }

  /** Whether the text of all clips from an index on, as far as it is in the documents, is on the shown page. */
  areAllShown(timeline: Timeline, from: number): boolean {
    return timeline.clips.slice(from).every((clip) => {
      const text = this.textOf(clip);
      return text === null || this.pages.isVisible(text);
    });
  }

  /** Index of the first clip whose text begins at a page or after it, else of the last one. */
  private firstFrom(timeline: Timeline, page: number): number {
    const index = timeline.clips.findIndex((clip) => {
      const text = this.textOf(clip);
      return text !== null && (this.pages.partsOf(text)[0]?.page ?? 0) >= page;
    });
    return index < 0 ? Math.max(0, timeline.clips.length - 1) : index;
  }

  /** Index of the first clip whose text begins on the shown page; -1 if there is none. */
  private firstShown(timeline: Timeline): number {
    return timeline.clips.findIndex((clip) => {
      const text = this.textOf(clip);
      return text !== null && this.pages.isVisible(text);
    });
  }
}

function firstText(element: Element): Node | null {
  return element.ownerDocument.createTreeWalker(element, 4 /* text */).nextNode();
}
