/** How many rows are written or taken back in one transaction. */

const least = 250;
const most = 5000;
const steps = 8;

/** Of a small import an eighth, so that whoever waits sees that it goes on; of a large one as many as few statements want. */
export function batchSizeOf(total: number): number {
  return total >= (steps * most) / 2 ? most : Math.max(least, Math.ceil(total / steps));
}

/** Hashing takes longer than all the rest. */
export const rowsWithPasswordsAtOnce = least;
