/** Milliseconds between two looks at work that goes on. */
const pause = 1000;

/**
 * Looks once: after a pause, as soon as somebody sees the page and the server answers.
 * @param isAnswered may reject, which is no answer
 * @returns what ends the waiting
 */
export function lookAgain(look: () => void, isSeen: () => boolean, isAnswered: () => Promise<boolean>): () => void {
  let isOver = false;
  let timer = setTimeout(attempt, pause);
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
