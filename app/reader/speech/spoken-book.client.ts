import type { Book } from "~/epub/book";
import type { BookFrame } from "~/reader/view/frame";
import type { ReadingVoice } from "./choose-voice";
import { SpokenTracks } from "./spoken-tracks";

/** The reader whose book has no narration. */
type Reader = {
  frames(): readonly BookFrame[];
  /** voiceURI of the voice that the user chose for the language on this device. */
  chosen(language: string): string | undefined;
  /** The list of voices has changed. @param isNews whether the book can be read aloud now, or no longer */
  changed(isNews: boolean): void;
};

/**
 * Speech synthesis for a book without narration: the browser's voices for its language, and its sentences. Without a
 * voice the book stays as it is. Decision 101.
 */
export class SpokenBook {
  readonly tracks: SpokenTracks;
  readonly language: string;
  /** The voices for the book's language, best first. */
  voices: readonly ReadingVoice[] = [];
  private readonly synthesis = window.speechSynthesis as SpeechSynthesis | undefined;
  private isDestroyed = false;

  /** @param isOfflineOnly whether only voices may be used that do not send the text to a server */
  constructor(
    book: Pick<Book, "language">,
    private readonly reader: Reader,
    private readonly isOfflineOnly: boolean,
  ) {
    this.language = book.language;
    this.tracks = new SpokenTracks(() => reader.frames(), book.language);
    // Browsers load their voices on the first call, and report them by the event.
    this.synthesis?.addEventListener?.("voiceschanged", this.refresh);
    window.addEventListener("pagehide", this.silence);
    void this.refresh();
  }

  /** The voice to read with; null if there is none. */
  get voice(): ReadingVoice | null {
    const chosen = this.reader.chosen(this.language);
    return this.voices.find(({ uri }) => uri === chosen) ?? this.voices[0] ?? null;
  }

  get browserVoice(): SpeechSynthesisVoice | null {
    const { voice } = this;
    return (voice && this.synthesis?.getVoices().find(({ voiceURI }) => voiceURI === voice.uri)) ?? null;
  }

  destroy(): void {
    this.isDestroyed = true;
    this.synthesis?.removeEventListener?.("voiceschanged", this.refresh);
    window.removeEventListener("pagehide", this.silence);
  }

  /** Some browsers go on speaking after the page was left. */
  private readonly silence = (): void => this.synthesis?.cancel();

  private readonly refresh = async (): Promise<void> => {
    const all = this.synthesis?.getVoices() ?? [];
    if (all.length === 0 && this.voices.length === 0) return;
    const { voicesFor } = await import("./choose-voice");
    if (this.isDestroyed) return;
    this.voices = voicesFor(all, this.language, { isOfflineOnly: this.isOfflineOnly });
    const hasVoice = this.voices.length > 0;
    const isNews = hasVoice !== this.tracks.isOn;
    this.tracks.isOn = hasVoice;
    this.reader.changed(isNews);
  };
}
