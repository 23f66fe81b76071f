import type { Book, BookLanguages } from "~/epub/book";
import { fileNameOf } from "~/epub/paths";
import { firstItem, type Position, placeAt as placeOfPosition } from "~/epub/progress";
import { BookFault, faultOf, isRightLost } from "~/reader/book/book-fault";
import type { ContentSource } from "~/reader/book/content-source";
import type { BookPlace } from "~/reader/book/place";
import { fragmentOf, spineItemOf } from "~/reader/book/places";
import { isNarrated, isReadAloud, nextVoiced } from "~/reader/narrated";
import { makePlayback } from "~/reader/playback/make-playback.client";
import { mediaSession } from "~/reader/playback/media-session.client";
import type { Playback } from "~/reader/playback/playback.client";
import { playbackSettings, type Voice } from "~/reader/playback/playback-ports";
import { isRunning } from "~/reader/playback/player.machine";
import { ReadPlace } from "~/reader/playback/read-place";
import type { SelectionReader } from "~/reader/playback/selection-reader";
import { SignVideoState } from "~/reader/playback/sign-video-state";
import type { Steps } from "~/reader/playback/steps";
import { spokenUnderSigns } from "~/reader/settings/languages";
import { clampRate, clampVolume, type ReaderSettings } from "~/reader/settings/reader-settings";
import { ReadingLanguage } from "~/reader/settings/reading-language";
import { SpokenBook } from "~/reader/speech/spoken-book.client";
import { BookView } from "~/reader/view/book-view";
import type { BookFrame } from "~/reader/view/frame";
import { PageWordCache } from "~/reader/view/page-words";
import { ReadingFont } from "~/reader/view/reading-font";
import { showLanguage } from "~/reader/view/shown-language";
import { textAtPoint } from "~/reader/view/text-at-point";
import type { TurnResult } from "~/reader/view/turn-result";
import { JumpHistory, type JumpKind } from "./jump-history";
import { LedPages } from "./led-pages";
import { PageChanges } from "./page-changes";
import { PageInput } from "./page-input.client";
import { PositionConverter } from "./position-converter";
import type { ReaderListener, ReaderOptions } from "./reader-options";
import { initialSnapshot, type ReaderSnapshot } from "./reader-snapshot";
import { readingStyleOf } from "./reading-style";
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
  private snapshot: ReaderSnapshot;
  /** Called with each page turn, and with each jump before it. */
  moved: ((how: "turn" | "jump") => void) | null = null;
  /** Called with each document that is loaded, shown or preloaded. */
  readonly frameListeners = new Set<(frame: BookFrame) => void>();
  private readonly subscribers = new Set<() => void>();
  readonly view: BookView;
  private readonly places: PositionConverter;
  readonly language: ReadingLanguage;
  private readonly input: PageInput;
  readonly playback: Playback;
  readonly steps: Steps;
  private readonly selectionReader: SelectionReader;
  /** Null for a book with a narration. */
  private readonly spoken: SpokenBook | null;
  private readonly signVideo: SignVideoState;
  private readonly media: ReturnType<typeof mediaSession>;
  private readonly readPlace: ReadPlace;
  /** Spine index of the document whose missing narration was announced. */
  private voiceMissedAt = -1;
  private readonly sleepTimer = new SleepTimer(() => {
    this.pause();
    this.update({ sleepMinutes: null });
  });
  private readonly font = new ReadingFont();
  private readonly pageWords = new PageWordCache();
  private readonly jumps = new JumpHistory();
  private isDestroyed = false;
  readonly led = new LedPages();
  /** Large text for a board in front of a class, whatever this reader has chosen; shown by `restyleKeeping`. */
  isOnBoard = false;
  private readonly readingStyle = () =>
    readingStyleOf(this.snapshot.settings, this.options, this.font.rule, this.isOnBoard);
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
    this.snapshot = initialSnapshot(book, settings);
    this.language = new ReadingLanguage(book, options.ownLanguage, () => this.snapshot.settings);
    this.view = new BookView(stage, book, source, this.readingStyle(), {
      shown: (cause) => this.pages.shown(cause),
      frameOpened: (frame) => this.frameOpened(frame),
      picturesArrived: () => this.update(),
      fault: (fault, isPartShown) => this.faultMet(fault, isPartShown),
    });
    this.places = new PositionConverter(() => this.language.labelledBook, this.view);
    this.input = new PageInput(book, source, this.view, {
      ...listener,
      readFrom: (frame, element, point) => this.readFrom(frame, element, point),
      turn: (direction) => void this.turn(direction),
      goTo: (href) => this.goTo(href),
    });
    this.spoken = isNarrated(book) ? null : this.makeSpokenBook();
    const { playback, steps, selectionReader, signVideos } = makePlayback({
      book,
      source,
      view: this.view,
      settings: () => this.playbackSettings,
      spokenTracks: this.spoken?.tracks ?? null,
      voice: () => this.spoken?.browserVoice ?? null,
      events: {
        changed: () => this.update(),
        turn: () => this.turnByVoice(),
        notice: (key) => this.voiceMissed(key),
      },
      show: (place) => this.show(place),
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
        this.jumps.turned();
        this.led.moved();
        this.moved?.("turn");
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
    const next = nextVoiced(this.book, this.view.items);
    if (!next) return this.play();
    this.playback.dispatch({ type: "play-when-opened", from: "first" });
    await this.show({ item: next.index, at: { kind: "start" } });
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
    if (first) await this.show({ item: first.index, at: { kind: "start" } });
  }

  /** Moves on or back by a page; in a scrolled document, by the height of the window. */
  async readOn(direction: 1 | -1): Promise<void> {
    this.pages.turnRequested();
    this.showEndCard(direction, await this.view.readOn(direction));
  }

  /** Goes to an href in the book, from the table of contents or a link. */
  async goTo(href: string): Promise<boolean> {
    const item = spineItemOf(this.book, href);
    if (!item) return false;
    const id = fragmentOf(href);
    await this.show({ item: item.index, at: id ? { kind: "id", id } : { kind: "start" } });
    return true;
  }

  /** Goes to a percentage of the book; if the shown page already contains it, to the adjacent page. @param percentage 0 to 1 */
  async goToPercentage(percentage: number): Promise<void> {
    const page = () => `${this.places.index} ${this.view.pages.page}`;
    const before = page();
    const direction = percentage > this.snapshot.percentage ? 1 : -1;
    await this.show(this.places.placeAt(percentage), "slider");
    if (page() === before && percentage !== this.snapshot.percentage) await this.readOn(direction);
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

  /** Goes to a stored position; ignored if the book no longer has it. */
  async goToPosition(position: Position): Promise<void> {
    const place = placeOfPosition(this.book, position);
    if (place) await this.show({ item: place.index, at: { kind: "fraction", fraction: place.fraction } });
  }

  changeSettings(change: Partial<ReaderSettings>): void {
    const before = this.snapshot.settings;
    const settings = { ...before, ...change };
    const { audio } = this.language.chosen;
    if (change.preferredLanguage !== undefined) {
      settings.spokenLanguage = spokenUnderSigns(this.languages, before.preferredLanguage, before.spokenLanguage);
      this.signVideo.reopen();
    }
    settings.audioVolume = clampVolume(settings.audioVolume);
    settings.playbackRate = clampRate(settings.playbackRate);
    this.options.saveSettings(settings);
    this.update({ settings });
    // A second update for values that derive from the settings, e.g. whether there is a sign video.
    this.update();
    this.playback.applySettings();
    if (before.autoPageTurn !== settings.autoPageTurn) {
      this.playback.dispatch({ type: "auto-turn-set", on: settings.autoPageTurn });
    }
    if (before.darkTheme !== settings.darkTheme || before.comfort !== settings.comfort) this.restyleKeeping();
    if (before.comfort.typeface !== settings.comfort.typeface) this.loadFont();
    if (before.preferredLanguage !== settings.preferredLanguage) {
      for (const frame of this.view.openFrames) showLanguage(frame.document, this.language.displayed);
    }
    const isRetimed = this.language.chosen.audio !== audio || before.skipped.join() !== settings.skipped.join();
    if (isRetimed) void this.playback.retime();
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
    this.spoken?.destroy();
    this.view.destroy();
  }

  private get playbackSettings() {
    const isSpoken = this.spoken?.tracks.isOn ?? false;
    return playbackSettings(this.snapshot.settings, this.languages, this.language.chosen.audio, isSpoken);
  }

  private makeSpokenBook(): SpokenBook {
    const reader = {
      frames: () => this.view.frames,
      chosen: (language: string) => this.snapshot.settings.voices[language],
      changed: (isNews: boolean) => {
        if (isNews) void this.playback.retime();
        this.update();
      },
    };
    return new SpokenBook(this.book, reader, this.options.isOfflineVoiceOnly);
  }

  /** Said once on each device: most parents do not know that some of a browser's voices are not on the device. */
  private tellOfOnlineVoice(): void {
    if (this.spoken?.voice?.isOffline !== false || this.snapshot.settings.isToldOfOnlineVoices) return;
    queueMicrotask(() => {
      this.changeSettings({ isToldOfOnlineVoices: true });
      this.notify("online_voice");
    });
  }

  /** Chooses the voice for the book's language on this device. */
  chooseVoice(uri: string): void {
    const language = this.spoken?.language;
    if (language) this.changeSettings({ voices: { ...this.snapshot.settings.voices, [language]: uri } });
  }

  private loadFont(): void {
    this.font.load(this.snapshot.settings.comfort.typeface, (isFirst) => {
      if (this.isDestroyed) return;
      if (isFirst) this.view.restyle(this.readingStyle());
      else this.restyleKeeping();
    });
  }

  restyleKeeping(): void {
    const { clip } = this.playback.state;
    const read = isRunning(this.playback.state) ? this.playback.textOf(this.playback.timeline.clips[clip]) : null;
    this.view.restyleKeeping(this.readingStyle(), read && this.view.isVisible(read) ? read : null);
    if (read) this.playback.read.begin(this.playback.timeline.clips[clip], read);
  }

  /** Goes to a place; the present one can be returned to. */
  async show(place: BookPlace, kind: JumpKind = "link"): Promise<void> {
    const [item, fraction] = [this.places.index, this.view.fraction];
    this.jumps.jumped({ item, at: { kind: "fraction", fraction } }, kind);
    await this.jump(place);
    if (this.places.index === item && this.view.fraction === fraction) this.jumps.takeLast();
    this.update();
  }

  /** Returns to the place that the last jump left; several jumps are undone in turn. */
  async goBack(): Promise<void> {
    const place = this.jumps.takeLast();
    if (place) await this.jump(place);
  }

  /** Goes to a place without a way back to the present one. */
  async jump(place: BookPlace): Promise<void> {
    this.led.moved();
    this.moved?.("jump");
    try {
      await this.view.show(place);
    } catch (error) {
      if (!(error instanceof BookFault)) throw error;
    }
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
    for (const opened of this.frameListeners) opened(frame);
  }

  /** Turn direction of a move to a side of the screen. */
  directionOf(side: "left" | "right"): 1 | -1 {
    return this.input.directionOf(side);
  }

  /** Zooms into pages that are drawn small, or back out. */
  enlarge(isEnlarged: boolean): void {
    this.view.enlarge(isEnlarged);
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
      ...(playback && playbackPart(playback, this.language, this.signVideo, this.snapshot.hasPlayed, this.spoken)),
      ...(places && pagePart(view, places, this.snapshot.status === "shown")),
      ...(pages && { pageFault: pages.fault, canReturn: this.jumps.canReturn }),
      ...(places &&
        playback &&
        this.pageWords.below(view, playback.timeline, this.language.chosen.audio, spokenClip(playback))),
    };
    const keys = Object.keys(next) as (keyof ReaderSnapshot)[];
    if (keys.every((key) => next[key] === this.snapshot[key])) return;
    if (next.isRunning !== this.snapshot.isRunning) {
      this.media?.setPlaying(next.isRunning);
      this.readPlace.follow(next.isRunning);
      if (next.isRunning) this.tellOfOnlineVoice();
    }
    this.snapshot = next;
    for (const subscriber of this.subscribers) subscriber();
  }
}
