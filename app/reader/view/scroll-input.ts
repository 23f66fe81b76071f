import type { BookFrame } from "./frame";

/** Which ends of a document are visible; a short one shows both. */
export type VisibleEnds = { start: boolean; end: boolean };

type ScrollInput = {
  ends(): VisibleEnds;
  /** Scrolling has stopped, by hand or by script. */
  settled(): void;
  /** The user scrolls beyond the document's end. */
  pastEnd(direction: 1 | -1): void;
};

/** Milliseconds without movement after which scrolling has stopped; `scrollend` is not supported by the tablets in schools. */
const restAfter = 150;
/** Screen px that a finger must pull beyond an end. */
const pullDistance = 72;
const lineHeight = 16;

/** Reports the scrolling of a document and attempts to scroll beyond its ends. EPUB Reading Systems 3.3, rendition:flow. */
export function listenToScroll({ document: content }: BookFrame, wheel: WheelPastEnd, input: ScrollInput): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let down: { x: number; y: number; ends: VisibleEnds } | null = null;
  const passive = { passive: true };
  const place = () => {
    const { scrollTop = 0, scrollLeft = 0 } = content.scrollingElement ?? {};
    return `${scrollLeft} ${scrollTop}`;
  };
  const lastSeen = new LastSeen(place());

  content.addEventListener(
    "scroll",
    (event) => {
      lastSeen.moved(place(), event.timeStamp);
      clearTimeout(timer);
      timer = setTimeout(() => input.settled(), restAfter);
    },
    passive,
  );
  content.addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      const unit = [1, lineHeight, content.documentElement.clientHeight][event.deltaMode] ?? 1;
      const ends = lastSeen.stoodStill(place(), event.timeStamp) ? input.ends() : neither;
      const direction = wheel.pull(event.deltaY * unit, ends, event.timeStamp);
      if (direction) input.pastEnd(direction);
    },
    passive,
  );
  content.addEventListener(
    "touchstart",
    (event) => {
      const touch = event.touches[0];
      down = event.touches.length === 1 && touch ? { x: touch.screenX, y: touch.screenY, ends: input.ends() } : null;
    },
    passive,
  );
  content.addEventListener(
    "touchend",
    (event) => {
      const touch = event.changedTouches[0];
      if (!down || !touch) return;
      const [x, y] = [touch.screenX - down.x, touch.screenY - down.y];
      const { ends } = down;
      down = null;
      if (Math.abs(y) < pullDistance || Math.abs(y) < 1.5 * Math.abs(x)) return;
      if (y < 0 && ends.end) input.pastEnd(1);
      if (y > 0 && ends.start) input.pastEnd(-1);
    },
    passive,
  );
}

const neither: VisibleEnds = { start: false, end: false };

/**
 * The last scroll position of a document. A browser scrolls before it dispatches the wheel event, so a document at its
 * end may have been scrolled there by this very event, which must not turn the page.
 */
export class LastSeen {
  private since = Number.NEGATIVE_INFINITY;

  constructor(private place: string) {}

  /** @param now milliseconds, on the clock of the document's events */
  moved(place: string, now: number): void {
    this.place = place;
    this.since = now;
  }

  /** Whether the position has not changed since before that time. */
  stoodStill(place: string, when: number): boolean {
    return place === this.place && when > this.since;
  }
}

/** Px of wheel movement needed beyond an end: one notch of a wheel. */
const wheelDistance = 100;
/** Milliseconds of pause after a turn before the wheel can turn again. */
const wheelPause = 120;

/** Detects that a wheel continues past a document's end. One instance for all documents, since the momentum lasts into the next. */
export class WheelPastEnd {
  private pulled = 0;
  private last = Number.NEGATIVE_INFINITY;
  private isSwinging = false;

  /**
   * @param delta px, positive towards the end
   * @param now milliseconds
   * @returns the direction to turn; null while the document itself scrolls, or before `wheelDistance` is reached
   */
  pull(delta: number, ends: VisibleEnds, now: number): 1 | -1 | null {
    if (now - this.last > wheelPause) this.isSwinging = false;
    this.last = now;
    const direction = delta > 0 ? 1 : -1;
    const isPast = delta > 0 ? ends.end : ends.start;
    if (!isPast || this.isSwinging || delta === 0) {
      this.pulled = 0;
      return null;
    }
    this.pulled = Math.sign(this.pulled) === direction ? this.pulled + delta : delta;
    if (Math.abs(this.pulled) < wheelDistance) return null;
    this.pulled = 0;
    this.isSwinging = true;
    return direction;
  }
}
