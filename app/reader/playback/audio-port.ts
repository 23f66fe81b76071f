/** What the reader needs of sound. One file sounds at a time; times are seconds of the media's own clock. */
export interface AudioPort {
  /** Sounds a file from a time on. The same file goes on without a new load. */
  start(href: string, at: number): void;
  resume(): void;
  stop(): void;
  /** The media element's own clock; null before anything was started. */
  clock(): number | null;
  /** Whether sound comes out: started, loaded, not stopped and not starved. */
  isSounding(): boolean;
  /** The file that was started last. */
  current(): string | null;
  /** Seconds of a file; null while it is not loaded. */
  length(href: string): number | null;
  /** Gets a file ready, so that it starts without a gap. */
  prepare(href: string): void;
  setRate(rate: number): void;
  setVolume(volume: number): void;
  setMuted(isMuted: boolean): void;
  /** Stops and lets go of every file. */
  clear(): void;
}

export type AudioEvents = {
  /** The file came to its end. */
  ended(href: string): void;
  failed(href: string): void;
};
