import type { SpineItem } from "~/epub/book";
import type { Track } from "~/reader/narration/track";
import type { BookFrame } from "~/reader/view/frame";
import { divideDocument } from "~/reader/view/passages";

/** The sentences of documents on screen as tracks of a narration, for books that speech synthesis reads. Decision 101. */
export class SpokenTracks {
  /** Whether there is a voice. */
  isOn = false;

  /** @param language of the book */
  constructor(
    private readonly frames: () => readonly BookFrame[],
    private readonly language: string,
  ) {}

  /** A track for each sentence; none while the document is not open. */
  tracksOf(item: SpineItem): Track[] {
    const frame = this.frames().find((one) => one.item.index === item.index);
    if (!this.isOn || !frame) return [];
    return divideDocument(frame.document, this.language).map((passage) => ({
      audio: null,
      text: { srcFile: item.href, srcFragmentId: null, passage },
      types: passage.types,
      escapable: null,
    }));
  }
}
