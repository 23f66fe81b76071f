import { AfterFrame } from "~/reader/after-frame";
import { type FaultKey, isRightLost } from "~/reader/book/book-fault";
import type { Playback } from "~/reader/playback/playback.client";
import { isRunning } from "~/reader/playback/player.machine";
import type { ReadPlace } from "~/reader/playback/read-place";
import type { BookView } from "~/reader/view/book-view";
import type { PageChangeCause } from "~/reader/view/view-events";
import type { ReaderSnapshot } from "./reader-snapshot";

/** A requested turn, or the result of one; `isRead`: the narration has reached it already. */
type Turned = { to: "request" | "page" | "spread"; isRead: boolean };

/** The reader whose pages are shown. */
type Reader = {
  snapshot(): ReaderSnapshot;
  update(change?: Partial<ReaderSnapshot>): void;
  savePosition(): void;
  /** Turned pages have been painted. */
  turned(): void;
};

/** The consequences of each shown page for bars, position and playback. docs/product/reader.md#states. */
export class PageChanges {
  /** Why the shown page failed to open. */
  fault: FaultKey | null = null;
  /** The frame that shows a turned page has priority; the consequences of the turn are handled after it. */
  private readonly afterFrame = new AfterFrame<Turned>((turned) => this.turnShown(turned));

  constructor(
    private readonly view: BookView,
    private readonly playback: Playback,
    private readonly readPlace: ReadPlace,
    private readonly reader: Reader,
  ) {}

  /** The user asked for a turn; only the first one matters, whether or not a page follows. */
  turnRequested(): void {
    if (!this.reader.snapshot().hasTurned) this.afterFrame.ask({ to: "request", isRead: false });
  }

  /** Handles pending turns at once. */
  settle(): void {
    this.afterFrame.settle();
  }

  /** Drops pending turns. */
  cancel(): void {
    this.afterFrame.cancel();
  }

  /** To be called with each event of the view. */
  shown(cause: PageChangeCause): void {
    if (cause === "page" || cause === "spread") this.reader.update({ isEnded: false });
    const { status, fault: bookFault } = this.reader.snapshot();
    if (cause === "scrolled") {
      if (status !== "shown") return;
      this.reader.savePosition();
      this.playback.pageScrolled();
      this.reader.update();
      return;
    }
    this.fault = this.view.fault && this.view.frames.length === 0 ? this.view.fault.key : null;
    const isByHand = cause === "page" && !this.playback.isRevealing;
    if (isByHand || cause === "spread") this.readPlace.forget();
    if ((cause === "page" || cause === "spread") && status === "shown" && bookFault === null) {
      // Playback continues in other documents at once; without playback, the page is painted first.
      const isRead = cause === "spread" ? isRunning(this.playback.state) : !isByHand;
      if (cause === "spread" && isRead) void this.playback.pageOpened();
      if (isByHand) this.playback.dispatch({ type: "turned-by-hand" });
      this.afterFrame.ask({ to: cause, isRead });
      return;
    }
    // On the same documents, playback must still follow the previous turn.
    if (cause === "spread") this.cancel();
    else this.settle();
    // Laying out the pages again does not restore a lost right to read the book.
    const fault = isRightLost(this.fault) ? this.fault : null;
    this.reader.update({ status: fault ? "error" : "shown", fault });
    this.reader.savePosition();
    if (cause === "spread") void this.playback.pageOpened();
    if (cause === "replanned") void this.playback.retime();
    if (isByHand) this.playback.pageChanged();
  }

  /** The turned page has been painted: updates bars, position and playback. */
  private turnShown(turned: readonly Turned[]): void {
    this.reader.turned();
    this.reader.update({ hasTurned: this.reader.snapshot().hasTurned || turned.some(({ to }) => to === "request") });
    this.reader.savePosition();
    // A change of documents supersedes the turns before it.
    const since = turned.slice(turned.findLastIndex(({ to, isRead }) => to === "spread" && isRead) + 1);
    if (since.some(({ to }) => to === "spread")) void this.playback.pageOpened();
    else if (since.some(({ to, isRead }) => to === "page" && !isRead)) this.playback.pageChanged();
  }
}
