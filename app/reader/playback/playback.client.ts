import { type Clip, clipAt, continues, emptyTimeline, type Run, type Timeline } from "../narration/timeline";
import type { BookFrame } from "../view/frame";
import type { Highlight } from "../view/highlight";
import type { AudioPort } from "./audio-port";
import { EvenClock } from "./even-clock";
import { FrameClock } from "./frame-clock";
import type { Narrator } from "./narrator";
import { SentenceOverPages } from "./page-breaks";
import type { PlaybackEvents, PlaybackSettings, PlayedPages, Voice } from "./playback-ports";
import {
  initialPlayer,
  isRunning,
  type PlayerEffect,
  type PlayerEvent,
  type PlayerState,
  transition,
} from "./player.machine";
import type { Speech } from "./speech.client";
import { spokenWords } from "./spoken-words";
import { sameSentence, WordsOnPage } from "./words-on-page";

type Sounding = { timeline: Timeline; run: Run };

/** Sound that ran over a page turn goes on without a seek when it is this near the new page's first clip. Seconds. */
const carriedFrom = -0.3;
const carriedTo = 1.5;

/**
 * Reads pages aloud: runs the player machine, follows the media clock with the highlight, and keeps sound going over page turns.
 * Spec 2, section 4 (Player).
 */
export class Playback {
  state: PlayerState = initialPlayer;
  timeline: Timeline = emptyTimeline;
  /** The light itself is bringing another page: playback leads and does not follow. */
  isRevealing = false;
  /** A page was turned by hand and playback has not followed yet: the old page's words light up no more. */
  isLeftBehind = false;
  private sounding: Sounding | null = null;
  /** The old page's last sentence still sounds while the next page is already shown (turnPageAt, or one sound over both). */
  private isCarrying = false;
  private carried: (() => void) | null = null;
  private turnedAt: Clip | null = null;
  private readonly sentence = new SentenceOverPages();
  private waitTimer: ReturnType<typeof setTimeout> | undefined;
  private pageRequest = 0;
  private readonly clock = new FrameClock((ahead) => this.look(ahead));
  private readonly heard = new EvenClock();

  private readonly words: WordsOnPage;

  constructor(
    private readonly audio: AudioPort,
    private readonly speech: Speech,
    private readonly narrator: Narrator,
    private readonly pages: PlayedPages,
    private readonly highlight: Highlight,
    private readonly settings: () => PlaybackSettings,
    private readonly events: PlaybackEvents,
  ) {
    this.words = new WordsOnPage(pages);
  }

  dispatch(event: PlayerEvent): void {
    const { state, effects } = transition(this.state, event);
    this.state = state;
    for (const effect of effects) this.run(effect);
    this.highlight.markPlaying(
      this.pages.frames.map((frame) => frame.document),
      isRunning(this.state),
    );
    this.events.changed();
  }

  /** Other documents are on screen. Playing goes on with their first clip, or the first one on the shown page. */
  async pageOpened(): Promise<void> {
    this.isLeftBehind = false;
    this.pageRequest += 1;
    const request = this.pageRequest;
    const { language, skipped } = this.settings();
    const { items } = this.pages;
    const timeline =
      this.narrator.known(items, language, skipped) ?? (await this.narrator.timelineOf(items, language, skipped));
    if (request !== this.pageRequest) return;
    if (this.state.phase === "turning" && this.isCarrying && !this.flowsInto(timeline)) {
      await new Promise<void>((resolve) => {
        this.carried = resolve;
      });
      if (request !== this.pageRequest) return;
    }
    this.timeline = timeline;
    this.turnedAt = null;
    this.dispatch({ type: "page-opened", clips: timeline.clips.length, clip: this.firstClipShown() });
    void this.prepareNext();
  }

  /**
   * Another page of the same documents is shown, by hand or because the last clip was over: playback follows. A page on which no clip
   * begins counts as one without media.
   */
  pageChanged(): void {
    this.isLeftBehind = false;
    const clip = this.words.firstShown(this.timeline);
    const clips = clip < 0 && isRunning(this.state) ? 0 : this.timeline.clips.length;
    this.dispatch({ type: "page-opened", clips, clip: Math.max(0, clip) });
  }

  /** Plays from a clip of the shown documents on. */
  playFrom(clip: number): void {
    if (this.state.clips !== this.timeline.clips.length) {
      this.dispatch({ type: "page-opened", clips: this.timeline.clips.length, clip });
    }
    this.dispatch({ type: "clip-chosen", clip });
  }

  /** Settings that decide what is read (language, skipped types) have changed: the same sentence goes on in the new timeline. */
  async retime(): Promise<void> {
    const before = this.timeline.clips[this.state.clip];
    const count = this.timeline.clips.length;
    const wasPlaying = isRunning(this.state);
    this.dispatch({ type: "pause" });
    this.pageRequest += 1;
    const request = this.pageRequest;
    const { language, skipped } = this.settings();
    const timeline = await this.narrator.timelineOf(this.pages.items, language, skipped);
    // Another page, or the book's closing, came in between.
    if (request !== this.pageRequest) return;
    this.timeline = timeline;
    const same = before ? sameSentence(timeline, before, count) : null;
    this.dispatch({ type: "page-opened", clips: timeline.clips.length, clip: same?.index ?? this.firstClipShown() });
    if (wasPlaying) this.dispatch({ type: "play" });
  }

  /** A tapped element's sentence, or null where it speaks none. */
  clipOfElement(frame: BookFrame, element: Element | null): Clip | null {
    return this.words.clipOf(this.timeline, frame, element);
  }

  elementOf(clip: Clip | undefined): Element | null {
    return this.words.elementOf(clip);
  }

  /** Sound settings reach what plays now. */
  applySettings(): void {
    const { rate, volume, isMuted, isHighlighting } = this.settings();
    this.audio.setRate(rate);
    this.audio.setVolume(volume);
    this.audio.setMuted(isMuted);
    const clip = isRunning(this.state) ? this.timeline.clips[this.state.clip] : undefined;
    this.highlight.light(isHighlighting ? this.elementOf(clip) : null);
  }

  /** The page was made larger: what is read stays in sight. */
  followLight(): void {
    const element = isRunning(this.state) ? this.elementOf(this.timeline.clips[this.state.clip]) : null;
    if (element) this.pages.follow(element);
  }

  audioEnded(): void {
    if (this.isCarrying) this.finishCarrying();
    else if (this.sounding && this.state.phase === "playing") {
      this.dispatch({ type: "clip-ended", clip: this.sounding.run.last });
    }
  }

  audioFailed(): void {
    if (this.isCarrying) this.finishCarrying();
    else this.dispatch({ type: "audio-failed", clip: this.state.clip });
  }

  get voice(): Voice {
    const first = this.timeline.clips[0];
    const now = this.audio.clock();
    const isOnPage = now !== null && this.sounding?.timeline === this.timeline;
    return {
      seconds: isOnPage && first ? Math.max(0, now - first.begin) : 0,
      isSounding: isOnPage && this.audio.isSounding(),
      rate: this.settings().rate,
    };
  }

  tick(): void {
    this.clock.tick();
  }

  destroy(): void {
    this.pageRequest += 1;
    this.clock.stop();
    this.dispatch({ type: "page-cleared" });
    this.audio.clear();
  }

  private run(effect: PlayerEffect): void {
    switch (effect.type) {
      case "start":
        this.start(effect.clip);
        break;
      case "resume":
        this.resume();
        break;
      case "stop":
        this.stop();
        break;
      case "light":
        this.light(effect.clip);
        break;
      case "turn":
        this.turn();
        break;
      case "wait":
        this.waitTimer = setTimeout(() => this.dispatch({ type: "wait-over" }), effect.milliseconds);
        break;
      case "cancel-wait":
        clearTimeout(this.waitTimer);
        break;
      case "notice":
        this.events.notice(effect.key);
    }
  }

  private resume(): void {
    if (this.sounding?.run.audio === null) {
      this.start(this.state.clip);
      return;
    }
    this.clock.start();
    this.audio.resume();
  }

  private stop(): void {
    this.isCarrying = false;
    this.carried?.();
    this.carried = null;
    this.clock.stop();
    this.speech.stop();
    this.audio.stop();
  }

  private start(index: number): void {
    const clip = this.timeline.clips[index];
    const run = clip && this.timeline.runs[clip.run];
    if (!clip || !run) return;
    const isCarried = this.isCarrying && this.isNear(run.audio, clip.begin);
    this.isCarrying = false;
    this.speech.stop();
    this.sounding = { timeline: this.timeline, run };
    if (run.audio === null) {
      this.speak(clip);
      return;
    }
    if (!isCarried) this.audio.start(run.audio, clip.begin);
    this.clock.start();
    const next = this.timeline.runs[clip.run + 1]?.audio;
    if (next && next !== run.audio) this.audio.prepare(next);
  }

  private speak(clip: Clip): void {
    this.audio.stop();
    this.clock.stop();
    const { rate, volume, isMuted } = this.settings();
    const words = spokenWords(this.elementOf(clip) ?? this.words.documentOf(clip)?.body ?? null);
    this.speech.speak(words, { rate, volume: isMuted ? 0 : volume }, () =>
      this.dispatch({ type: "clip-ended", clip: clip.index }),
    );
  }

  private light(index: number | null): void {
    const element = index === null ? null : this.elementOf(this.timeline.clips[index]);
    this.highlight.light(this.settings().isHighlighting ? element : null);
    const clip = index === null ? undefined : this.timeline.clips[index];
    if (element) this.pages.follow(element);
    this.sentence.begin(clip, element ? this.pages.partsOf(element) : []);
    if (!element || this.pages.isVisible(element)) return;
    if (this.sentence.isReadOn(this.pages.pages.page, this.audio.clock())) return;
    if (this.state.autoTurn) {
      this.isRevealing = true;
      this.pages.reveal(element, "slide");
      this.isRevealing = false;
      return;
    }
    // None is left on this page, and nobody turns it: back to the page's first track.
    queueMicrotask(() => {
      this.dispatch({ type: "pause" });
      this.dispatch({ type: "page-opened", clips: this.timeline.clips.length, clip: this.firstClipShown() });
    });
  }

  private followSentence(at: number): void {
    const page = this.state.autoTurn ? this.sentence.pageAt(at, this.pages.pages.page) : null;
    if (page === null) return;
    this.isRevealing = true;
    this.pages.showPage(page, "slide");
    this.isRevealing = false;
  }

  /** The page turns while its last sound goes on, where that sound runs into the next page or has not ended yet. */
  private turn(): void {
    const beyond = this.pages.itemsBeyond(1);
    const { language, skipped } = this.settings();
    const next = this.narrator.known(beyond, language, skipped);
    const now = this.audio.clock();
    const hasMore = this.sounding !== null && now !== null && now < this.sounding.run.end - 0.05;
    this.isCarrying = this.audio.isSounding() && (hasMore || (next !== null && this.flowsInto(next)));
    if (!this.isCarrying) this.audio.stop();
    void this.events.turn().then((hasTurned) => {
      if (hasTurned) return;
      this.isCarrying = false;
      this.dispatch({ type: "turn-refused" });
    });
  }

  private flowsInto(next: Timeline): boolean {
    const last = this.sounding?.timeline.clips[this.sounding.run.last];
    const first = next.clips[0];
    return !!last && !!first && continues(last, first);
  }

  private isNear(href: string | null, seconds: number): boolean {
    const now = this.audio.clock();
    if (href === null || this.audio.current() !== href || now === null) return false;
    return now - seconds > carriedFrom && now - seconds < carriedTo;
  }

  private finishCarrying(): void {
    this.isCarrying = false;
    this.audio.stop();
    this.carried?.();
    this.carried = null;
  }

  private look(ahead: number): void {
    const now = this.audio.clock();
    if (!this.sounding || now === null || this.isLeftBehind || !this.audio.isSounding()) return;
    const { timeline, run } = this.sounding;
    const { rate } = this.settings();
    const at = this.heard.read(now, performance.now() / 1000, rate) + ahead * rate;
    if (this.state.phase === "turning") {
      if (this.isCarrying && this.carried && at >= run.end) this.finishCarrying();
      return;
    }
    if (this.state.phase !== "playing") return;
    if (at >= run.end) {
      this.dispatch({ type: "clip-ended", clip: run.last });
      return;
    }
    const clip = clipAt(timeline, run, at);
    if (!clip) return;
    if (clip.index !== this.state.clip) this.dispatch({ type: "clip-reached", clip: clip.index });
    this.followSentence(at);
    const turnPageAt = clip.track.audio?.turnPageAt ?? null;
    if (turnPageAt !== null && at >= turnPageAt && this.turnedAt !== clip && clip.index === timeline.clips.length - 1) {
      this.turnedAt = clip;
      this.dispatch({ type: "turn-time" });
    }
  }

  private firstClipShown(): number {
    return Math.max(0, this.words.firstShown(this.timeline));
  }

  /** The next page's clips and first sound are loaded before they are needed. */
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
