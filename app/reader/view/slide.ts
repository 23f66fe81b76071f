/** Animations of page turns. docs/product/reader.md#states: default animation 0.5 s; none with reduced motion. */

const slideMilliseconds = 500;

export function wantsLessMotion(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

const easeOut = (part: number) => 1 - (1 - part) ** 3;

/**
 * Animates a document's scroll offset.
 * @returns a function that stops the animation where it is
 */
export function slideScroll(root: Element, target: { left: number; top: number }): () => void {
  const from = { left: root.scrollLeft, top: root.scrollTop };
  const begin = performance.now();
  let frame = 0;
  const step = (now: number) => {
    const part = Math.min(1, Math.max(0, (now - begin) / slideMilliseconds));
    const eased = easeOut(part);
    root.scrollTo({
      left: from.left + (target.left - from.left) * eased,
      top: from.top + (target.top - from.top) * eased,
      behavior: "instant",
    });
    if (part < 1) frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}

/**
 * Slides one spread out and another in.
 * @param from the side that the new spread enters from
 */
export function slideSpreads(
  leaving: HTMLElement,
  coming: HTMLElement,
  from: "left" | "right" | "top" | "bottom",
): Animation[] {
  const sign = from === "right" || from === "bottom" ? 1 : -1;
  const move = from === "left" || from === "right" ? "translateX" : "translateY";
  const timing = { duration: slideMilliseconds, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" };
  return [
    leaving.animate([{ transform: "none" }, { transform: `${move}(${-100 * sign}%)` }], timing),
    coming.animate([{ transform: `${move}(${100 * sign}%)` }, { transform: "none" }], timing),
  ];
}
