import { type PointerEvent as ReactPointerEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import { isDarkPage } from "~/reader/controller/use-page-appearance";
import type { BookFrame } from "~/reader/view/frame";
import { coloursOf } from "~/reader/view/frame-style";
import { bandOver, type Extent, linesAround } from "~/reader/view/ruler-band";
import { documentOfPlace } from "~/reader/view/text-place";

/** Limits of the ruler's position, as a fraction of the window's height. docs/product/reader.md#comfort. */
const [highest, lowest] = [0.06, 0.94];

/** Milliseconds between updates of the ruler's position during playback. */
const followEvery = 200;

/**
 * A band over reflowable pages that leaves two lines clear and dims the rest, or as line focus as many lines as were
 * chosen and hides the rest. It follows the sentence being read, else
 * the mouse; its grip can be dragged and moved by the arrow keys. Its edges run between lines. docs/product/reader.md#comfort.
 */
export default function ReadingRuler() {
  const { t } = useTranslation("reader");
  const { controller, snapshot } = useReader();
  const [middle, setMiddle] = useState(0.35);
  /** Where the mouse or the sentence was last, px from the left of the window: the column of text. */
  const [column, setColumn] = useState<number | null>(null);
  const { isRunning, spineIndex, settings } = snapshot;
  const frames = controller?.view.frames ?? [];
  const isFlow = frames.some(({ item }) => item.layout === "reflowable");
  const root = frames[0]?.document.documentElement;
  const letters = root ? Number.parseFloat(getComputedStyle(root).fontSize) : 24;
  const lines = settings.layout.focusedLines || 2;
  const height = rulerHeight(letters, settings.comfort.lineSpacing, lines);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed document is the reason to listen again, since it has other frames
  useEffect(() => {
    if (!controller || isRunning) return;
    const moved = (event: PointerEvent) => {
      if (event.pointerType !== "mouse") return;
      const frame = controller.view.frames.find((one) => one.document === (event.target as Node | null)?.ownerDocument);
      const place = frame?.element.getBoundingClientRect();
      const scale = frame && place ? place.height / Math.max(1, frame.element.offsetHeight) : 1;
      setMiddle(clampRuler(((place?.top ?? 0) + event.clientY * scale) / window.innerHeight));
      setColumn((place?.left ?? 0) + event.clientX * scale);
    };
    const documents = controller.view.frames.map((frame) => frame.document);
    for (const content of documents) content.addEventListener("pointermove", moved);
    return () => {
      for (const content of documents) content.removeEventListener("pointermove", moved);
    };
  }, [controller, isRunning, spineIndex]);

  useEffect(() => {
    if (!controller || !isRunning) return;
    const timer = setInterval(() => {
      const { playback, view } = controller;
      const text = playback.textOf(playback.timeline.clips[playback.state.clip]);
      const frame = view.frames.find((one) => text && one.document === documentOfPlace(text))?.element;
      const words = text?.getClientRects()[0];
      if (!words || !frame) return;
      const place = frame.getBoundingClientRect();
      const scale = place.height / Math.max(1, frame.offsetHeight);
      setMiddle(clampRuler((place.top + (words.top + words.height / 2) * scale) / window.innerHeight));
      setColumn(place.left + (words.left + words.width / 2) * scale);
    }, followEvery);
    return () => clearInterval(timer);
  }, [controller, isRunning]);

  if (!isFlow) return null;
  const draw = (event: ReactPointerEvent<HTMLElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId))
      setMiddle(clampRuler(event.clientY / window.innerHeight));
  };
  const { paper } = coloursOf({ isDark: isDarkPage(settings.darkTheme), comfort: settings.comfort });
  const at = middle * window.innerHeight;
  const band = bandIn(frames, at, column, height, lines) ?? { top: at - height / 2, bottom: at + height / 2 };
  return (
    <div
      className="reader-ruler"
      data-focus={settings.layout.focusedLines > 0 || undefined}
      style={
        {
          "--ruler-veil": `${paper}e0`,
          "--ruler-middle": `${middle * 100}%`,
          "--ruler-top": `${band.top}px`,
          "--ruler-height": `${band.bottom - band.top}px`,
        } as React.CSSProperties
      }
    >
      <div aria-hidden className="reader-ruler-band" />
      <div
        role="slider"
        tabIndex={0}
        aria-label={t(settings.layout.focusedLines > 0 ? "comfort.lines.title" : "comfort.ruler")}
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(middle * 100)}
        className="reader-ruler-grip"
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={draw}
        onKeyDown={(event) => {
          const step = rulerStep(event.key);
          if (step === null || event.altKey || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          setMiddle(clampRuler(middle + (step * height) / lines / window.innerHeight));
        }}
      />
    </div>
  );
}

/**
 * The band over the lines at a height of the window, in the column of a horizontal position, else in the first one.
 * @returns null for a page without text there, or one that is written vertically
 */
function bandIn(
  frames: readonly BookFrame[],
  at: number,
  column: number | null,
  reach: number,
  count: number,
): Extent | null {
  const frame = frames.find(({ item }) => item.layout === "reflowable");
  const root = frame?.document.documentElement;
  if (!frame || !root || getComputedStyle(root).writingMode.startsWith("vertical")) return null;
  const place = frame.element.getBoundingClientRect();
  const scale = place.height / Math.max(1, frame.element.offsetHeight);
  const isPaired = Number.parseFloat(getComputedStyle(root).columnWidth) < frame.element.offsetWidth * 0.75;
  const width = place.width / (isPaired ? 2 : 1);
  // Lines begin near a third of their column in either direction, and short ones may end before its middle.
  const start = isPaired && column !== null && column > place.left + width ? width : 0;
  const isRightToLeft = getComputedStyle(root).direction === "rtl";
  const x = (start + width * (isRightToLeft ? 0.75 : 0.25)) / scale;
  const lines = linesAround(frame.document, x, (at - place.top) / scale, reach * 1.5);
  const band = bandOver(lines, (at - place.top) / scale, count);
  return band && { top: place.top + band.top * scale, bottom: place.top + band.bottom * scale };
}

function clampRuler(middle: number): number {
  return Math.min(lowest, Math.max(highest, middle));
}

/** A little more than the lines, in CSS px. @param lineSpacing multiple of the font size; null: a book's usual one */
function rulerHeight(letters: number, lineSpacing: number | null, lines: number): number {
  return Math.round(letters * (lineSpacing ?? 1.5) * (lines + 0.2));
}

/** The number of half bands that a key moves the ruler by; null for other keys. */
function rulerStep(key: string): number | null {
  if (key === "ArrowUp" || key === "ArrowLeft") return -1;
  if (key === "ArrowDown" || key === "ArrowRight") return 1;
  if (key === "PageUp") return -4;
  return key === "PageDown" ? 4 : null;
}
