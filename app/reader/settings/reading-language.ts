import type { Book } from "~/epub/book";
import { inLanguage, labelLanguage } from "~/epub/book-labels";
import { type ChosenLanguage, chooseLanguage, preferredLanguage } from "./languages";
import type { ReaderSettings } from "./reader-settings";

/** The language that an open book is read and shown in, and the book with its title and contents in it. */
export class ReadingLanguage {
  private known: Book;

  /**
   * @param own primary subtag of the language of the pages around the book
   * @param settings as they are now
   */
  constructor(
    private readonly book: Book,
    private readonly own: string,
    private readonly settings: () => ReaderSettings,
  ) {
    this.known = inLanguage(book, this.shown);
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

  /** The language of the words on the page. */
  get shown(): string {
    return this.chosen.audio ?? this.book.languages.mainLanguage;
  }

  /** The same object as long as the language stays. */
  get labelledBook(): Book {
    const { shown } = this;
    if (labelLanguage(this.book, shown) !== this.known.language) this.known = inLanguage(this.book, shown);
    return this.known;
  }
}
