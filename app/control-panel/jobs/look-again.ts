/** Milliseconds between two looks at work that goes on. */
const pause = 1000;
/** What ends at once is seen at once: the first pauses are short. */
const firstPause = 250;

/** @param looks how often the work was looked at before */
export function pauseAfter(looks: number): number {
  return Math.min(firstPause * 1.5 ** looks, pause);
}

/**
 * Looks once: after a pause, as soon as somebody sees the page and the server answers.
 * @param isAnswered may reject, which is no answer
 * @param wait milliseconds before the first attempt
 * @returns what ends the waiting
 */
export function lookAgain(
  look: () => void,
  isSeen: () => boolean,
  isAnswered: () => Promise<boolean>,
  wait = pause,
): () => void {
  let isOver = false;
  let timer = setTimeout(attempt, wait);
  async function attempt() {
    const isPossible = isSeen() && (await isAnswered().catch(() => false));
    if (isOver) return;
    if (isPossible) look();
    else timer = setTimeout(attempt, pause);
  }
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
