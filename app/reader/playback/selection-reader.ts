import type { Speech } from "~/reader/speech/speech.client";
import { languageOfText, type SpokenWords } from "~/reader/speech/spoken-words";
import type { BookFrame } from "~/reader/view/frame";
import type { Highlight } from "~/reader/view/highlight";
import { elementAround, textOfPlace } from "~/reader/view/text-place";
import type { Playback } from "./playback.client";
import type { PlaybackEvents, PlaybackSettings } from "./playback-ports";

/** Reads a selected text: a narrated book from its sentence on, any other the selection alone, by the browser's voice. */
export class SelectionReader {
  constructor(
    private readonly playback: Pick<Playback, "clipOfElement" | "playFrom" | "dispatch">,
    private readonly speech: Pick<Speech, "speak">,
    private readonly highlight: Pick<Highlight, "show">,
    private readonly settings: () => Pick<PlaybackSettings, "rate" | "volume" | "isMuted" | "isHighlighting">,
    private readonly events: Pick<PlaybackEvents, "notice">,
    private readonly hasVoice: () => boolean,
  ) {}

  /** The book's own playback pauses. */
  read({ frame, range }: { frame: BookFrame; range: Range }): void {
    const { startContainer } = range;
    const element = startContainer.nodeType === 1 ? (startContainer as Element) : startContainer.parentElement;
    const clip = this.playback.clipOfElement(frame, element);
    if (clip) {
      this.playback.playFrom(clip.index);
      return;
    }
    // The browser's own choice could be a voice that sends the text to a server.
    if (!this.hasVoice()) return;
    this.say({ text: textOfPlace(range), language: languageOfText(elementAround(range)) }, range);
  }

  /**
   * Says a text alone, in the book's own voice where its language is empty.
   * @param range the text in the book, which is highlighted; null: none
   */
  say(words: SpokenWords, range: Range | null = null): void {
    this.playback.dispatch({ type: "pause" });
    const { rate, volume, isMuted, isHighlighting } = this.settings();
    if (isHighlighting && range) this.highlight.show(range);
    this.speech.speak(
      words,
      { rate, volume: isMuted ? 0 : volume },
      {
        ended: () => this.highlight.show(null),
        failed: () => {
          this.highlight.show(null);
          this.events.notice("speech_failed");
        },
      },
    );
  }
}
