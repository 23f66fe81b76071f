/** How many rows are written or taken back in one transaction. */

const least = 250;
const most = 5000;
const steps = 8;

/** An eighth of a small import, so that progress is visible; as many as possible of a large one, to send few statements. */
export function batchSizeOf(total: number): number {
  return total >= (steps * most) / 2 ? most : Math.max(least, Math.ceil(total / steps));
}

/** Hashing takes longer than all the rest. */
export const rowsWithPasswordsAtOnce = least;
