/**
 * Half a frame, plus the average delay of the highlight without it: changing the page takes a moment, and browsers report the
 * media clock a little behind the sound. In frames.
 */
const ahead = 0.62;

/** A hidden tab gets no frames; a timer stands in, which browsers don't slow down while the tab is heard. Milliseconds. */
const hiddenInterval = 250;

/**
 * Looks at the media clock on every animation frame while something plays. What is changed in a frame is seen when it is painted, so
 * the look goes half a frame ahead and the error centres on zero.
 */
export class FrameClock {
  private handle = 0;
  private timer: ReturnType<typeof setInterval> | undefined;
  private isRunning = false;
  private last = 0;
  /** Length of a frame in seconds, as it has lately been. */
  private frame = 1 / 60;

  /** @param look gets how far to look ahead, in seconds of the wall clock */
  constructor(private readonly look: (seconds: number) => void) {}

  start(): void {
    if (this.isRunning) return;
    this.isRunning = true;
    this.last = 0;
    this.handle = requestAnimationFrame(this.step);
    this.timer = setInterval(() => document.hidden && this.look(0), hiddenInterval);
  }

  stop(): void {
    this.isRunning = false;
    cancelAnimationFrame(this.handle);
    clearInterval(this.timer);
  }

  private readonly step = (now: number): void => {
    if (!this.isRunning) return;
    const passed = (now - this.last) / 1000;
    if (this.last > 0 && passed > 0.003 && passed < 0.05) this.frame += (passed - this.frame) * 0.1;
    this.last = now;
    this.handle = requestAnimationFrame(this.step);
    this.look(this.frame * ahead);
  };
}
