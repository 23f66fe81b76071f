import type { SpineItem } from "~/epub/book";
import { secondsInDocument } from "~/reader/narration/document-time";
import { type Clip, clipAt, continues, emptyTimeline, type Timeline } from "~/reader/narration/timeline";
import type { Speech } from "~/reader/speech/speech.client";
import type { BookFrame } from "~/reader/view/frame";
import type { Highlight } from "~/reader/view/highlight";
import type { TextPlace } from "~/reader/view/text-place";
import { textIn, WordsOnPage } from "~/reader/view/words-on-page";
import type { AudioPort } from "./audio-port";
import { EvenClock } from "./even-clock";
import { FrameClock } from "./frame-clock";
import type { Narrator } from "./narrator";
import type { PlaybackEvents, PlaybackSettings, PlayedPages, Voice } from "./playback-ports";
import {
  initialPlayer,
  isRunning,
  type PlayerEffect,
  type PlayerEvent,
  type PlayerState,
  transition,
  unseenEvents,
} from "./player.machine";
import {
  clockTolerance,
  continuesFrom,
  continuesTo,
  endTolerance,
  type PlayingRun,
  seekBackTolerance,
} from "./playing-run";
import { ReadWords } from "./read-words";
import { placeOfSpokenWord, spokenWordsOf } from "./spoken-clip";

/**
 * Reads pages aloud: runs the player state machine, moves the highlight by the media clock, and continues the audio
 * across page turns. docs/product/reader.md#states (Player). All that playback can be in is the machine's state; the fields
 * beside it hold what effects work with.
 */
export class Playback {
  state: PlayerState = initialPlayer;
  timeline: Timeline = emptyTimeline;
  /** The run that plays, or that was the last to play. */
  private playingRun: PlayingRun | null = null;
  /** The next page's timeline, while audio continues into that page. */
  private next: Timeline | null = null;
  /** Resolves when the old page's last sentence no longer continues. */
  private lastHeard: (() => void) | null = null;
  /** The clip whose turnPageAt was reached, which happens once. */
  private turnedAt: Clip | null = null;
  private waitTimer: ReturnType<typeof setTimeout> | undefined;
  private pageRequest = 0;
  private readonly frameClock = new FrameClock((leadSeconds) => this.update(leadSeconds));
  private readonly evenClock = new EvenClock();

  private readonly words: WordsOnPage;
  readonly read: ReadWords;

  constructor(
    private readonly audio: AudioPort,
    private readonly speech: Pick<Speech, "speak" | "change" | "stop">,
    private readonly narrator: Pick<Narrator, "known" | "timelineOf" | "isMissing">,
    private readonly pages: PlayedPages,
    private readonly highlight: Pick<Highlight, "show" | "markPlaying">,
    private readonly settings: () => PlaybackSettings,
    private readonly events: PlaybackEvents,
  ) {
    this.words = new WordsOnPage(pages);
    this.read = new ReadWords(pages, highlight, settings, () => audio.clock());
  }

  dispatch(event: PlayerEvent): void {
    const { state, effects } = transition(this.state, event);
    // Not every frame changes the state; without a change or an effect, listeners are not notified.
    if (state === this.state && effects.length === 0) return;
    this.state = state;
    for (const effect of effects) this.run(effect);
    if (this.state.continuedAudio === "nothing") this.next = null;
    if (this.state.continuedAudio !== "last") {
      this.lastHeard?.();
      this.lastHeard = null;
    }
    if (effects.length === 0 && unseenEvents.has(event.type)) return;
    this.highlight.markPlaying(
      this.pages.frames.map((frame) => frame.document),
      isRunning(this.state),
    );
    this.events.changed();
  }

  /** Items on screen; an item that failed to open has no frame and is not read aloud. */
  private get items(): SpineItem[] {
    return this.pages.frames.map(({ item }) => item);
  }

  /** Other documents are on screen. Playback continues with their first clip, or the first one on the shown page. */
  async pageOpened(): Promise<void> {
    this.dispatch({ type: "page-shown" });
    this.pageRequest += 1;
    const request = this.pageRequest;
    const { language, skipped } = this.settings();
    const { items } = this;
    const timeline =
      this.narrator.known(items, language, skipped) ?? (await this.narrator.timelineOf(items, language, skipped));
    if (request !== this.pageRequest) return;
    if (this.state.continuedAudio === "last") {
      await new Promise<void>((resolve) => {
        this.lastHeard = resolve;
      });
      if (request !== this.pageRequest) return;
    }
    // The audio has already reached the new page, which then starts with its first clip.
    const isLed = this.state.continuedAudio === "first" && this.next === timeline;
    this.timeline = timeline;
    this.turnedAt = null;
    this.openPage(isLed ? 0 : this.words.firstToRead(this.timeline, this.state.playsWhenOpened === "last"));
    this.dispatch({ type: "documents-opened" });
    this.update(0);
    void this.prepareNext();
  }

  /**
   * Another page of the same documents is shown, turned by hand or after the last clip: playback follows. A page on
   * which no clip begins counts as one without media.
   */
  pageChanged(): void {
    this.dispatch({ type: "page-shown" });
    this.openPage(this.words.firstToRead(this.timeline));
  }

  /** @param clip null if none begins on the shown page */
  private openPage(clip: number | null): void {
    this.dispatch({ type: "page-opened", clips: clip === null ? 0 : this.timeline.clips.length, clip: clip ?? 0 });
  }

  /** A document was scrolled by hand: paused playback will start with the visible text. Running playback continues. */
  pageScrolled(): void {
    const text = this.textOf(this.timeline.clips[this.state.clip]);
    if (!isRunning(this.state) && !(text && this.pages.isVisible(text))) this.pageChanged();
  }

  /** Plays from a clip of the displayed documents on. */
  playFrom(clip: number): void {
    if (this.state.clips !== this.timeline.clips.length) {
      this.dispatch({ type: "page-opened", clips: this.timeline.clips.length, clip });
    }
    this.dispatch({ type: "clip-chosen", clip });
  }

  /** Whether a table, list or similar is being read, which the listener may leave. */
  get isInsidePart(): boolean {
    const clip = this.state.phase === "playing" ? this.timeline.clips[this.state.clip] : undefined;
    return clip !== undefined && clip.track.escapable !== null;
  }

  /** Rebuilds the timeline after a change of language or skipped types and continues with the same sentence. */
  async retime(): Promise<void> {
    const before = this.timeline.clips[this.state.clip];
    const place = this.textOf(before);
    const count = this.timeline.clips.length;
    const wasPlaying = isRunning(this.state);
    this.dispatch({ type: "pause" });
    this.pageRequest += 1;
    const request = this.pageRequest;
    const { language, skipped } = this.settings();
    const timeline = await this.narrator.timelineOf(this.items, language, skipped);
    // Another page was opened or the book was closed meanwhile.
    if (request !== this.pageRequest) return;
    this.timeline = timeline;
    const same = before ? this.words.sameSentence(timeline, before, count, place) : null;
    this.openPage(same?.index ?? this.words.firstToRead(this.timeline));
    if (wasPlaying) this.dispatch({ type: "play" });
  }

  /** The clip of a tapped element, or null. */
  clipOfElement(frame: BookFrame, element: Element | null): Clip | null {
    return this.words.clipOf(this.timeline, frame, element);
  }

  /** The clip of a sentence that speech synthesis reads, at a position in a text node; null if there is none. */
  clipAtText(frame: BookFrame, position: { node: Node; offset: number }): Clip | null {
    return this.words.clipAtText(this.timeline, frame, position);
  }

  textOf(clip: Clip | undefined): TextPlace | null {
    return this.words.textOf(clip);
  }

  /** Applies the settings to the current playback. */
  applySettings(): void {
    const { rate, volume, isMuted } = this.settings();
    this.audio.setRate(rate);
    this.audio.setVolume(volume);
    this.audio.setMuted(isMuted);
    const clip = isRunning(this.state) ? this.timeline.clips[this.state.clip] : undefined;
    this.read.highlightText(this.state.phase === "crossing" ? this.firstAhead() : this.textOf(clip));
    this.speech.change({ rate, volume: isMuted ? 0 : volume });
  }

  /** The page was zoomed: keeps the text being read visible. */
  followHighlight(): void {
    const text = isRunning(this.state) ? this.textOf(this.timeline.clips[this.state.clip]) : null;
    if (text) this.pages.follow(text);
  }

  /** @param href the file that ended; ignored if it is no longer the current one */
  audioEnded(href: string): void {
    if (href !== this.audio.current()) return;
    if (this.state.continuedAudio !== "nothing") this.dispatch({ type: "continued-audio-ended", flowsOn: false });
    else if (this.state.phase === "playing") this.endRun();
  }

  audioFailed(): void {
    if (this.state.continuedAudio !== "nothing") this.dispatch({ type: "continued-audio-ended", flowsOn: false });
    else this.dispatch({ type: "audio-failed", clip: this.state.clip });
  }

  /** Whether playback itself is turning the page, so that the turn is not handled as one by hand. */
  get isRevealing(): boolean {
    return this.read.isRevealing;
  }

  get voice(): Voice {
    const { rate } = this.settings();
    const clip = this.timeline.clips[this.state.clip];
    if (!clip) return { document: null, seconds: 0, isSounding: false, rate };
    const isHeard = this.playingRun?.run === this.timeline.runs[clip.run];
    const now = (isHeard ? this.audio.clock() : null) ?? clip.begin;
    const seconds = secondsInDocument(this.timeline, clip, now, (href) => this.audio.length(href));
    return { document: clip.track.text.srcFile, seconds, isSounding: isHeard && this.audio.isSounding(), rate };
  }

  destroy(): void {
    this.pageRequest += 1;
    this.frameClock.stop();
    this.dispatch({ type: "page-cleared" });
    this.audio.clear();
  }

  private run(effect: PlayerEffect): void {
    switch (effect.type) {
      case "start":
        this.start(effect.clip, effect.isContinued);
        break;
      case "resume":
        this.resume();
        break;
      case "stop":
        this.stop();
        break;
      case "silence":
        this.audio.stop();
        break;
      case "highlight":
        this.highlightClip(effect.clip);
        break;
      case "show":
        this.show(effect.clip);
        break;
      case "start-next-page":
        this.startNextPage();
        break;
      case "turn":
        this.turn();
        break;
      case "wait":
        if (this.narrator.isMissing(this.items, this.settings().language)) this.events.notice("audio_failed");
        this.waitTimer = setTimeout(() => this.dispatch({ type: "wait-over" }), effect.milliseconds);
        break;
      case "cancel-wait":
        clearTimeout(this.waitTimer);
        break;
      case "rewind":
        this.openPage(this.words.firstToRead(this.timeline));
        break;
      case "notice":
        this.events.notice(effect.key);
    }
  }

  private resume(): void {
    if (this.playingRun?.run.audio === null || this.playingRun?.timeline !== this.timeline) {
      this.start(this.state.clip, false);
      return;
    }
    this.frameClock.start();
    this.audio.resume();
  }

  private stop(): void {
    this.frameClock.stop();
    this.speech.stop();
    this.audio.stop();
  }

  private start(index: number, isContinued: boolean): void {
    const clip = this.timeline.clips[index];
    const run = clip && this.timeline.runs[clip.run];
    if (!clip || !run) return;
    const isHeard = isContinued && this.next === this.timeline && this.isNear(run.audio, clip.begin);
    this.speech.stop();
    this.playingRun = { timeline: this.timeline, run };
    if (run.audio === null) {
      this.speak(clip);
      return;
    }
    if (!isHeard) this.audio.start(run.audio, clip.begin);
    this.frameClock.start();
    const next = this.timeline.runs[clip.run + 1]?.audio;
    if (next && next !== run.audio) this.audio.prepare(next);
  }

  private speak(clip: Clip): void {
    this.audio.stop();
    this.frameClock.stop();
    const { rate, volume, isMuted } = this.settings();
    this.speech.speak(
      spokenWordsOf(this.words, clip),
      { rate, volume: isMuted ? 0 : volume },
      {
        ended: () => this.dispatch({ type: "clip-ended", clip: clip.index }),
        wordReached: (from, to) => {
          const word = placeOfSpokenWord(this.words, clip, from, to);
          if (word) this.read.beginWord(word, this.state.autoTurn);
        },
        failed: () => {
          this.dispatch({ type: "pause" });
          this.events.notice("speech_failed");
        },
      },
    );
    // Speech has no clock to trigger the page, so it is shown at once.
    queueMicrotask(() => this.dispatch({ type: "clip-begun", clip: clip.index }));
  }

  private highlightClip(index: number | null): void {
    const clip = index === null ? undefined : this.timeline.clips[index];
    const text = this.textOf(clip);
    this.read.begin(clip, text);
    if (!text || this.state.autoTurn || this.read.isInSight(text)) return;
    // The text is on another page and auto page turn is off: back to the page's first clip.
    queueMicrotask(() => {
      this.dispatch({ type: "pause" });
      this.openPage(this.words.firstToRead(this.timeline));
    });
  }

  private show(index: number): void {
    const text = this.textOf(this.timeline.clips[index]);
    if (!text) return;
    this.pages.follow(text);
    if (this.state.autoTurn) this.read.reveal(text);
  }

  /** The last clip of a run ends within this frame. If the next page is preloaded, its audio starts before it is shown. */
  private endRun(): void {
    if (!this.playingRun) return;
    const { timeline, run } = this.playingRun;
    const isLast = run.last === timeline.clips.length - 1;
    const isReady = this.pages.framesAhead.length > 0 && !!this.timelineAhead()?.runs[0]?.audio;
    if (isLast && isReady && this.state.autoTurn) this.dispatch({ type: "page-reached" });
    else this.dispatch({ type: "clip-ended", clip: run.last });
  }

  private startNextPage(): void {
    const next = this.timelineAhead();
    const run = next?.runs[0];
    if (!next || !run?.audio) return;
    this.next = next;
    if (!this.audio.isSounding() || !this.flowsInto(next)) {
      this.playingRun = { timeline: next, run };
      this.audio.start(run.audio, run.begin);
    }
    this.read.highlightText(this.firstAhead());
  }

  private timelineAhead(): Timeline | null {
    const { language, skipped } = this.settings();
    return this.narrator.known(this.pages.itemsBeyond(1), language, skipped);
  }

  /** The text of the next page's first clip, if that page is preloaded. */
  private firstAhead(): TextPlace | null {
    return textIn(this.pages.framesAhead, this.next?.clips[0]);
  }

  /** Turns the page. The current audio continues if it runs into the next page or has not ended yet. */
  private turn(): void {
    const now = this.audio.clock();
    if (this.state.continuedAudio === "nothing" && this.playingRun && now !== null && this.audio.isSounding()) {
      const next = this.timelineAhead();
      this.next = next;
      if (now < this.playingRun.run.end - endTolerance) this.dispatch({ type: "audio-continues", audio: "last" });
      else if (next && this.flowsInto(next)) this.dispatch({ type: "audio-continues", audio: "first" });
    }
    if (this.state.continuedAudio === "nothing") this.audio.stop();
    this.speech.stop();
    void this.events.turn().then((result) => {
      // After another navigation meanwhile, playback continues on that page.
      if (result === "shown" || result === "superseded") return;
      this.dispatch({ type: "turn-refused" });
    });
  }

  private flowsInto(next: Timeline): boolean {
    const last = this.playingRun?.timeline.clips[this.playingRun.run.last];
    const first = next.clips[0];
    return !!last && !!first && continues(last, first);
  }

  private isNear(href: string | null, seconds: number): boolean {
    const now = this.audio.clock();
    if (href === null || this.audio.current() !== href || now === null) return false;
    return now - seconds > continuesFrom && now - seconds < continuesTo;
  }

  /**
   * Updates highlight and page. A highlight is visible when the frame is painted, so it is set a good half of a frame before
   * the audio. A page is never shown before its audio, so it follows the media clock itself.
   * @param leadSeconds by how much the highlight must be early, in seconds of wall-clock time
   */
  private update(leadSeconds: number): void {
    const reported = this.audio.clock();
    if (!this.playingRun || reported === null || this.state.isLeftBehind || !this.audio.isSounding()) return;
    const { rate } = this.settings();
    const smoothed = this.evenClock.read(reported, performance.now() / 1000, rate);
    const highlightAt = smoothed + leadSeconds * rate;
    const heardAt = Math.min(reported, smoothed) - clockTolerance * rate;
    if (this.state.phase === "playing") this.updateClip(this.playingRun, highlightAt, heardAt);
    else if (this.state.phase === "crossing") this.updateNextPage(this.playingRun, heardAt);
    else if (this.state.continuedAudio === "last" && highlightAt >= this.endBefore(this.next)) {
      const flowsOn = this.next !== null && this.flowsInto(this.next);
      this.dispatch({ type: "continued-audio-ended", flowsOn });
    }
  }

  private updateClip({ timeline, run }: PlayingRun, highlightAt: number, heardAt: number): void {
    const isNearEnd = highlightAt >= run.end - endTolerance && run.last === timeline.clips.length - 1;
    if (highlightAt >= (isNearEnd ? this.endBefore(this.timelineAhead()) : run.end)) {
      this.endRun();
      return;
    }
    const clip = clipAt(timeline, run, highlightAt);
    if (!clip) return;
    if (clip.index !== this.state.clip) this.dispatch({ type: "clip-reached", clip: clip.index });
    if (heardAt >= clip.begin) this.dispatch({ type: "clip-begun", clip: clip.index });
    if (this.state.autoTurn) this.read.followTo(heardAt);
    const turnPageAt = clip.track.audio?.turnPageAt ?? null;
    if (turnPageAt === null || heardAt < turnPageAt || this.turnedAt === clip) return;
    this.turnedAt = clip;
    this.turnAt(timeline, clip);
  }

  private updateNextPage({ timeline, run }: PlayingRun, heardAt: number): void {
    const first = this.next?.clips[0];
    if (!first || heardAt >= first.begin) {
      this.dispatch({ type: "page-begun" });
      return;
    }
    if (timeline !== this.timeline || heardAt >= first.begin - seekBackTolerance) return;
    // The audio was seeked back.
    this.dispatch({ type: "clip-reached", clip: clipAt(timeline, run, heardAt)?.index ?? run.last });
  }

  /** Media time in seconds at which the current audio ends: at the next page's first clip if it continues there, else at the run's end. */
  private endBefore(next: Timeline | null): number {
    const first = next?.clips[0];
    return first && next && this.flowsInto(next) && this.state.autoTurn ? first.begin : (this.playingRun?.run.end ?? 0);
  }

  /**
   * Reached turnPageAt: turns the page while the audio continues. If the document has a later page with text of its
   * own, that page is shown instead, but only during the last sentence of the shown page, because the next sentence
   * would turn back. docs/product/reader.md#playback.
   */
  private turnAt(timeline: Timeline, clip: Clip): void {
    if (this.words.areAllShown(timeline, clip.index + 1)) this.dispatch({ type: "turn-time" });
    else if (this.state.autoTurn) {
      const text = this.textOf(timeline.clips[clip.index + 1]);
      if (text) this.read.reveal(text);
    }
  }

  /** Preloads the next page's clips and first audio file. */
  private async prepareNext(): Promise<void> {
    const request = this.pageRequest;
    const first = this.timeline.runs[0]?.audio;
    if (first) this.audio.prepare(first);
    const { language, skipped } = this.settings();
    const beyond = this.pages.itemsBeyond(1);
    if (beyond.length === 0) return;
    const next = await this.narrator.timelineOf(beyond, language, skipped);
    const audio = next.runs[0]?.audio;
    if (request === this.pageRequest && audio) this.audio.prepare(audio);
  }
}
