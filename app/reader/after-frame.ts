/** Work that waits until the frame under way has been painted; what is asked for meanwhile is done at once with it. */
export class AfterFrame<Request> {
  private waiting: Request[] = [];
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly work: (requests: readonly Request[]) => void) {}

  ask(request: Request): void {
    this.waiting.push(request);
    if (this.waiting.length > 1) return;
    // A hidden page paints nothing that one could wait for.
    if (document.hidden) {
      this.finish();
      return;
    }
    this.frame = requestAnimationFrame(() => {
      this.timer = setTimeout(() => this.finish());
    });
  }

  /** Drops what waits. */
  forget(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.waiting = [];
  }

  private finish(): void {
    const requests = this.waiting;
    this.waiting = [];
    this.work(requests);
  }
}
