import type { ReaderController } from "~/reader/controller/reader-controller.client";

type Pages = Pick<ReaderController, "view" | "frameListeners">;
type Frame = { document: Document; element: HTMLIFrameElement };

/**
 * Listens in the window and in all documents of the book, whose events do not reach the window.
 * @param listener gets the frame of the document; null for the window
 * @returns a function that stops it
 */
export function listenOnPages<Type extends "keydown" | "pointermove" | "pointerdown">(
  { view, frameListeners }: Pages,
  type: Type,
  listener: (event: WindowEventMap[Type], frame: HTMLIFrameElement | null) => void,
  options: AddEventListenerOptions,
): () => void {
  const aborter = new AbortController();
  const listening = { ...options, signal: aborter.signal };
  window.addEventListener(type, (event) => listener(event, null), listening);
  const listenIn = ({ document: content, element }: Frame) =>
    content.addEventListener(type, (event) => listener(event as WindowEventMap[Type], element), listening);
  for (const frame of view.openFrames) listenIn(frame);
  frameListeners.add(listenIn);
  return () => {
    aborter.abort();
    frameListeners.delete(listenIn);
  };
}
