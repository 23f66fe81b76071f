import { useRef, useState } from "react";
import { useReader } from "~/reader/controller/reader-context";
import { chooseLanguage } from "~/reader/settings/languages";
import { otherVoice } from "./board-keys";

type TwoVoices = { now: string; other: string | null; hasChanged: boolean; change(): void };

/**
 * Two languages of the narration, in turns: the one that is read and the one before it, or the next one of the book. A third one is chosen in
 * the language menu before.
 */
export function useTwoVoices(): TwoVoices {
  const { book, controller, snapshot } = useReader();
  const before = useRef<string | null>(null);
  const [hasChanged, setChanged] = useState(false);
  const { audio, mainLanguage } = book.languages;
  const spoken = audio.length > 0 && !audio.includes(mainLanguage) ? [mainLanguage, ...audio] : audio;
  const now = chooseLanguage(book.languages, snapshot.language).audio ?? mainLanguage;
  const other = otherVoice(spoken, now, before.current);
  return {
    now,
    other,
    hasChanged,
    change() {
      if (other === null) return;
      before.current = now;
      setChanged(true);
      controller?.changeSettings({ preferredLanguage: other === mainLanguage ? null : other });
    },
  };
}
