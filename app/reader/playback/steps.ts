import type { BookPlace } from "~/reader/book/place";
import { clipAfter, sentenceBeside } from "~/reader/narration/steps";
import { clipAfterEscape } from "~/reader/narration/timeline";
import { isRange } from "~/reader/view/text-place";
import type { AudioPort } from "./audio-port";
import type { Playback } from "./playback.client";
import type { PlayedPages } from "./playback-ports";
import { sentenceOf } from "./sentence-of-word";

/** Skips back and forward in the narration, by a sentence, by seconds or out of a table, and plays from there. docs/product/reader.md#comfort. */
export class Steps {
  /** @param show shows another place of the book */
  constructor(
    private readonly playback: Playback,
    private readonly audio: Pick<AudioPort, "start" | "stop" | "clock" | "length">,
    private readonly pages: PlayedPages,
    private readonly show: (place: BookPlace) => Promise<void>,
  ) {}

  async sentence(direction: 1 | -1): Promise<void> {
    const { timeline, state } = this.playback;
    // The page's clips are not known yet: plays the page as soon as it opens.
    if (state.phase === "empty") return this.playback.dispatch({ type: "play" });
    const beside =
      timeline.clips.length > 0
        ? sentenceBeside(timeline, state.clip, direction, (clip) => {
            const text = this.playback.textOf(clip);
            return text && !isRange(text) ? sentenceOf(text) : clip;
          })
        : null;
    if (beside !== null) this.read(beside);
    else await this.leave(direction);
  }

  /** @param by seconds of media time */
  async seconds(by: number): Promise<void> {
    const { timeline, state } = this.playback;
    if (state.phase === "empty") return this.playback.dispatch({ type: "play" });
    const clip = timeline.clips[state.clip];
    if (!clip) return this.leave(by > 0 ? 1 : -1);
    const href = clip.track.audio?.url ?? null;
    const clock = this.playback.voice.isSounding || state.isHeld ? this.audio.clock() : null;
    const isAtBeginning = by < 0 && clip.index === 0 && (clock ?? clip.begin) - clip.begin < 2;
    const target = isAtBeginning
      ? null
      : clipAfter(timeline, clip, Math.max(clip.begin, clock ?? clip.begin), by, (file) => this.audio.length(file));
    if (!target) return this.leave(by > 0 ? 1 : -1);
    this.read(target.clip.index);
    const to = target.clip.track.audio?.url ?? null;
    if (to !== null && (target.at > target.clip.begin || to !== href)) this.audio.start(to, target.at);
  }

  /** Leaves the table, list or similar that is being read and continues with the content after it. EPUB 3, escapability. */
  leavePart(): void {
    const { playback } = this;
    if (!playback.isInsidePart) return;
    const after = clipAfterEscape(playback.timeline, playback.state.clip);
    if (after) {
      playback.playFrom(after.index);
      return;
    }
    this.audio.stop();
    playback.dispatch({ type: "clip-ended", clip: playback.timeline.clips.length - 1 });
  }

  private read(clip: number): void {
    const text = this.playback.textOf(this.playback.timeline.clips[clip]);
    // Revealed by playback itself: a page turned by hand would be read from its beginning.
    if (text) this.playback.read.reveal(text);
    this.playback.playFrom(clip);
  }

  /** Into the next documents from their beginning, or into the previous ones from their last sentence. */
  private async leave(direction: 1 | -1): Promise<void> {
    const beyond = this.pages.itemsBeyond(direction);
    const item = direction === 1 ? beyond[0] : beyond.at(-1);
    if (!item) return;
    this.playback.dispatch({ type: "play-when-opened", from: direction === 1 ? "first" : "last" });
    await this.show({ item: item.index, at: { kind: direction === 1 ? "start" : "end" } });
  }
}
