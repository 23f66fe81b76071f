/** A reading that is farther off the line means that the sound was held or sent elsewhere. Seconds of the page's clock. */
const strayed = 0.012;
/** How much of what a reading differs from the line the line takes over. */
const trust = 0.5;

/**
 * Smooths the media clock. At rates other than 1, browsers report it in jumps (26 ms in one frame, 47 in the next, at twice the
 * rate) although the sound is even: a highlight that follows each jump is late by as much.
 */
export class EvenClock {
  /** Seconds of the media clock where the page's clock would say 0; null: nothing was read yet. */
  private origin: number | null = null;
  private rate = 1;

  /**
   * @param reading what the media clock says, in seconds
   * @param now the page's clock in the same moment, in seconds
   * @returns seconds of the media clock
   */
  read(reading: number, now: number, rate: number): number {
    const origin = reading - now * rate;
    const isSameSound = this.origin !== null && this.rate === rate && Math.abs(origin - this.origin) < strayed * rate;
    this.origin = this.origin !== null && isSameSound ? this.origin + (origin - this.origin) * trust : origin;
    this.rate = rate;
    return isSameSound ? this.origin + now * rate : reading;
  }
}
