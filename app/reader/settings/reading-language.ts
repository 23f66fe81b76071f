import type { Book } from "~/epub/book";
import { inLanguage, labelLanguage } from "~/epub/book-labels";
import { type ChosenLanguage, chooseLanguage, preferredLanguage } from "./languages";
import type { ReaderSettings } from "./reader-settings";

/** The narration and text language of an open book, and the book with title and contents in it. */
export class ReadingLanguage {
  private known: Book;

  /**
   * @param own primary subtag of the interface language
   * @param settings returns the current settings
   */
  constructor(
    private readonly book: Book,
    private readonly own: string,
    private readonly settings: () => ReaderSettings,
  ) {
    this.known = inLanguage(book, this.displayed);
  }

  get preferred(): string | null {
    return preferredLanguage(this.book.languages, this.settings().preferredLanguage, this.own);
  }

  get chosen(): ChosenLanguage {
    const { languages } = this.book;
    return chooseLanguage(
      languages,
      this.preferred,
      preferredLanguage(languages, this.settings().spokenLanguage, this.own),
    );
  }

  /** Language of the displayed text. */
  get displayed(): string {
    return this.chosen.audio ?? this.book.languages.mainLanguage;
  }

  /** The same object until the language changes. */
  get labelledBook(): Book {
    const { displayed } = this;
    if (labelLanguage(this.book, displayed) !== this.known.language) this.known = inLanguage(this.book, displayed);
    return this.known;
  }
}
