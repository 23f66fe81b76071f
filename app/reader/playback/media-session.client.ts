import type { Book } from "~/epub/book";
import { seekStep } from "~/reader/settings/reader-settings";
import type { Steps } from "./steps";

/** Media keys and lock screen (Media Session API); a no-op where the browser lacks it. */

type Played = { play(): void; pause(): void; readonly steps: Pick<Steps, "sentence" | "seconds"> };

/**
 * Registers a book with the device's media controls: the track keys skip by sentence. docs/product/reader.md#comfort.
 * @returns functions to set the playback state and to remove everything
 */
export function mediaSession({ title, creators }: Pick<Book, "title" | "creators">, played: Played) {
  const session = "mediaSession" in navigator ? navigator.mediaSession : null;
  const seek = (by: number) => void played.steps.seconds(by);
  const handlers: Array<[MediaSessionAction, MediaSessionActionHandler]> = [
    ["play", () => played.play()],
    ["pause", () => played.pause()],
    ["nexttrack", () => void played.steps.sentence(1)],
    ["previoustrack", () => void played.steps.sentence(-1)],
    ["seekforward", ({ seekOffset }) => seek(seekOffset || seekStep)],
    ["seekbackward", ({ seekOffset }) => seek(-(seekOffset || seekStep))],
  ];
  if (session) session.metadata = new MediaMetadata({ title, artist: creators.join(", ") });
  for (const [action, handler] of handlers) setHandler(session, action, handler);
  return {
    setPlaying(isPlaying: boolean): void {
      if (session) session.playbackState = isPlaying ? "playing" : "paused";
    },
    release(): void {
      if (!session) return;
      session.metadata = null;
      session.playbackState = "none";
      for (const [action] of handlers) setHandler(session, action, null);
    },
  };
}

function setHandler(
  session: MediaSession | null,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
): void {
  try {
    session?.setActionHandler(action, handler);
  } catch {
    // The browser doesn't support this action.
  }
}
