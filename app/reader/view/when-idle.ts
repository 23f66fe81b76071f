/** Runs work when the page is idle, after a short timeout at the latest. */
export function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(work, { timeout: 300 });
  else setTimeout(work, 50);
}
