import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";

/** One step is a thousandth of the book, which is finer than a page of all but the longest books. */
const steps = 1000;

/**
 * The position in the book. Nothing loads while the slider is dragged, and the thumb keeps its new position until that
 * page is shown; arrow keys turn one page. docs/product/reader.md#screens (Controls bar).
 */
export function PositionSlider() {
  const { t } = useTranslation("reader");
  const { book, controller, snapshot } = useReader();
  const input = useRef<HTMLInputElement>(null);
  /** Requested position, 0 to 1; null if the displayed position is current. */
  const [requested, setRequested] = useState<number | null>(null);
  const fraction = requested ?? snapshot.percentage;
  const percent = Math.round(fraction * 100);
  const direction = book.progression;

  useEffect(() => {
    const element = input.current;
    if (!element || !controller) return;
    // React's change event fires at each step of a drag; the native one fires when the drag ends.
    const go = () => {
      const to = element.valueAsNumber / steps;
      setRequested(to);
      void controller.navigation.goToPercentage(to).then(() => setRequested((now) => (now === to ? null : now)));
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
        style={{ "--part": `${fraction * 100}%` } as React.CSSProperties}
        min={0}
        max={steps}
        step={1}
        value={Math.round(fraction * steps)}
        onChange={(event) => setRequested(event.currentTarget.valueAsNumber / steps)}
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

/** Page step for an arrow key on a slider of this direction; null for other keys and for the reader's own shortcuts. */
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
