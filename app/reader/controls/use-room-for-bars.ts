import { type RefObject, useEffect } from "react";

/** Minimum scale of the page between the bars: on a phone in landscape orientation they take most of the height. */
const leastScale = 0.4;

/** Scales the page down between the bars while they are shown, so that they cover no text; the layout is not recomputed. */
export function useRoomForBars(stage: RefObject<HTMLElement>, areBarsShown: boolean): void {
  useEffect(() => {
    const reader = stage.current?.closest<HTMLElement>("[data-reader]");
    if (!reader || !areBarsShown) return;
    // Also for what lies beside the book.
    const { style } = document.documentElement;
    const bars = Array.from(reader.querySelectorAll<HTMLElement>(".reader-bar"));
    const makeRoom = () => {
      const height = stage.current?.offsetHeight ?? 0;
      const [top, bottom] = ["top", "bottom"].map((edge) =>
        Math.max(0, ...bars.filter((bar) => bar.matches(`.reader-bar-${edge}`)).map((bar) => bar.offsetHeight)),
      ) as [number, number];
      if (height === 0) return;
      style.setProperty("--bar-top", `${top}px`);
      style.setProperty("--bar-bottom", `${bottom}px`);
      const scale = Math.max(leastScale, (height - top - bottom) / height);
      style.setProperty("--page-between-bars", `translateY(${top}px) scale(${scale})`);
    };
    makeRoom();
    const observer = new ResizeObserver(makeRoom);
    for (const element of [...bars, stage.current]) if (element) observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty("--bar-top");
      style.removeProperty("--bar-bottom");
      style.removeProperty("--page-between-bars");
    };
  }, [stage, areBarsShown]);
}
