import { useEffect, useState } from "react";
import type { WordsSource } from "~/reader/marks/words-source";
import type { BookWords } from "~/services/contracts/words";
import { openBookWords } from "./open-words.client";

export type LoadedWords = { words: BookWords | null; isLoading: boolean; hasFailed: boolean };

/** The words of the book for a pair of languages. */
export function useBookWords(source: WordsSource, from: string, to: string | null): LoadedWords {
  const [state, setState] = useState<LoadedWords>({ words: null, isLoading: true, hasFailed: false });
  useEffect(() => {
    let isOver = false;
    setState({ words: null, isLoading: true, hasFailed: false });
    openBookWords(source, from, to).then(
      (words) => isOver || setState({ words, isLoading: false, hasFailed: false }),
      (error) => {
        console.warn("Words were not loaded", error);
        if (!isOver) setState({ words: null, isLoading: false, hasFailed: true });
      },
    );
    return () => {
      isOver = true;
    };
  }, [source, from, to]);
  return state;
}
