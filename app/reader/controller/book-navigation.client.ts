import type { Book } from "~/epub/book";
import { type Position, placeAt as placeOfPosition } from "~/epub/progress";
import { BookFault } from "~/reader/book/book-fault";
import type { BookPlace } from "~/reader/book/place";
import { fragmentOf, spineItemOf } from "~/reader/book/places";
import type { BookView } from "~/reader/view/book-view";
import { focusPlace } from "~/reader/view/focus-place";
import { JumpHistory, type JumpKind } from "./jump-history";
import type { PositionConverter } from "./position-converter";

/** The reader whose pages are shown. */
type Reader = {
  /** Before each jump. */
  leaving(): void;
  jumped(): void;
  /** The place in the book, 0 to 1. */
  percentage(): number;
  readOn(direction: 1 | -1): Promise<void>;
};

/** Goes to places in the book, and back to those that were left. */
export class BookNavigation {
  private readonly jumps = new JumpHistory();

  constructor(
    private readonly book: Book,
    private readonly view: BookView,
    private readonly places: PositionConverter,
    private readonly reader: Reader,
  ) {}

  /** Whether a jump left a place that can be returned to. */
  get canReturn(): boolean {
    return this.jumps.canReturn;
  }

  /** A page was turned. */
  turned(): void {
    this.jumps.turned();
  }

  /** Goes to an href in the book, from the table of contents or a link. */
  async goTo(href: string): Promise<boolean> {
    const item = spineItemOf(this.book, href);
    if (!item) return false;
    const id = fragmentOf(href);
    await this.goToPlace({ item: item.index, at: id ? { kind: "id", id } : { kind: "start" } });
    return true;
  }

  /** Goes to a percentage of the book; if the shown page already contains it, to the adjacent page. @param percentage 0 to 1 */
  async goToPercentage(percentage: number): Promise<void> {
    const page = () => `${this.places.index} ${this.view.pages.page}`;
    const before = page();
    const direction = percentage > this.reader.percentage() ? 1 : -1;
    await this.show(this.places.placeAt(percentage), "slider");
    if (page() === before && percentage !== this.reader.percentage()) await this.reader.readOn(direction);
  }

  /** Goes to a stored position; ignored if the book no longer has it. */
  async goToPosition(position: Position): Promise<void> {
    const place = placeOfPosition(this.book, position);
    if (place) await this.goToPlace({ item: place.index, at: { kind: "fraction", fraction: place.fraction } });
  }

  /** Goes to a place that the user chose; the focus, and a screen reader's cursor, go there too. */
  async goToPlace(place: BookPlace): Promise<void> {
    await this.show(place);
    focusPlace(this.view, place);
  }

  /** Goes to a place; the present one can be returned to. */
  async show(place: BookPlace, kind: JumpKind = "link"): Promise<void> {
    const [item, fraction] = [this.places.index, this.view.fraction];
    this.jumps.jumped({ item, at: { kind: "fraction", fraction } }, kind);
    await this.jump(place);
    if (this.places.index === item && this.view.fraction === fraction) this.jumps.takeLast();
    this.reader.jumped();
  }

  /** Returns to the place that the last jump left; several jumps are undone in turn. */
  async goBack(): Promise<void> {
    const place = this.jumps.takeLast();
    if (place) await this.jump(place);
  }

  /** Shows a place that another reader leads to: no jump of this reader's own. */
  async showLed(place: BookPlace): Promise<void> {
    await this.jump(place);
  }

  private async jump(place: BookPlace): Promise<void> {
    this.reader.leaving();
    try {
      await this.view.show(place);
    } catch (error) {
      if (!(error instanceof BookFault)) throw error;
    }
  }
}
