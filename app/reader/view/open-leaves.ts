import type { BookFrame } from "./frame";
import type { LeafView } from "./leaf-view";
import { itemsOf, type Leaf } from "./leaves";

/** The leaves that are loaded, by their place among the planned ones: the shown one and its neighbours. */
export class OpenLeaves {
  private readonly views = new Map<number, LeafView>();

  /**
   * @param make makes the view of a leaf, out of what the early page shows of it where there is such
   * @param frameOpened hears of each document once
   */
  constructor(
    private readonly stage: HTMLElement,
    private readonly make: (leaf: Leaf, rendered: HTMLElement | null) => LeafView,
    private readonly frameOpened: (frame: BookFrame) => void,
  ) {}

  get all(): LeafView[] {
    return [...this.views.values()];
  }

  at(index: number): LeafView | undefined {
    return this.views.get(index);
  }

  open(index: number, leaf: Leaf): LeafView {
    const known = this.views.get(index);
    if (known) return known;
    const view = this.make(leaf, this.takeRendered(leaf));
    this.views.set(index, view);
    view.ready.then(
      () => {
        if (this.views.get(index) !== view) return;
        view.element.dataset.ready = "";
        for (const frame of view.frames) this.frameOpened(frame);
      },
      () => undefined,
    );
    return view;
  }

  drop(index: number): void {
    this.views.get(index)?.destroy();
    this.views.delete(index);
  }

  keepOnly(wanted: ReadonlyArray<number | null>): void {
    for (const index of [...this.views.keys()]) if (!wanted.includes(index)) this.drop(index);
  }

  /** All but one leave the stage; they stay loaded. */
  hideOthers(shown: number): void {
    for (const [index, view] of this.views) if (index !== shown) delete view.element.dataset.shown;
  }

  /** The leaf that stands in the stage since the early page, where it shows what is wanted; else it goes. */
  private takeRendered(leaf: Leaf): HTMLElement | null {
    const own = new Set(this.all.map((view) => view.element));
    for (const child of Array.from(this.stage.children) as HTMLElement[]) {
      if (own.has(child)) continue;
      const spine = child.querySelector<HTMLElement>("iframe")?.dataset.spine;
      if (itemsOf(leaf).some((item) => String(item.index) === spine)) return child;
      child.remove();
    }
    return null;
  }
}
