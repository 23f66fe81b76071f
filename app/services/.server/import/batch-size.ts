/** Number of rows that are imported or undone in one transaction. */

const least = 250;
const most = 5000;
const steps = 8;

/** An eighth of a small import, so that progress is visible; up to 5,000 rows of a large one, to send few statements. */
export function batchSizeOf(total: number): number {
  return total >= (steps * most) / 2 ? most : Math.max(least, Math.ceil(total / steps));
}

/** Few, because hashing passwords takes longer than everything else, up to a tenth of a second each: the progress moves every few seconds. */
export const rowsWithPasswordsAtOnce = 25;
