import type { Timeline } from "~/reader/narration/timeline";
import type { BookFrame } from "./frame";
import { elementAround, type TextPlace, textOfPlace } from "./text-place";
import { textIn } from "./words-on-page";

/** A text of a shown page; `clip`: index of its clip, null if it has none. */
export type PageWord = { key: string; clip: number | null; text: string; language: string | null };

const noWords: readonly PageWord[] = [];

/** The texts to show below a page that is drawn small, and their top offset; `wordsTop` null: the page is large enough. */
type WordsBelow = { words: readonly PageWord[]; wordsTop: number | null; spokenClip: number | null };

/** Caches the texts of the shown page, which are read for every sentence. */
export class PageWordCache {
  private known: { timeline: Timeline; page: Document | undefined; language: string | null } | null = null;
  private words = noWords;

  /** @param language language the page is read in; texts in others are hidden */
  of(frames: readonly BookFrame[], timeline: Timeline, language: string | null): readonly PageWord[] {
    const page = frames[0]?.document;
    const { known } = this;
    if (known?.timeline !== timeline || known.page !== page || known.language !== language) {
      this.known = { timeline, page, language };
      this.words = wordsOf(frames, timeline);
    }
    return this.words;
  }

  /** @param spokenClip index of the clip that is playing; null if none is */
  below(
    { frames, wordsTop }: { frames: readonly BookFrame[]; wordsTop: number | null },
    timeline: Timeline,
    language: string | null,
    spokenClip: number | null,
  ): WordsBelow {
    if (wordsTop === null) return { words: noWords, wordsTop, spokenClip: null };
    return { words: this.of(frames, timeline, language), wordsTop, spokenClip };
  }
}

const blocks = "p, h1, h2, h3, h4, h5, h6, li, blockquote, figcaption, dt, dd, text";

/** The texts of the shown pages, in order: by sentence if they are narrated, else by paragraph. */
function wordsOf(frames: readonly BookFrame[], timeline: Timeline): PageWord[] {
  return frames.flatMap((frame) => {
    const spoken = timeline.clips.flatMap((clip) => {
      const text = textIn([frame], clip);
      return text ? [wordOf(frame, text, clip.index)] : [];
    });
    const words = spoken.length > 0 ? spoken : paragraphsOf(frame);
    return words.filter(({ text }) => text !== "");
  });
}

function paragraphsOf(frame: BookFrame): PageWord[] {
  return Array.from(frame.document.querySelectorAll(blocks))
    .filter((element) => !element.querySelector(blocks) && element.getClientRects().length > 0)
    .map((element) => wordOf(frame, element, null));
}

function wordOf({ item }: BookFrame, place: TextPlace, clip: number | null): PageWord {
  const text = textOfPlace(place);
  return {
    key: `${item.index} ${clip ?? text}`,
    clip,
    text,
    language: elementAround(place)?.closest("[lang]")?.getAttribute("lang") ?? null,
  };
}
