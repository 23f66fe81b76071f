import type { ReaderController } from "~/reader/controller/reader-controller.client";
import type { BookFrame } from "~/reader/view/frame";
import { type BookPicture, pictureAt } from "./picture";

/** Milliseconds that a finger must rest on a picture, and px of the screen by which it may move meanwhile. */
const [pressTime, pressRoom] = [500, 10];

/**
 * Reports pictures that are double-clicked, or pressed long by a finger.
 * @returns a function that stops listening
 */
export function listenForPictures(controller: ReaderController, open: (picture: BookPicture) => void): () => void {
  const aborter = new AbortController();
  const listen = (frame: BookFrame) => listenIn(frame, open, aborter.signal);
  for (const frame of controller.view.openFrames) listen(frame);
  controller.frameListeners.add(listen);
  return () => {
    aborter.abort();
    controller.frameListeners.delete(listen);
  };
}

function listenIn(frame: BookFrame, open: (picture: BookPicture) => void, signal: AbortSignal): void {
  const { document: content } = frame;
  const options = { capture: true, signal };
  let pressed: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | null = null;
  let isTouched = false;
  /** The click that follows a long press is no tap on the page. */
  let isOpened = false;
  const release = () => {
    if (pressed) clearTimeout(pressed.timer);
    pressed = null;
  };
  content.addEventListener(
    "dblclick",
    (event) => {
      const picture = pictureAt(frame, event.target as Element | null);
      if (!picture) return;
      event.preventDefault();
      open(picture);
    },
    options,
  );
  content.addEventListener(
    "pointerdown",
    (event) => {
      release();
      isOpened = false;
      isTouched = event.pointerType !== "mouse";
      if (!isTouched || !event.isPrimary) return;
      const picture = pictureAt(frame, event.target as Element | null);
      if (!picture) return;
      const timer = setTimeout(() => {
        pressed = null;
        isOpened = true;
        open(picture);
      }, pressTime);
      pressed = { timer, x: event.screenX, y: event.screenY };
    },
    options,
  );
  content.addEventListener(
    "pointermove",
    (event) => {
      if (pressed && Math.hypot(event.screenX - pressed.x, event.screenY - pressed.y) > pressRoom) release();
    },
    options,
  );
  for (const name of ["pointerup", "pointercancel"]) content.addEventListener(name, release, options);
  content.addEventListener(
    "click",
    (event) => {
      if (!isOpened) return;
      isOpened = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    options,
  );
  // The browser's own menu about the picture would cover it.
  content.addEventListener(
    "contextmenu",
    (event) => {
      if (isTouched && pictureAt(frame, event.target as Element | null)) event.preventDefault();
    },
    options,
  );
}
