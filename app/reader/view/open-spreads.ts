import type { BookFrame } from "./frame";
import type { SpreadView } from "./spread-view";
import { itemsOf, type Spread } from "./spreads";

/** The loaded spreads, by index among the planned ones: the shown one and its neighbours. */
export class OpenSpreads {
  private readonly views = new Map<number, SpreadView>();

  /**
   * @param make creates the view of a spread, from the element of the first-page program if there is one
   * @param frameOpened called once for each document
   */
  constructor(
    private readonly stage: HTMLElement,
    private readonly make: (spread: Spread, rendered: HTMLElement | null) => SpreadView,
    private readonly frameOpened: (frame: BookFrame) => void,
  ) {}

  get all(): SpreadView[] {
    return [...this.views.values()];
  }

  at(index: number): SpreadView | undefined {
    return this.views.get(index);
  }

  /** Opens a spread. One that failed before, wholly or in part, is opened again unless it is on screen. */
  open(index: number, spread: Spread): SpreadView {
    const known = this.views.get(index);
    if (known && (known.fault === null || known.element.dataset.shown !== undefined)) return known;
    this.drop(index);
    const view = this.make(spread, this.takeRendered(spread));
    this.views.set(index, view);
    view.ready.then(
      () => {
        if (this.views.get(index) !== view) return;
        view.element.dataset.ready = "";
        for (const frame of view.frames) this.frameOpened(frame);
      },
      // Callers that wait for `ready` get the error; a spread that was only preloaded is opened again on request.
      () => {
        if (this.views.get(index) === view) this.drop(index);
      },
    );
    return view;
  }

  /** Replaces a spread's view, e.g. if it failed to open. */
  replace(index: number, view: SpreadView): void {
    this.drop(index);
    this.views.set(index, view);
  }

  drop(index: number): void {
    this.views.get(index)?.destroy();
    this.views.delete(index);
  }

  keepOnly(wanted: ReadonlyArray<number | null>): void {
    for (const index of [...this.views.keys()]) if (!wanted.includes(index)) this.drop(index);
  }

  /** Hides all other spreads; they remain loaded. */
  hideOthers(current: number): void {
    for (const [index, view] of this.views) if (index !== current) delete view.element.dataset.shown;
  }

  /** The element that the first-page program has added, if it shows this spread; otherwise it is removed. */
  private takeRendered(spread: Spread): HTMLElement | null {
    const own = new Set(this.all.map((view) => view.element));
    for (const child of Array.from(this.stage.children) as HTMLElement[]) {
      if (own.has(child)) continue;
      const spine = child.querySelector<HTMLElement>("iframe")?.dataset.spine;
      if (itemsOf(spread).some((item) => String(item.index) === spine)) return child;
      child.remove();
    }
    return null;
  }
}
