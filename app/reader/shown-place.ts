import type { Book, NavEntry } from "~/epub/book";
import { type Position, percentageOf, placeOf, positionAt, tocEntryAt } from "~/epub/progress";
import type { ContentSource } from "./book/content-source";
import { type Locations, percentageInLocations, placeInLocations, readLocations } from "./book/locations";
import type { BookView } from "./view/book-view";
import type { Place } from "./view/place";

/** Where in the book the shown page is, and where a part of the book is: by the counted locations, or by letters without them. */
export class ShownPlace {
  private locations: Locations | null = null;
  private known: { page: string; book: Book; entry: NavEntry | null } | null = null;

  /** @param labelled the book with its contents in the language that is shown now */
  constructor(
    private readonly labelled: () => Book,
    private readonly view: BookView,
  ) {}

  private get book(): Book {
    return this.labelled();
  }

  /**
   * docs/product/reader.md#errors: a failed fetch of the locations is logged only; letters are counted by document then.
   * @param href null where nobody counted
   */
  async loadLocations(source: ContentSource, href: string | null): Promise<void> {
    if (href === null) return;
    try {
      this.locations = readLocations(JSON.parse(await source.text(href)), this.book.spine);
    } catch (error) {
      console.warn(`Locations: ${String(error)}`);
    }
  }

  /** The shown page, as it is stored. docs/product/reader.md#entities. */
  get position(): Position {
    const { fraction, items } = this.view;
    const isEnd = !this.view.canReadOn(1);
    // Of two pages that stand side by side at the end the second one is the last.
    const index = isEnd ? (items.at(-1)?.index ?? 0) : this.index;
    const entry = index === this.index ? this.entry : undefined;
    return positionAt(this.book, { index, fraction }, isEnd, entry);
  }

  /** The entry of the contents that the shown page belongs to. */
  get entry(): NavEntry | null {
    const { pages, fraction } = this.view;
    const page = [this.index, pages.page, pages.count, fraction].join();
    // Each sentence asks, and a book in one file may have hundreds of entries.
    const { book } = this;
    if (this.known?.page !== page || this.known.book !== book) {
      const whereIs = (fragment: string | null) => this.view.whereabouts(fragment);
      this.known = { page, book, entry: tocEntryAt(book, this.index, whereIs) };
    }
    return this.known.entry;
  }

  /** Spine index of the first shown document. */
  get index(): number {
    return this.view.items[0]?.index ?? 0;
  }

  /** 0 to 1. @param isShown whether a page is on screen: the last one is the end, however little of the book it holds */
  percentage(isShown: boolean): number {
    if (isShown && !this.view.canReadOn(1)) return 1;
    const { fraction } = this.view;
    return this.locations
      ? percentageInLocations(this.locations, this.index, fraction)
      : percentageOf(this.book.spine, this.index, fraction);
  }

  /** @param percentage 0 to 1 */
  placeAt(percentage: number): Place {
    if (this.locations) return placeInLocations(this.locations, percentage);
    const { index, fraction } = placeOf(this.book.spine, percentage);
    return { item: index, at: { kind: "fraction", fraction } };
  }
}
