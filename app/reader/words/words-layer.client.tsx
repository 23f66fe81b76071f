import { useEffect, useMemo, useRef } from "react";
import { useReader, type WordPlace } from "~/reader/controller/reader-context";
import type { ReaderController } from "~/reader/controller/reader-controller.client";
import type { WordsSource } from "~/reader/marks/words-source";
import { decorate } from "~/reader/view/decorations";
import { useWordGestures } from "./use-word-gestures.client";
import { type OpenWord, wordIn } from "./word-at-point";
import { WordCard } from "./word-card";

/** Words that are explained on the page. docs/product/reader.md#words. */
export default function WordsLayer() {
  const { controller, words } = useReader();
  return controller && words ? <Layer controller={controller} source={words} /> : null;
}

function Layer({ controller, source }: { controller: ReaderController; source: WordsSource }) {
  const { chrome, snapshot, wordCard, selecting } = useReader();
  const { place, open } = wordCard;
  const isDrawerOpen = chrome.drawer !== null;
  const word = useMemo(() => place && wordIn(controller.book, place.frame, place.range), [controller, place]);
  const close = () => {
    // Otherwise the selection's bar would take the card's place.
    place?.frame.document.getSelection()?.removeAllRanges();
    if (place) open(null);
  };
  useWordGestures(controller, {
    isTapOn: snapshot.settings.isWordTapOn && !selecting.isOn,
    isOpen: place !== null,
    open: (found) => {
      controller.pause();
      open(found);
    },
    close,
  });
  useWordMark(place);
  useSelectionEnd(place, () => open(null));
  useEscapeKey(place, close);

  const shownPage = `${snapshot.spineIndex} ${snapshot.fraction} ${snapshot.status}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the card closes when the page turns
  useEffect(() => close(), [shownPage]);
  // A drawer that is just being closed, by the press that opens the card, leaves it open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: close is made anew each time
  useEffect(() => {
    if (isDrawerOpen) close();
  }, [isDrawerOpen]);
  // Without a word at the place, nothing must wait for a card.
  // biome-ignore lint/correctness/useExhaustiveDependencies: close is made anew each time
  useEffect(() => {
    if (place && !word) close();
  }, [place, word]);

  return (
    word && (
      <WordCard
        key={`${word.text} ${word.sentence}`}
        controller={controller}
        source={source}
        word={word}
        onClose={close}
        onMark={() => {
          selectWord(word);
          open(null);
        }}
      />
    )
  );
}

/** Marks the word whose card is open. */
function useWordMark(place: WordPlace | null): void {
  useEffect(() => {
    if (!place) return;
    const { document: content } = place.frame;
    decorate(content, "fabel-word", [place.range]);
    return () => void decorate(content, "fabel-word", []);
  }, [place]);
}

/** The card closes as soon as more than its word is selected: the selection has a bar of its own. */
function useSelectionEnd(place: WordPlace | null, close: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: close is made anew each time
  useEffect(() => {
    if (!place) return;
    const { document: content } = place.frame;
    const changed = () => {
      const text = content.getSelection()?.toString().trim() ?? "";
      if (/\s/.test(text)) close();
    };
    content.addEventListener("selectionchange", changed);
    return () => content.removeEventListener("selectionchange", changed);
  }, [place]);
}

/** Escape closes the card before anything else, also while the page has the focus, as after a press by finger. */
function useEscapeKey(place: WordPlace | null, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!place) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopImmediatePropagation();
      event.preventDefault();
      latest.current();
    };
    const aborter = new AbortController();
    const options = { capture: true, signal: aborter.signal };
    window.addEventListener("keydown", press, options);
    place.frame.document.addEventListener("keydown", press, options);
    return () => aborter.abort();
  }, [place]);
}

/** The selection's bar opens beside it. */
function selectWord({ frame, range }: OpenWord): void {
  const selection = frame.document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}
