/** Milliseconds to wait for a frame at most: a page that is hidden meanwhile paints none. */
const timeLimit = 100;

/** Defers work until the current frame has been painted; requests that arrive meanwhile are handled in the same batch. */
export class AfterFrame<Request> {
  private waiting: Request[] = [];
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly work: (requests: readonly Request[]) => void) {}

  ask(request: Request): void {
    this.waiting.push(request);
    if (this.waiting.length > 1) return;
    // A hidden page paints no frame to wait for.
    if (document.hidden) {
      this.settle();
      return;
    }
    this.timer = setTimeout(() => this.settle(), timeLimit);
    this.frame = requestAnimationFrame(() => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.settle());
    });
  }

  /** Handles pending requests now. */
  settle(): void {
    if (this.waiting.length === 0) return;
    const requests = this.waiting;
    this.cancel();
    this.work(requests);
  }

  /** Drops pending requests. */
  cancel(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.waiting = [];
  }
}
