import { type MutableRefObject, useEffect, useRef, useState } from "react";
import type { ReaderController } from "~/reader/controller/reader-controller.client";
import type { BookFrame } from "~/reader/view/frame";
import { textAtPoint } from "~/reader/view/text-at-point";
import type { PageNotes } from "./page-notes.client";
import { noteAround, type SelectedText, selectedPicture, selectedText } from "./selected-text";

/** Milliseconds after the last change of a selection until the bar is shown: a finger at a handle reports no end. */
const settleAfter = 350;

type Selected = {
  selected: SelectedText | null;
  /** Removes the selection. */
  clear(): void;
  current: MutableRefObject<SelectedText | null>;
  /** Reads the selection at once: by keyboard, the next key may already be about it. */
  readNow(): void;
};

/** The text selected on the displayed pages by mouse, finger or keyboard. A tap on a note that nothing reads aloud selects it. */
export function useSelectedText(controller: ReaderController, page: PageNotes | null): Selected {
  const [selected, setSelected] = useState<SelectedText | null>(null);
  const current = useRef<SelectedText | null>(null);
  const reader = useRef<() => void>(() => undefined);

  useEffect(() => {
    if (!page) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isPressed = false;
    const show = (text: SelectedText | null) => {
      current.current = text;
      setSelected(text);
    };
    const read = () => {
      const { frames } = controller.view;
      const found = frames.map((frame) => selectedText(frame, page.documentOf(frame.document)));
      if (current.current?.element && found.every((text) => text === null)) return;
      show(found.find((text) => text !== null) ?? null);
    };
    reader.current = read;
    const readSoon = (delay: number) => {
      clearTimeout(timer);
      timer = setTimeout(read, delay);
    };
    const listened = new Map<Document, () => void>();
    const listen = (frame: BookFrame) => {
      if (listened.has(frame.document)) return;
      const aborter = new AbortController();
      listened.set(frame.document, () => aborter.abort());
      const content = frame.document;
      let wasSelected = false;
      const options = { signal: aborter.signal, capture: true };
      content.addEventListener(
        "selectionchange",
        () => !isPressed && readSoon(content.getSelection()?.isCollapsed === false ? settleAfter : 0),
        options,
      );
      content.addEventListener(
        "pointerdown",
        (event) => {
          isPressed = event.pointerType === "mouse";
          wasSelected = current.current !== null;
        },
        options,
      );
      const released = () => {
        isPressed = false;
        readSoon(0);
      };
      content.addEventListener("pointerup", released, options);
      content.addEventListener("pointercancel", released, options);
      content.addEventListener(
        "click",
        (event) => {
          const isCollapsed = content.getSelection()?.isCollapsed !== false;
          // The press that ended a selection is no tap on the page.
          if (wasSelected && isCollapsed) event.stopImmediatePropagation();
          else if (isCollapsed) selectTapped(controller, page, frame, event);
          wasSelected = false;
        },
        options,
      );
    };
    const mark = (frame: BookFrame, picture: Element) => {
      clearTimeout(timer);
      show(selectedPicture(frame, picture));
    };
    controller.pictureListeners.add(mark);
    /** What is selected has moved. */
    const follow = () => {
      const { frame, element } = current.current ?? {};
      if (frame && element && controller.view.frames.includes(frame)) show(selectedPicture(frame, element));
      else if (element) show(null);
      else if (frame) readSoon(0);
    };
    controller.layoutListeners.add(follow);
    for (const frame of controller.view.openFrames) listen(frame);
    controller.frameListeners.add(listen);
    // Text may have been selected before this was loaded.
    readSoon(0);
    let shown = "";
    const stop = controller.subscribe(() => {
      const { spineIndex, fraction, status } = controller.getSnapshot();
      const now = `${spineIndex} ${fraction} ${status}`;
      if (now !== shown && current.current) readSoon(0);
      shown = now;
    });
    return () => {
      clearTimeout(timer);
      reader.current = () => undefined;
      controller.frameListeners.delete(listen);
      controller.pictureListeners.delete(mark);
      controller.layoutListeners.delete(follow);
      stop();
      for (const end of listened.values()) end();
    };
  }, [controller, page]);

  const clear = () => {
    for (const { document: content } of controller.view.openFrames) content.getSelection()?.removeAllRanges();
    current.current = null;
    setSelected(null);
  };
  return { selected, clear, current, readNow: () => reader.current() };
}

/** Selects the note that was tapped, on a page where a tap does not read aloud. */
function selectTapped(controller: ReaderController, page: PageNotes, frame: BookFrame, event: MouseEvent): void {
  const target = event.target as Element | null;
  if (!target || target.closest("a, area")) return;
  const at = textAtPoint(frame.document, { x: event.clientX, y: event.clientY });
  const { playback } = controller;
  const isBySpeech = controller.getSnapshot().voice !== null && at !== null;
  if (isBySpeech ? playback.clipAtText(frame, at) : playback.clipOfElement(frame, target)) return;
  const start = at && page.documentOf(frame.document).text.nodes.find(({ node }) => node === at.node)?.from;
  if (!at || start === undefined || start === null) return;
  const placed = [...page.notesOn(frame), ...page.teachersNotesOn(frame)];
  const note = noteAround(placed, { from: start + at.offset, to: start + at.offset });
  const place = note && placed.find(({ annotation }) => annotation.id === note.id)?.place;
  const range = place?.kind === "text" ? page.rangeOf(frame.document, place) : null;
  if (!range) return;
  event.stopImmediatePropagation();
  const selection = frame.document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}
