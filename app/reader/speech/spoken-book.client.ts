import type { Book } from "~/epub/book";
import { isNarrated } from "~/reader/narrated";
import type { BookFrame } from "~/reader/view/frame";
import type { ReadingVoice, voicesFor } from "./choose-voice";
import { primaryLanguage } from "./primary-language";
import { SpokenTracks } from "./spoken-tracks";

/** The reader of the book. */
type Reader = {
  frames(): readonly BookFrame[];
  /** The language of the displayed text. */
  language(): string;
  /** Whether a narrated book is to be read by a voice of the browser. */
  isVoicePreferred(): boolean;
  /** voiceURI of the voice that the user chose for the language on this device. */
  chosen(language: string): string | undefined;
  /** The voices have changed. @param isNews whether the book can be read by one now, or no longer */
  changed(isNews: boolean): void;
};

/**
 * Speech synthesis for a book without narration, or for one whose narration the reader does not want to hear: the browser's
 * voices for its language, and its sentences. Without a voice the book stays as it is. Decisions 101 and 109.
 */
export class SpokenBook {
  readonly tracks: SpokenTracks;
  /** The voices for the book's language, best first; none while nothing is read by a voice. */
  voices: readonly ReadingVoice[] = [];
  /** Whether the book has a narration that a voice of the browser could replace. */
  isOffered = false;
  private readonly synthesis = window.speechSynthesis as SpeechSynthesis | undefined;
  private readonly isNarrated: boolean;
  private voicesFor: typeof voicesFor | null = null;
  /** Voices for other languages than the book's. */
  private readonly others = new Map<string, ReadingVoice | null>();
  private isDestroyed = false;

  /** @param isOfflineOnly whether only voices may be used that do not send the text to a server */
  constructor(
    book: Pick<Book, "spine">,
    private readonly reader: Reader,
    private readonly isOfflineOnly: boolean,
  ) {
    this.isNarrated = isNarrated(book);
    this.tracks = new SpokenTracks(reader.frames, reader.language, this.isNarrated);
    // Browsers load their voices on the first call, and report them by the event.
    this.synthesis?.addEventListener?.("voiceschanged", this.refresh);
    window.addEventListener("pagehide", this.silence);
    // Not before the reader is complete.
    queueMicrotask(() => void this.refresh());
  }

  /** The voice to read with; null if there is none, or the narration is heard. */
  get voice(): ReadingVoice | null {
    const chosen = this.reader.chosen(this.reader.language());
    return this.voices.find(({ uri }) => uri === chosen) ?? this.voices[0] ?? null;
  }

  /** The browser's voice for a text. @param language of the text; empty: the book's. Another dialect is no other language. */
  browserVoice(language: string): SpeechSynthesisVoice | null {
    const { voice } = this;
    if (!voice) return null;
    const isOwn = language === "" || primaryLanguage(language) === primaryLanguage(this.reader.language());
    const { uri } = (isOwn ? null : this.voiceOfOther(language, voice)) ?? voice;
    return this.synthesis?.getVoices().find(({ voiceURI }) => voiceURI === uri) ?? null;
  }

  /** Sends no text to a server if the book's own voice does not. */
  private voiceOfOther(language: string, own: ReadingVoice): ReadingVoice | null {
    const key = `${language} ${own.isOffline}`;
    const known = this.others.get(key);
    if (known !== undefined) return known;
    const isOfflineOnly = this.isOfflineOnly || own.isOffline;
    const found = this.voicesFor?.(this.synthesis?.getVoices() ?? [], language, { isOfflineOnly })[0] ?? null;
    this.others.set(key, found);
    return found;
  }

  destroy(): void {
    this.isDestroyed = true;
    this.synthesis?.removeEventListener?.("voiceschanged", this.refresh);
    window.removeEventListener("pagehide", this.silence);
  }

  /** Some browsers go on speaking after the page was left. */
  private readonly silence = (): void => this.synthesis?.cancel();

  /** Finds the voices anew; also after the language or the reader's wish has changed. */
  readonly refresh = async (): Promise<void> => {
    const all = this.synthesis?.getVoices() ?? [];
    const hadNone = this.voices.length === 0 && !this.isOffered;
    if (this.isDestroyed || (all.length === 0 && hadNone)) return;
    const language = primaryLanguage(this.reader.language());
    const fits = ({ lang, localService }: SpeechSynthesisVoice) =>
      primaryLanguage(lang) === language && (localService || !this.isOfflineOnly);
    this.isOffered = this.isNarrated && all.some(fits);
    if (this.isWanted) {
      this.voicesFor ??= (await import("./choose-voice")).voicesFor;
      if (this.isDestroyed) return;
    }
    this.others.clear();
    const voices =
      this.isWanted && this.voicesFor?.(all, this.reader.language(), { isOfflineOnly: this.isOfflineOnly });
    this.voices = voices || [];
    const hasVoice = this.voices.length > 0;
    const isNews = hasVoice !== this.tracks.isOn;
    this.tracks.isOn = hasVoice;
    this.reader.changed(isNews);
  };

  private get isWanted(): boolean {
    return !this.isNarrated || this.reader.isVoicePreferred();
  }
}
