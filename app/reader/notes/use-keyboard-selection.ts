import { useEffect, useRef } from "react";
import type { ReaderController } from "~/reader/controller/reader-controller.client";
import type { BookFrame } from "~/reader/view/frame";
import type { PageNotes } from "./page-notes.client";
import { type SelectionMove, spanOf, type WordSelection, WordsOfText } from "./word-selection";

type Mode = {
  isOn: boolean;
  leave(): void;
  /** Another text is selected. */
  selected(): void;
  /** Enter: on to the bar of the selection. */
  chosen(): void;
};

type Cursor = { frame: BookFrame; words: WordsOfText; selection: WordSelection };

/**
 * Selects text by keyboard while the mode is on: arrows move by word and sentence, with shift they extend the selection. The
 * selection is the browser's own, so that screen readers and the clipboard know it. Page keys turn the page.
 */
export function useKeyboardSelection(controller: ReaderController, page: PageNotes | null, mode: Mode): void {
  const latest = useRef(mode);
  latest.current = mode;
  const { isOn } = mode;

  useEffect(() => {
    if (!isOn || !page) return;
    let cursor = firstOnPage(controller, page);
    if (!cursor) {
      latest.current.leave();
      return;
    }
    select(page, cursor);
    latest.current.selected();
    const press = (event: KeyboardEvent) => {
      const target = event.target as Element | null;
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (target?.nodeType === 1 && target.closest("aside, [role=dialog], button, input, textarea, select")) return;
      if (event.key === "Escape") latest.current.leave();
      else if (event.key === "Enter") latest.current.chosen();
      else {
        if (!cursor || !controller.view.frames.includes(cursor.frame)) cursor = firstOnPage(controller, page);
        const move = cursor && moveOf(event.key, cursor.frame.document);
        if (!cursor || !move) return;
        cursor = moved(controller, page, cursor, move, event.shiftKey);
        select(page, cursor);
        const range = page.rangeOf(cursor.frame.document, cursor.selection.head);
        if (range) controller.view.reveal(range, "none");
        latest.current.selected();
      }
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const aborter = new AbortController();
    const options = { capture: true, signal: aborter.signal };
    const listen = ({ document: content }: BookFrame) => content.addEventListener("keydown", press, options);
    window.addEventListener("keydown", press, options);
    for (const frame of controller.view.openFrames) listen(frame);
    controller.frameListeners.add(listen);
    return () => {
      aborter.abort();
      controller.frameListeners.delete(listen);
    };
  }, [controller, page, isOn]);
}

function moveOf(key: string, content: Document): SelectionMove | null {
  const root = content.body ?? content.documentElement;
  const isFromRight = content.defaultView?.getComputedStyle(root).direction === "rtl";
  if (key === "ArrowRight") return isFromRight ? "word-back" : "word-on";
  if (key === "ArrowLeft") return isFromRight ? "word-on" : "word-back";
  if (key === "ArrowDown") return "sentence-on";
  return key === "ArrowUp" ? "sentence-back" : null;
}

/** Goes on in the page beside it where the text of one page ends. */
function moved(
  controller: ReaderController,
  page: PageNotes,
  cursor: Cursor,
  move: SelectionMove,
  isExtending: boolean,
): Cursor {
  const selection = cursor.words.move(cursor.selection, move, isExtending);
  if (selection !== cursor.selection || isExtending) return { ...cursor, selection };
  const { frames } = controller.view;
  const isForward = move.endsWith("on");
  const beside = frames[frames.indexOf(cursor.frame) + (isForward ? 1 : -1)];
  const next = beside && cursorIn(page, beside, isForward ? 0 : Number.POSITIVE_INFINITY);
  if (next) cursor.frame.document.getSelection()?.removeAllRanges();
  return next || cursor;
}

function select(page: PageNotes, { frame, selection }: Cursor): void {
  const range = page.rangeOf(frame.document, spanOf(selection));
  const own = frame.document.getSelection();
  own?.removeAllRanges();
  if (range) own?.addRange(range);
}

function cursorIn(page: PageNotes, frame: BookFrame, at: number): Cursor | null {
  const { text } = page.documentOf(frame.document).text;
  const language = frame.document.documentElement.lang || frame.document.body.lang || "en";
  const words = new WordsOfText(text, language);
  const word = words.wordFrom(at);
  return word && { frame, words, selection: { anchor: word, head: word } };
}

/** The first word that is visible on the displayed pages. */
function firstOnPage(controller: ReaderController, page: PageNotes): Cursor | null {
  for (const frame of controller.view.frames) {
    const { text } = page.documentOf(frame.document);
    const first = text.nodes.find(({ node }) => {
      if (node.data.trim() === "") return false;
      const range = frame.document.createRange();
      range.selectNodeContents(node);
      return isVisible(frame, range);
    });
    if (!first) continue;
    const cursor = cursorIn(page, frame, first.from);
    if (!cursor) continue;
    // The text may begin on the page before.
    const { words } = cursor;
    let { selection } = cursor;
    for (;;) {
      const range = page.rangeOf(frame.document, selection.head);
      if (!range || isVisible(frame, range)) return { frame, words, selection };
      const next = words.move(selection, "word-on", false);
      if (next === selection || next.head.from > first.from + first.node.length) return { frame, words, selection };
      selection = next;
    }
  }
  return null;
}

function isVisible(frame: BookFrame, range: Range): boolean {
  const { offsetWidth, offsetHeight } = frame.element;
  return Array.from(range.getClientRects()).some(
    ({ left, right, top, bottom, width }) =>
      width > 0 && right > 1 && left < offsetWidth - 1 && bottom > 1 && top < offsetHeight - 1,
  );
}
