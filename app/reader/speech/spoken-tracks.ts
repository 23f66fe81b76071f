import type { SpineItem } from "~/epub/book";
import type { Track } from "~/reader/narration/track";
import type { BookFrame } from "~/reader/view/frame";
import { divideDocument } from "~/reader/view/passages";

/** Keeps the numbers of the tables and lists of two documents apart. */
const mostStructures = 100_000;

/** The sentences of documents on screen as tracks of a narration, for books that speech synthesis reads. Decision 101. */
export class SpokenTracks {
  /** Whether there is a voice. */
  isOn = false;

  /**
   * @param language returns the language that is displayed
   * @param isNarrated whether the book has a narration, which the voice then replaces
   */
  constructor(
    private readonly frames: () => readonly BookFrame[],
    private readonly language: () => string,
    private readonly isNarrated: boolean,
  ) {}

  /** Whether the voice reads documents that have a narration. */
  get replacesNarration(): boolean {
    return this.isNarrated && this.isOn;
  }

  /** A track for each sentence; none while the document is not open. @param skipped epub:type values that are not spoken */
  tracksOf(item: SpineItem, skipped: ReadonlySet<string>): Track[] {
    const frame = this.frames().find((one) => one.item.index === item.index);
    if (!this.isOn || !frame) return [];
    return divideDocument(frame.document, this.language(), skipped).map((passage) => ({
      audio: null,
      text: { srcFile: item.href, srcFragmentId: null, passage },
      types: passage.types,
      escapable: passage.escapable === null ? null : item.index * mostStructures + passage.escapable,
    }));
  }
}
