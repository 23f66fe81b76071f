import { useEffect, useRef } from "react";
import type { WordPlace } from "~/reader/controller/reader-context";
import type { ReaderController } from "~/reader/controller/reader-controller.client";
import type { BookFrame } from "~/reader/view/frame";
import { wordAtPoint } from "./word-at-point";

/** Milliseconds of a long press, as long as a finger needs to select a word. */
const longPress = 500;
/** Px that a finger may move in it. */
const tolerance = 10;

type Gestures = {
  /** Whether a single tap explains a word. */
  isTapOn: boolean;
  /** Whether a card is open, which a tap closes. */
  isOpen: boolean;
  open(place: WordPlace): void;
  close(): void;
};

/** A long press, a double click or, if that is switched on, a tap explains a word on the page. */
export function useWordGestures(controller: ReaderController, gestures: Gestures): void {
  const latest = useRef(gestures);
  latest.current = gestures;
  useEffect(() => {
    const aborter = new AbortController();
    const listened = new WeakSet<Document>();
    const listen = (frame: BookFrame) => {
      if (listened.has(frame.document)) return;
      listened.add(frame.document);
      listenToWords(controller, frame, latest, aborter.signal);
    };
    for (const frame of controller.view.openFrames) listen(frame);
    controller.frameListeners.add(listen);
    return () => {
      aborter.abort();
      controller.frameListeners.delete(listen);
    };
  }, [controller]);
}

function listenToWords(
  controller: ReaderController,
  frame: BookFrame,
  gestures: { readonly current: Gestures },
  signal: AbortSignal,
): void {
  const { document: content } = frame;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let down: { x: number; y: number } | null = null;
  /** The finger that is lifted after a long press taps nothing. */
  let wasLong = false;

  const openAt = (target: EventTarget | null, point: { x: number; y: number }): boolean => {
    // Pictures and links have gestures of their own.
    if ((target as Element | null)?.closest?.("a, area, button, input, select, textarea, img, image, video, audio"))
      return false;
    const word = wordAtPoint(controller.book, frame, point);
    if (word) gestures.current.open({ frame, range: word.range });
    return word !== null;
  };
  const cancel = () => {
    clearTimeout(timer);
    down = null;
  };
  const options = { signal, capture: true, passive: true };
  signal.addEventListener("abort", cancel);
  content.addEventListener(
    "touchstart",
    ({ touches, target }) => {
      cancel();
      wasLong = false;
      const touch = touches[0];
      if (touches.length !== 1 || !touch) return;
      const point = { x: touch.clientX, y: touch.clientY };
      down = point;
      timer = setTimeout(() => {
        wasLong = openAt(target, point);
      }, longPress);
    },
    options,
  );
  content.addEventListener(
    "touchmove",
    ({ touches }) => {
      const touch = touches[0];
      if (down && touch && Math.hypot(touch.clientX - down.x, touch.clientY - down.y) > tolerance) cancel();
    },
    options,
  );
  // A long press ends without a click in some browsers; the next press is a new one in any case, also by mouse.
  content.addEventListener(
    "pointerdown",
    () => {
      wasLong = false;
    },
    options,
  );
  content.addEventListener("touchend", cancel, options);
  content.addEventListener("touchcancel", cancel, options);
  content.addEventListener(
    "dblclick",
    (event) => void openAt(event.target, { x: event.clientX, y: event.clientY }),
    options,
  );
  content.addEventListener(
    "click",
    (event) => {
      const { isTapOn, isOpen, close } = gestures.current;
      const isSelecting = content.getSelection()?.isCollapsed === false;
      if (wasLong) event.stopImmediatePropagation();
      else if (isTapOn && !isSelecting && openAt(event.target, { x: event.clientX, y: event.clientY })) {
        event.stopImmediatePropagation();
      } else if (isOpen) {
        close();
        event.stopImmediatePropagation();
      }
      wasLong = false;
    },
    { signal, capture: true },
  );
}
