import type { Book } from "~/epub/book";
import type { ReaderSettings } from "~/reader/settings/reader-settings";
import type { ReadingLanguage } from "~/reader/settings/reading-language";
import { primaryLanguage } from "~/reader/speech/primary-language";
import { SpokenBook } from "~/reader/speech/spoken-book.client";
import type { BookFrame } from "~/reader/view/frame";

/** What the voice needs of the reader's controller. */
type Reader = {
  readonly view: { readonly frames: readonly BookFrame[] };
  getSnapshot(): { settings: ReaderSettings };
  changeSettings(change: Partial<ReaderSettings>): void;
  notify(key: string): void;
  voicesChanged(isNews: boolean): void;
};

/** The computer's voice of an open book: its choice on this device, and what the user is told about it. Decisions 101 and 109. */
export class BookVoice {
  readonly spoken: SpokenBook;

  constructor(
    private readonly book: Book,
    private readonly displayed: Pick<ReadingLanguage, "displayed">,
    private readonly reader: Reader,
    isOfflineOnly: boolean,
  ) {
    const spokenReader = {
      frames: () => reader.view.frames,
      language: () => this.language,
      isVoicePreferred: () => this.settings.prefersVoice,
      chosen: (language: string) => this.settings.voices[language],
      changed: (isNews: boolean) => reader.voicesChanged(isNews),
    };
    this.spoken = new SpokenBook(book, spokenReader, isOfflineOnly);
  }

  private get settings(): ReaderSettings {
    return this.reader.getSnapshot().settings;
  }

  /** The language that is displayed, with the region that the book declares. */
  private get language(): string {
    const { displayed } = this.displayed;
    const isOwn = !displayed || primaryLanguage(displayed) === primaryLanguage(this.book.language);
    return isOwn ? this.book.language : displayed;
  }

  /** Chooses the voice for the displayed language on this device. */
  choose(uri: string): void {
    this.reader.changeSettings({ voices: { ...this.settings.voices, [this.language]: uri } });
  }

  settingsChanged(before: ReaderSettings, settings: ReaderSettings): void {
    const isOther =
      before.prefersVoice !== settings.prefersVoice || before.preferredLanguage !== settings.preferredLanguage;
    if (isOther) void this.spoken.refresh();
  }

  /** Said once on each device: most parents do not know that some of a browser's voices are not on the device. */
  tellOfOnlineVoice(): void {
    if (this.spoken.voice?.isOffline !== false || this.settings.isToldOfOnlineVoices) return;
    queueMicrotask(() => {
      this.reader.changeSettings({ isToldOfOnlineVoices: true });
      this.reader.notify("online_voice");
    });
  }
}
