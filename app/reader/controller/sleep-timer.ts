/** Pauses playback after a number of minutes. */
export class SleepTimer {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly rest: () => void) {}

  /** @param minutes null: never */
  set(minutes: number | null): void {
    clearTimeout(this.timer);
    if (minutes !== null) this.timer = setTimeout(this.rest, minutes * 60_000);
  }
}
