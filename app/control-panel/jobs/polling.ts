/** Milliseconds between two polls of a running job. */
const interval = 1000;
/** The first intervals in ms are shorter, since small jobs end within a second. */
const firstInterval = 250;

/** Milliseconds before the next poll. @param polls number of previous polls */
export function intervalAfter(polls: number): number {
  return Math.min(firstInterval * 1.5 ** polls, interval);
}

/**
 * Polls once: after an interval, as soon as the page is visible and the server is ready.
 * @param isReady a rejection counts as not ready
 * @param wait milliseconds before the first attempt
 * @returns cancels the poll
 */
export function pollOnce(
  poll: () => void,
  isVisible: () => boolean,
  isReady: () => Promise<boolean>,
  wait = interval,
): () => void {
  let isCancelled = false;
  let timer = setTimeout(attempt, wait);
  async function attempt() {
    const isPossible = isVisible() && (await isReady().catch(() => false));
    if (isCancelled) return;
    if (isPossible) poll();
    else timer = setTimeout(attempt, interval);
  }
  return () => {
    isCancelled = true;
    clearTimeout(timer);
  };
}
