/**
 * In frames: half a frame, plus the average delay of the highlight without it. Changing the page takes a moment, and
 * browsers report the media clock a little behind the sound.
 */
const leadFrames = 0.62;

/** Milliseconds. A hidden tab gets no animation frames, so a timer is used, which browsers don't throttle while the tab plays audio. */
const hiddenInterval = 250;

/**
 * Reads the media clock on every animation frame while something plays. A change made in a frame is visible only when
 * the frame is painted, so the reading is `leadFrames` of a frame early and the error centres on zero.
 */
export class FrameClock {
  private handle = 0;
  private timer: ReturnType<typeof setInterval> | undefined;
  private isRunning = false;
  private last = 0;
  /** Moving average of the frame length, in seconds. */
  private frame = 1 / 60;

  /** @param update receives by how much the highlight must be early, in seconds of wall-clock time */
  constructor(private readonly update: (leadSeconds: number) => void) {}

  start(): void {
    if (this.isRunning) return;
    this.isRunning = true;
    this.last = 0;
    this.handle = requestAnimationFrame(this.step);
    this.timer = setInterval(() => document.hidden && this.update(0), hiddenInterval);
  }

  stop(): void {
    this.isRunning = false;
    cancelAnimationFrame(this.handle);
    clearInterval(this.timer);
  }

  private readonly step = (now: number): void => {
    if (!this.isRunning) return;
    const duration = (now - this.last) / 1000;
    if (this.last > 0 && duration > 0.003 && duration < 0.05) this.frame += (duration - this.frame) * 0.1;
    this.last = now;
    this.handle = requestAnimationFrame(this.step);
    this.update(this.frame * leadFrames);
  };
}
