import { enlargedTimes, smallScale } from "./fixed-layout";
import { wantsLessMotion } from "./slide";
import type { SpreadView } from "./spread-view";
import type { StagePoint } from "./stage-point";
import type { TextPlace } from "./text-place";

/** Limits of pinching, in times the size at which a page fits the stage; below the least zoom it fits again. */
const [leastZoom, mostZoom] = [1.08, 5];

/** Zoom of fixed-layout pages: by a button where they are drawn small, which stays on over page turns, and by two fingers until the page is turned. Decisions 25 and 104. */
export class PageZoom {
  private times = 1;
  private isPinched = false;

  /** @param shown returns the shown spread, if there is one; `all` all loaded ones */
  constructor(
    private readonly shown: () => SpreadView | undefined,
    private readonly all: () => readonly SpreadView[],
  ) {}

  /** Whether the shown pages are drawn so small that zooming is offered. */
  get isSmall(): boolean {
    const view = this.shown();
    return view?.spread.kind === "fixed" && view.scale < smallScale;
  }

  /** Whether a button leads in or out. */
  get isOffered(): boolean {
    return this.isSmall || this.isPinched;
  }

  get isEnlarged(): boolean {
    return this.isPinched || (this.times > 1 && this.isSmall);
  }

  /** Zooms small pages beyond the stage, which then pans, or all pages back out. */
  enlarge(isEnlarged: boolean): void {
    this.times = isEnlarged ? enlargedTimes : 1;
    this.isPinched = false;
    for (const view of this.all()) this.fit(view);
  }

  /** Applies the zoom of the button to a spread. */
  fit(view: SpreadView): void {
    view.enlarge(view.scale < smallScale ? this.times : 1);
  }

  /** A turned page fits the stage, unless the button is on. */
  pageTurned(): void {
    if (!this.isPinched) return;
    this.isPinched = false;
    for (const view of this.all()) this.fit(view);
  }

  /** How many times larger the shown pages are than those that fit. */
  get zoomed(): number {
    return this.shown()?.zoomed ?? 1;
  }

  /**
   * Zooms the shown fixed pages by two fingers.
   * @param times of the size that fits the stage
   * @param focus the point between the fingers, under which the page stays
   * @param moved how far that point has moved
   */
  pinch(times: number, focus: StagePoint, moved: StagePoint): void {
    const view = this.shown();
    if (view?.spread.kind !== "fixed") return;
    this.isPinched = true;
    view.pinch(Math.min(mostZoom, Math.max(1, times)), focus, moved);
  }

  /** The fingers were lifted. */
  pinched(): void {
    if (this.isPinched && this.zoomed < leastZoom) this.enlarge(false);
  }

  /** Whether a zoomed page extends further to that side, so that a swipe pans instead of turning. */
  canPan(side: "left" | "right"): boolean {
    return this.isEnlarged && (this.shown()?.canPan(side) ?? false);
  }

  /** Keeps the text being read visible. */
  follow(text: TextPlace): void {
    if (this.isEnlarged) this.shown()?.panTo(text, !wantsLessMotion());
  }
}
