import type { Book } from "~/epub/book";
import type { ContentSource } from "~/reader/book/content-source";
import type { BookPlace } from "~/reader/book/place";
import { Speech } from "~/reader/speech/speech.client";
import type { SpokenTracks } from "~/reader/speech/spoken-tracks";
import type { BookView } from "~/reader/view/book-view";
import { Highlight } from "~/reader/view/highlight";
import { DelayedHighlight } from "./delayed-highlight";
import { howlerPort } from "./howler-port.client";
import { Narrator } from "./narrator";
import { Playback } from "./playback.client";
import type { PlaybackEvents, PlaybackSettings } from "./playback-ports";
import { SelectionReader } from "./selection-reader";
import { SignVideos } from "./sign-videos";
import { Steps } from "./steps";

type PlaybackParts = {
  book: Pick<Book, "activeClass" | "playbackActiveClass">;
  source: ContentSource;
  view: BookView;
  settings(): PlaybackSettings;
  events: PlaybackEvents;
  spokenTracks: SpokenTracks;
  /** The voice of speech synthesis for a language, empty: the book's; null: one of the device. */
  voice(language: string): SpeechSynthesisVoice | null;
  /** Shows another place of the book. */
  show(place: BookPlace): Promise<void>;
};

/** Builds a book's playback: audio, speech, narration, highlight, and the locations of its sign videos. */
export function makePlayback({ book, source, view, settings, events, spokenTracks, voice, show }: PlaybackParts): {
  playback: Playback;
  steps: Steps;
  selectionReader: SelectionReader;
  signVideos: SignVideos;
} {
  const audio = howlerPort(source, {
    ended: (href) => playback.audioEnded(href),
    failed: () => playback.audioFailed(),
    refused: () => {
      playback.dispatch({ type: "pause" });
      events.notice("audio_refused");
    },
  });
  const narrator = new Narrator(
    source,
    (text) => new DOMParser().parseFromString(text, "application/xml"),
    (message) => console.warn(message),
    spokenTracks,
    (item) => view.openFrames.find((frame) => frame.item.index === item.index)?.document ?? null,
  );
  const drawn = new Highlight(book.activeClass, book.playbackActiveClass);
  const highlight = new DelayedHighlight(drawn, () => settings().soundDelay);
  const speech = new Speech(voice);
  const playback = new Playback(audio, speech, narrator, view, highlight, settings, events);
  return {
    playback,
    steps: new Steps(playback, audio, view, show),
    selectionReader: new SelectionReader(playback, speech, highlight, settings, events, () => voice("") !== null),
    signVideos: new SignVideos(narrator, events.changed),
  };
}
