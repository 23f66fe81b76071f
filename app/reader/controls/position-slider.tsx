import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/reader-context";

/** A thousandth of the book: finer than a page of all but the longest. */
const steps = 1000;

/**
 * The reader's place in the book. While it is dragged nothing is loaded, and the thumb stays where it was put until its page is there;
 * an arrow key goes a page on or back. docs/product/reader.md#screens (Controls bar).
 */
export function PositionSlider() {
  const { t } = useTranslation("reader");
  const { book, controller, snapshot } = useReader();
  const input = useRef<HTMLInputElement>(null);
  /** What the reader asks for, 0 to 1; null: the shown place. */
  const [asked, setAsked] = useState<number | null>(null);
  const shown = asked ?? snapshot.percentage;
  const percent = Math.round(shown * 100);
  const direction = book.progression;

  useEffect(() => {
    const element = input.current;
    if (!element || !controller) return;
    // React's own change event comes at each step of a drag; the browser's, once it has ended.
    const go = () => {
      const to = element.valueAsNumber / steps;
      setAsked(to);
      void controller.goToPercentage(to).then(() => setAsked((now) => (now === to ? null : now)));
    };
    element.addEventListener("change", go);
    return () => element.removeEventListener("change", go);
  }, [controller]);

  return (
    <div dir={direction} className="px-4 pt-1">
      <input
        ref={input}
        type="range"
        aria-label={t("position")}
        aria-valuetext={t("percent", { percent })}
        className="reader-range w-full"
        style={{ "--part": `${shown * 100}%` } as React.CSSProperties}
        min={0}
        max={steps}
        step={1}
        value={Math.round(shown * steps)}
        onChange={(event) => setAsked(event.currentTarget.valueAsNumber / steps)}
        onKeyDown={(event) => {
          const step = stepOf(event, direction);
          if (step === null) return;
          event.preventDefault();
          void controller?.readOn(step);
        }}
      />
    </div>
  );
}

/** The page step of an arrow key on a slider of this direction; null for other keys and for the reader's own shortcuts. */
export function stepOf(
  { key, altKey, ctrlKey, metaKey }: Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey">,
  direction: "ltr" | "rtl",
): 1 | -1 | null {
  if (altKey || ctrlKey || metaKey) return null;
  if (key === "ArrowUp") return 1;
  if (key === "ArrowDown") return -1;
  if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
  return (key === "ArrowRight") === (direction === "ltr") ? 1 : -1;
}
