import { type RefObject, useEffect } from "react";

/** Minimum scale of the page between the bars: on a phone in landscape orientation they take most of the height. */
const leastScale = 0.4;

/** Scales the page down between the bars while they are shown, so that they cover no text; the layout is not recomputed. */
export function useRoomForBars(stage: RefObject<HTMLElement>, areBarsShown: boolean): void {
  useEffect(() => {
    const reader = stage.current?.closest<HTMLElement>("[data-reader]");
    if (!reader || !areBarsShown) return;
    const bars = Array.from(reader.querySelectorAll<HTMLElement>(".reader-bar"));
    const makeRoom = () => {
      const height = stage.current?.offsetHeight ?? 0;
      const [top, bottom] = ["top", "bottom"].map((edge) =>
        Math.max(0, ...bars.filter((bar) => bar.matches(`.reader-bar-${edge}`)).map((bar) => bar.offsetHeight)),
      ) as [number, number];
      if (height === 0) return;
      reader.style.setProperty("--bar-top", `${top}px`);
      reader.style.setProperty("--bar-bottom", `${bottom}px`);
      const scale = Math.max(leastScale, (height - top - bottom) / height);
      reader.style.setProperty("--page-between-bars", `translateY(${top}px) scale(${scale})`);
    };
    makeRoom();
    const observer = new ResizeObserver(makeRoom);
    for (const element of [...bars, stage.current]) if (element) observer.observe(element);
    return () => {
      observer.disconnect();
      reader.style.removeProperty("--bar-top");
      reader.style.removeProperty("--bar-bottom");
      reader.style.removeProperty("--page-between-bars");
    };
  }, [stage, areBarsShown]);
}
