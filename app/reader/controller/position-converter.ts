import type { Book, NavEntry } from "~/epub/book";
import { type Position, percentageOf, placeOfPercentage, positionAt, tocEntryAt } from "~/epub/progress";
import type { ContentSource } from "~/reader/book/content-source";
import { type Locations, percentageInLocations, placeInLocations, readLocations } from "~/reader/book/locations";
import type { BookPlace } from "~/reader/book/place";
import type { BookView } from "~/reader/view/book-view";

/** Converts between the shown page and positions in the book: by the counted locations, or by letters without them. */
export class PositionConverter {
  private locations: Locations | null = null;
  private known: { page: string; book: Book; entry: NavEntry | null } | null = null;

  /** @param labelled returns the book with contents in the displayed language */
  constructor(
    private readonly labelled: () => Book,
    private readonly view: BookView,
  ) {}

  private get book(): Book {
    return this.labelled();
  }

  /**
   * docs/product/reader.md#errors: a failed fetch of the locations is only logged; letters per document are used
   * instead.
   * @param href null if the book has no locations
   */
  async loadLocations(source: ContentSource, href: string | null): Promise<void> {
    if (href === null) return;
    try {
      this.locations = readLocations(JSON.parse(await source.text(href)), this.book.spine);
    } catch (error) {
      console.warn(`Locations: ${String(error)}`);
    }
  }

  /** The shown page as a stored position. docs/product/reader.md#entities. */
  get position(): Position {
    const { fraction, items } = this.view;
    const isEnd = !this.view.canReadOn(1);
    // Of two pages side by side at the end, the second one is the last.
    const index = isEnd ? (items.at(-1)?.index ?? 0) : this.index;
    const entry = index === this.index ? this.entry : undefined;
    return positionAt(this.book, { index, fraction }, isEnd, entry);
  }

  /** The contents entry that the shown page belongs to. */
  get entry(): NavEntry | null {
    const { pages, fraction } = this.view;
    const page = [this.index, pages.page, pages.count, fraction].join();
    // Cached: it is read with each sentence, and a book in one file may have hundreds of entries.
    const { book } = this;
    if (this.known?.page !== page || this.known.book !== book) {
      const whereIs = (fragment: string | null) => this.view.whereabouts(fragment);
      this.known = { page, book, entry: tocEntryAt(book, this.index, whereIs) };
    }
    return this.known.entry;
  }

  /** Spine index of the first displayed document. */
  get index(): number {
    return this.view.items[0]?.index ?? 0;
  }

  /** 0 to 1. @param isShown whether a page is on screen: the last page is always 100 percent */
  percentage(isShown: boolean): number {
    if (isShown && !this.view.canReadOn(1)) return 1;
    const { fraction } = this.view;
    return this.locations
      ? percentageInLocations(this.locations, this.index, fraction)
      : percentageOf(this.book.spine, this.index, fraction);
  }

  /** @param percentage 0 to 1 */
  placeAt(percentage: number): BookPlace {
    if (this.locations) return placeInLocations(this.locations, percentage);
    const { index, fraction } = placeOfPercentage(this.book.spine, percentage);
    return { item: index, at: { kind: "fraction", fraction } };
  }
}
