/** Does work when the page has nothing better to do, soon at the latest. */
export function whenQuiet(work: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(work, { timeout: 300 });
  else setTimeout(work, 50);
}
