/** Lets the voice rest after a time. */
export class SleepTimer {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly rest: () => void) {}

  /** @param minutes null: reads on */
  set(minutes: number | null): void {
    clearTimeout(this.timer);
    if (minutes !== null) this.timer = setTimeout(this.rest, minutes * 60_000);
  }
}
