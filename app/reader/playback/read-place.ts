import { cfiOf } from "~/reader/book/cfi";
import type { BookPlace } from "~/reader/book/place";
import type { BookView } from "~/reader/view/book-view";
import { documentOfPlace } from "~/reader/view/text-place";
import type { Playback } from "./playback.client";
import { isRunning } from "./player.machine";

/** Place of the sentence that is being read, or at which playback stopped. */
export class ReadPlace {
  /** Where playback stopped; null once the page was turned. */
  private rest: BookPlace | null = null;

  constructor(
    private readonly playback: Playback,
    private readonly view: BookView,
  ) {}

  get place(): BookPlace | null {
    return isRunning(this.playback.state) ? this.now : this.rest;
  }

  /** Playback has begun or stopped. */
  follow(isPlaying: boolean): void {
    this.rest = isPlaying ? null : this.now;
  }

  /** The page was turned. */
  forget(): void {
    this.rest = null;
  }

  private get now(): BookPlace | null {
    const text = this.playback.textOf(this.playback.timeline.clips[this.playback.state.clip]);
    const frame = text && this.view.frames.find((candidate) => candidate.document === documentOfPlace(text));
    if (!frame) return null;
    return { item: frame.item.index, at: { kind: "cfi", cfi: cfiOf(text, frame.item.index) } };
  }
}
