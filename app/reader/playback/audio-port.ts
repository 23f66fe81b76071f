/** Audio as the reader needs it. One file plays at a time; times are seconds of media time. */
export interface AudioPort {
  /** Plays a file from a time on, without loading again if it is the current file. */
  start(href: string, at: number): void;
  resume(): void;
  stop(): void;
  /** Current media time; null before anything was started. */
  clock(): number | null;
  /** Whether audio is audible: started, loaded, and neither stopped nor stalled. */
  isSounding(): boolean;
  /** The file that was started last. */
  current(): string | null;
  /** Duration of a file in seconds; null while it is not loaded. */
  length(href: string): number | null;
  /** Preloads a file, so that it starts without a gap. */
  prepare(href: string): void;
  setRate(rate: number): void;
  setVolume(volume: number): void;
  setMuted(isMuted: boolean): void;
  /** Stops and unloads every file. */
  clear(): void;
}

export type AudioEvents = {
  /** The file ended. */
  ended(href: string): void;
  failed(href: string): void;
  /** The browser plays no sound, e.g. on a device without audio, or before anything was pressed. */
  refused(): void;
};
