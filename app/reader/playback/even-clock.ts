/** Seconds. A reading that deviates more from the predicted time means that the audio paused or was seeked. */
const strayed = 0.012;
/** Fraction of the deviation by which each reading corrects the prediction. */
const trust = 0.5;

/**
 * Smooths the media clock. At rates other than 1, browsers report it in jumps (26 ms in one frame, 47 in the next, at
 * twice the rate) although the sound is even: a highlight that follows each jump would be late by as much.
 */
export class EvenClock {
  /** Media time at page time 0, in seconds; null before the first reading. */
  private origin: number | null = null;
  private rate = 1;

  /**
   * @param reading media time in seconds
   * @param now the page's clock at the same moment, in seconds
   * @returns smoothed media time in seconds
   */
  read(reading: number, now: number, rate: number): number {
    const origin = reading - now * rate;
    const isSameSound = this.origin !== null && this.rate === rate && Math.abs(origin - this.origin) < strayed * rate;
    this.origin = this.origin !== null && isSameSound ? this.origin + (origin - this.origin) * trust : origin;
    this.rate = rate;
    return isSameSound ? this.origin + now * rate : reading;
  }
}
