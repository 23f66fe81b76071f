/** The lock screen and the headset's keys. What the device doesn't offer is left out. */

export type MediaKeys = { play(): void; pause(): void; next(): void; previous(): void };

/**
 * Puts a book on the device's media controls.
 * @returns tells whether it plays, and takes everything back
 */
export function mediaSession(about: { title: string; artist: string }, keys: MediaKeys) {
  const session = "mediaSession" in navigator ? navigator.mediaSession : null;
  const handlers: Array<[MediaSessionAction, () => void]> = [
    ["play", keys.play],
    ["pause", keys.pause],
    ["nexttrack", keys.next],
    ["previoustrack", keys.previous],
  ];
  if (session) session.metadata = new MediaMetadata(about);
  for (const [action, handler] of handlers) setHandler(session, action, handler);
  return {
    tell(isPlaying: boolean): void {
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

function setHandler(session: MediaSession | null, action: MediaSessionAction, handler: (() => void) | null): void {
  try {
    session?.setActionHandler(action, handler);
  } catch {
    // An action that this browser doesn't know.
  }
}
