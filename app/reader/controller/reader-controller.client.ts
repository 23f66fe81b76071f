import type { Book, BookLanguages } from "~/epub/book";
import { fileNameOf } from "~/epub/paths";
import { firstItem, type Position } from "~/epub/progress";
import { BookFault, faultOf, isRightLost } from "~/reader/book/book-fault";
import type { ContentSource } from "~/reader/book/content-source";
import type { BookPlace } from "~/reader/book/place";
import { isReadAloud, nextVoiced } from "~/reader/narrated";
import { makePlayback } from "~/reader/playback/make-playback.client";
import { mediaSession } from "~/reader/playback/media-session.client";
import type { Playback } from "~/reader/playback/playback.client";
import { playbackSettings, type Voice } from "~/reader/playback/playback-ports";
import { isRunning } from "~/reader/playback/player.machine";
import { ReadPlace } from "~/reader/playback/read-place";
import type { SelectionReader } from "~/reader/playback/selection-reader";
import { SignVideoState } from "~/reader/playback/sign-video-state";
import type { Steps } from "~/reader/playback/steps";
import { changedSettings } from "~/reader/settings/changed-settings";
import type { ReaderSettings } from "~/reader/settings/reader-settings";
import { ReadingLanguage } from "~/reader/settings/reading-language";
import { BookView } from "~/reader/view/book-view";
import { watchFolding } from "~/reader/view/folded-text";
import type { BookFrame } from "~/reader/view/frame";
import { PageWordCache } from "~/reader/view/page-words";
import { showLanguage } from "~/reader/view/shown-language";
import { textAtPoint } from "~/reader/view/text-at-point";
import { textOfPlace } from "~/reader/view/text-place";
import type { TurnResult } from "~/reader/view/turn-result";
import { BookNavigation } from "./book-navigation.client";
import { BookVoice } from "./book-voice.client";
import { LedPages } from "./led-pages";
import { PageChanges } from "./page-changes";
import { PageInput } from "./page-input.client";
import { PageStyle } from "./page-style";
import { PositionConverter } from "./position-converter";
import type { ReaderListener, ReaderOptions } from "./reader-options";
import { initialSnapshot, type ReaderSnapshot } from "./reader-snapshot";
import { SleepTimer } from "./sleep-timer";
import { pagePart, playbackPart, spokenClip } from "./snapshot-parts";

/**
 * Owns the reader's state: opens the book in an element, turns pages, plays, saves settings. Views and audio only
 * report to it. Created when the reader mounts; `destroy` removes everything. docs/product/reader.md#states.
 */
export class ReaderController {
  readonly book: Book;
  readonly languages: BookLanguages;
  readonly source: ContentSource;
  /** The font file of the reader's own. */
  readonly ownFont: ReaderOptions["ownFont"];
  private snapshot: ReaderSnapshot;
  /** Called with each page turn, and with each jump before it. */
  moved: ((how: "turn" | "jump") => void) | null = null;
  /** Called with each document that is loaded, shown or preloaded. */
  readonly frameListeners = new Set<(frame: BookFrame) => void>();
  /** Called when the same text was laid out anew, e.g. in another size. */
  readonly layoutListeners = new Set<() => void>();
  /** Called with the element of a picture that is to be marked. */
  readonly pictureListeners = new Set<(frame: BookFrame, element: Element) => void>();
  private readonly subscribers = new Set<() => void>();
  readonly view: BookView;
  private readonly places: PositionConverter;
  readonly navigation: BookNavigation;
  readonly language: ReadingLanguage;
  private readonly input: PageInput;
  readonly playback: Playback;
  readonly steps: Steps;
  private readonly selectionReader: SelectionReader;
  readonly bookVoice: BookVoice;
  private readonly signVideo: SignVideoState;
  private readonly media: ReturnType<typeof mediaSession>;
  private readonly readPlace: ReadPlace;
  /** Spine index of the document whose missing narration was announced. */
  private voiceMissedAt = -1;
  private readonly sleepTimer = new SleepTimer(() => {
    this.pause();
    this.update({ sleepMinutes: null });
  });
  private readonly style: PageStyle;
  private readonly pageWords = new PageWordCache();
  private isDestroyed = false;
  readonly led = new LedPages();
  private readonly pages: PageChanges;

  constructor(
    stage: HTMLElement,
    private readonly options: ReaderOptions,
    listener: ReaderListener,
  ) {
    const { book, source, settings } = options;
    this.book = book;
    this.languages = book.languages;
    this.source = source;
    this.ownFont = options.ownFont;
    this.snapshot = initialSnapshot(book, settings);
    this.language = new ReadingLanguage(book, options.ownLanguage, () => this.snapshot.settings);
    this.style = new PageStyle(options, () => this.snapshot.settings);
    this.view = new BookView(stage, book, source, this.style.current, {
      shown: (cause) => {
        this.pages.shown(cause);
        if (cause === "refitted" || cause === "replanned") for (const listener of this.layoutListeners) listener();
      },
      frameOpened: (frame) => this.frameOpened(frame),
      picturesArrived: () => this.update(),
      fault: (fault, isPartShown) => this.faultMet(fault, isPartShown),
    });
    this.places = new PositionConverter(() => this.language.labelledBook, this.view);
    this.navigation = new BookNavigation(book, this.view, this.places, {
      leaving: () => this.noteMove("jump"),
      jumped: () => this.update(),
      percentage: () => this.snapshot.percentage,
      readOn: (direction) => this.readOn(direction),
    });
    this.input = new PageInput(book, source, this.view, {
      ...listener,
      readFrom: (frame, element, point) => this.readFrom(frame, element, point),
      turn: (direction) => void this.turn(direction),
      zoomed: () => this.update(),
      goTo: (href) => this.navigation.goTo(href),
    });
    this.bookVoice = new BookVoice(book, this.language, this, options.isOfflineVoiceOnly);
    const { playback, steps, selectionReader, signVideos } = makePlayback({
      book,
      source,
      view: this.view,
      settings: () => this.playbackSettings,
      spokenTracks: this.bookVoice.spoken.tracks,
      voice: (language) => this.bookVoice.spoken.browserVoice(language),
      events: {
        changed: () => this.update(),
        turn: () => this.turnByVoice(),
        notice: (key) => this.voiceMissed(key),
      },
      show: (place) => this.navigation.show(place),
    });
    this.playback = playback;
    this.steps = steps;
    this.selectionReader = selectionReader;
    this.signVideo = new SignVideoState(signVideos, this.language, this.view, () => this.playback.voice.document);
    this.readPlace = new ReadPlace(playback, this.view);
    this.pages = new PageChanges(this.view, playback, this.readPlace, {
      snapshot: this.getSnapshot,
      update: (change) => this.update(change),
      savePosition: () => this.savePosition(),
      turned: () => {
        this.navigation.turned();
        this.noteMove("turn");
      },
    });
    this.media = mediaSession(this.language.labelledBook, this);
    this.playback.applySettings();
    this.playback.dispatch({ type: "auto-turn-set", on: settings.autoPageTurn });
    this.loadFont();
  }

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.subscribers.add(subscriber);
    return () => this.subscribers.delete(subscriber);
  };

  readonly getSnapshot = (): ReaderSnapshot => this.snapshot;

  /** Opens the book at a place, or at its first page. A page that fails to open shows the reason in its place. */
  async open(place: BookPlace | null): Promise<void> {
    const first = this.book.spine.find((item) => item.linear) ?? this.book.spine[0];
    const start = place ?? (first ? { item: first.index, at: { kind: "start" } as const } : null);
    try {
      if (!start) throw new BookFault("error_fault_in_book_message", "The book has no pages");
      await this.view.show(start);
    } catch (error) {
      this.update({ status: "error", fault: faultOf(error).key });
      return;
    }
    if (this.isDestroyed) return;
    window.addEventListener("online", this.retry);
    void this.places.loadLocations(this.options.source, this.options.locationsHref).then(() => {
      if (!this.isDestroyed) this.update();
    });
    const missing = this.book.missingFiles?.map(fileNameOf).slice(0, 3).join(", ");
    if (this.book.hasMissingParts) this.notify(missing ? "files_missing" : "parts_missing", missing);
  }

  /** Retries the page that could not be opened. */
  readonly retry = (): void => void this.view.retry();

  toggle(): void {
    this.pages.settle();
    this.playback.dispatch({ type: "toggle" });
  }

  /** Handles pending page turns at once, before the reader is left. */
  settle(): void {
    this.pages.settle();
  }

  pause(): void {
    this.playback.dispatch({ type: "pause" });
  }

  play(): void {
    this.pages.settle();
    this.playback.dispatch({ type: "play" });
  }

  /** Starts playback; on a page without narration, at the next document that has some. docs/product/reader.md#playback. */
  async listen(): Promise<void> {
    const next = this.snapshot.voice ? null : nextVoiced(this.book, this.view.items);
    if (!next) return this.play();
    this.playback.dispatch({ type: "play-when-opened", from: "first" });
    await this.navigation.show({ item: next.index, at: { kind: "start" } });
  }

  /** Plays from a clip of the shown page. @param clip its index among the page's clips */
  readClip(clip: number): void {
    this.pages.settle();
    this.playback.playFrom(clip);
  }

  /** Reads a selected text aloud; null where nothing can. */
  get readSelection(): ((selection: { frame: BookFrame; range: Range }) => void) | null {
    return isReadAloud({ book: this.book, snapshot: this.snapshot })
      ? (selection) => this.selectionReader.read(selection)
      : null;
  }

  /** Says the sentence at which playback is, for the choice of a voice and a rate. */
  previewVoice(): void {
    const place = this.playback.textOf(this.playback.timeline.clips[this.playback.state.clip]);
    this.selectionReader.say({ text: (place && textOfPlace(place)) || this.language.labelledBook.title, language: "" });
  }

  /** Continues after the table, list or similar that is being read. */
  leavePart(): void {
    this.steps.leavePart();
  }

  async turn(direction: 1 | -1): Promise<void> {
    this.pages.turnRequested();
    this.showEndCard(direction, await this.view.turn(direction));
  }

  private async turnByVoice(): Promise<TurnResult> {
    const result = await this.view.turn(1);
    this.showEndCard(1, result);
    return result;
  }

  /** At the end of the book no page turns; the end card is shown. */
  private showEndCard(direction: 1 | -1, result: TurnResult): void {
    if (direction !== 1 || result !== "end" || this.snapshot.status !== "shown") return;
    this.update({ isEnded: true });
    this.savePosition(true);
  }

  /** Closes the end card; the last page remains. */
  dismissEnd(): void {
    this.update({ isEnded: false });
  }

  /** Restarts the book. */
  async readAgain(): Promise<void> {
    const first = firstItem(this.book, null);
    if (first) await this.navigation.show({ item: first.index, at: { kind: "start" } });
  }

  /** Moves on or back by a page; in a scrolled document, by the height of the window. */
  async readOn(direction: 1 | -1): Promise<void> {
    this.pages.turnRequested();
    this.showEndCard(direction, await this.view.readOn(direction));
  }

  /** The sentence that is being read, else the top of the shown page: the place to restore when the page reloads itself. */
  get sentence(): BookPlace {
    // Called after the device was rotated, when the layout is not final yet.
    return this.readPlace.place ?? { item: this.places.index, at: { kind: "fraction", fraction: this.view.fraction } };
  }

  /** The shown page as a stored position. docs/product/reader.md#entities. */
  get position(): Position {
    return this.places.position;
  }

  changeSettings(change: Partial<ReaderSettings>): void {
    const before = this.snapshot.settings;
    const settings = changedSettings(before, change, this.languages);
    const { audio } = this.language.chosen;
    if (change.preferredLanguage !== undefined) this.signVideo.reopen();
    this.options.saveSettings(settings);
    this.update({ settings });
    // A second update for values that derive from the settings, e.g. whether there is a sign video.
    this.update();
    this.playback.applySettings();
    if (before.autoPageTurn !== settings.autoPageTurn) {
      this.playback.dispatch({ type: "auto-turn-set", on: settings.autoPageTurn });
    }
    this.bookVoice.settingsChanged(before, settings);
    const isSkippedChanged = before.skipped.join() !== settings.skipped.join();
    const isRestyled = (["darkTheme", "comfort", "layout", "textStyle"] as const).some(
      (name) => before[name] !== settings[name],
    );
    if (isRestyled || isSkippedChanged) this.restyleKeeping();
    if (before.comfort.typeface !== settings.comfort.typeface) this.loadFont();
    if (before.preferredLanguage !== settings.preferredLanguage) {
      for (const frame of this.view.openFrames) showLanguage(frame.document, this.language.displayed);
    }
    if (this.language.chosen.audio !== audio || isSkippedChanged) void this.playback.retime();
  }

  /** Audio state of the page, for the sign video. */
  get voice(): Voice {
    return this.playback.voice;
  }

  /** Hides the sign video; the narration keeps its language. */
  closeVideo(): void {
    const { spokenLanguage } = this.snapshot.settings;
    // Without a selected narration language only sign language was chosen: other books still open in the interface language.
    const spoken = spokenLanguage === undefined ? this.options.ownLanguage : spokenLanguage;
    if (!this.languages.audio.includes(this.language.chosen.menu)) this.changeSettings({ preferredLanguage: spoken });
    this.signVideo.close();
    this.update();
  }

  /** Pauses after a number of minutes; null: never. */
  sleepAfter(minutes: number | null): void {
    this.sleepTimer.set(minutes);
    this.update({ sleepMinutes: minutes });
  }

  dismissNotice(): void {
    this.update({ notice: null });
  }

  destroy(): void {
    this.isDestroyed = true;
    window.removeEventListener("online", this.retry);
    this.pages.cancel();
    this.sleepTimer.set(null);
    this.media.release();
    this.subscribers.clear();
    this.playback.destroy();
    this.bookVoice.spoken.destroy();
    this.view.destroy();
  }

  private get playbackSettings() {
    const { isOn } = this.bookVoice.spoken.tracks;
    return playbackSettings(this.snapshot.settings, this.languages, this.language.chosen.audio, isOn);
  }

  /** The browser's voices have changed. @param isNews whether the book can be read by one now, or no longer */
  voicesChanged(isNews: boolean): void {
    if (isNews) void this.playback.retime();
    this.update();
  }

  /** Also when the reader's own file has changed. */
  loadFont(): void {
    this.style.loadFont((isFirst) => {
      if (this.isDestroyed) return;
      if (isFirst) this.view.restyle(this.style.current);
      else this.restyleKeeping();
    });
  }

  restyleKeeping(): void {
    const { clip } = this.playback.state;
    const read = isRunning(this.playback.state) ? this.playback.textOf(this.playback.timeline.clips[clip]) : null;
    this.view.restyleKeeping(this.style.current, read && this.view.isVisible(read) ? read : null);
    if (read) this.playback.read.begin(this.playback.timeline.clips[clip], read);
  }

  private noteMove(how: "turn" | "jump"): void {
    this.led.moved();
    this.moved?.(how);
  }

  /** Large text for a board in front of a class, whatever this reader has chosen for themselves. */
  setOnBoard(isOnBoard: boolean): void {
    this.style.isOnBoard = isOnBoard;
    this.restyleKeeping();
  }

  /** A page that failed to open has not been read, so it is not saved; after an expired session it is, for the return after sign-in. */
  private savePosition(isRead = false): void {
    const { fault } = this.pages;
    if (this.led.areOwn && (fault === null || fault === "error_logged_out"))
      this.options.savePosition?.(this.position, isRead);
  }

  private frameOpened(frame: BookFrame): void {
    showLanguage(frame.document, this.language.displayed);
    this.input.listenTo(frame);
    watchFolding(frame.document, () => void this.playback.retime());
    for (const opened of this.frameListeners) opened(frame);
  }

  /** Turn direction of a move to a side of the screen. */
  directionOf(side: "left" | "right"): 1 | -1 {
    return this.input.directionOf(side);
  }

  /** Zooms into pages that are drawn small, or back out. */
  enlarge(isEnlarged: boolean): void {
    this.view.zoom.enlarge(isEnlarged);
    this.playback.followHighlight();
    this.update();
  }

  private readFrom(frame: BookFrame, element: Element | null, point: { x: number; y: number }): boolean {
    this.pages.settle();
    const position = this.snapshot.voice && textAtPoint(frame.document, point);
    const clip = position ? this.playback.clipAtText(frame, position) : this.playback.clipOfElement(frame, element);
    if (clip) this.playback.playFrom(clip.index);
    return clip !== null;
  }

  /** A page that failed to open shows the reason in its place, or a notice beside the other page. docs/product/reader.md#errors. */
  private faultMet(fault: BookFault, isPartShown: boolean): void {
    console.warn(fault.message);
    this.pause();
    // Lost access or an expired session is reported on every page.
    if (isRightLost(fault.key)) this.update({ status: "error", fault: fault.key });
    else if (isPartShown) this.notify(fault.key);
  }

  /** Announced once per document: each of its sentences may lack the same audio. */
  private voiceMissed(key: string): void {
    if (this.voiceMissedAt !== this.places.index) this.notify(key);
    this.voiceMissedAt = this.places.index;
  }

  notify(key: string, detail?: string): void {
    this.update({ notice: { key, id: (this.snapshot.notice?.id ?? 0) + 1, detail } });
  }

  private update(change: Partial<ReaderSnapshot> = {}): void {
    const { pages, places, playback, view } = this;
    const next: ReaderSnapshot = {
      ...this.snapshot,
      ...change,
      // Undefined while the controller is being made.
      ...(playback &&
        playbackPart(playback, this.language, this.signVideo, this.snapshot.hasPlayed, this.bookVoice.spoken)),
      ...(places && pagePart(view, places, this.snapshot.status === "shown")),
      ...(pages && { pageFault: pages.fault, canReturn: this.navigation.canReturn }),
      ...(places &&
        playback &&
        this.pageWords.below(view, playback.timeline, this.language.chosen.audio, spokenClip(playback))),
    };
    const keys = Object.keys(next) as (keyof ReaderSnapshot)[];
    if (keys.every((key) => next[key] === this.snapshot[key])) return;
    if (next.isRunning !== this.snapshot.isRunning) {
      this.media?.setPlaying(next.isRunning);
      this.readPlace.follow(next.isRunning);
      if (next.isRunning) this.bookVoice.tellOfOnlineVoice();
    }
    this.snapshot = next;
    for (const subscriber of this.subscribers) subscriber();
  }
}
