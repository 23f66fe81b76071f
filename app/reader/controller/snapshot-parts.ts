import type { Playback } from "~/reader/playback/playback.client";
import { isRunning } from "~/reader/playback/player.machine";
import type { SignVideoState } from "~/reader/playback/sign-video-state";
import type { ReadingLanguage } from "~/reader/settings/reading-language";
import type { SpokenBook } from "~/reader/speech/spoken-book.client";
import type { BookView } from "~/reader/view/book-view";
import type { PositionConverter } from "./position-converter";
import type { ReaderSnapshot } from "./reader-snapshot";

/** The parts of the reader's snapshot, each derived from one part of the reader. */

export function playbackPart(
  playback: Playback,
  language: ReadingLanguage,
  signVideo: SignVideoState,
  hasPlayed: boolean,
  { voice, voices, isOffered }: SpokenBook,
): Partial<ReaderSnapshot> {
  const isPlaying = isRunning(playback.state);
  return {
    isRunning: isPlaying,
    voice,
    voices,
    isVoiceOffered: isOffered,
    hasMedia: playback.timeline.clips.length > 0,
    hasPlayed: hasPlayed || isPlaying,
    isInsidePart: playback.isInsidePart,
    videoHref: signVideo.href,
    isSigning: signVideo.isSigning,
    language: language.preferred,
    book: language.labelledBook,
  };
}

/** @param isShown whether a page is on screen */
export function pagePart(view: BookView, places: PositionConverter, isShown: boolean): Partial<ReaderSnapshot> {
  return {
    canGoBack: view.canReadOn(-1),
    canGoForward: view.canReadOn(1),
    isBlank: view.isBlank,
    isSmall: view.zoom.isOffered,
    isEnlarged: view.zoom.isEnlarged,
    percentage: places.percentage(isShown),
    spineIndex: places.index,
    fraction: view.fraction,
    entry: places.entry,
  };
}

/** The clip that is being read. */
export function spokenClip({ state }: Playback): number | null {
  return isRunning(state) ? state.clip : null;
}
