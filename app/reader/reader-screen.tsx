import { lazy, Suspense, useEffect, useId, useMemo, useReducer, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { callServer } from "~/clients/browser-calls.client";
import type { Book } from "~/epub/book";
import { inLanguage } from "~/epub/book-labels";
import { type Position, placeAt, type ReadingPlace } from "~/epub/progress";
import { writerHeaders } from "~/reader/reader-key";
import type { ReaderPreferences } from "~/services/contracts/account";
import commonStyles from "~/ui/theme.css?url";
import type { ContentSource } from "./book/content-source";
import type { Note } from "./book/notes";
import { belongsToControl, belongsToPanel, commandForKey } from "./commands/commands";
import { ControlsBar } from "./controls/controls-bar";
import { MutedSign } from "./controls/muted-sign";
import { BigPlay, LeavePartButton, PageArrows, PauseButton, ZoomButton } from "./controls/page-buttons";
import { Toolbar } from "./controls/toolbar";
import { isNearBar, useChrome } from "./controls/use-chrome";
import { useRoomForBars } from "./controls/use-room-for-bars";
import { FirstPage } from "./first-page/first-page-context";
import { readerHydrated } from "./first-page/held-keys";
import type { BookmarkStore } from "./marks/bookmark-store";
import type { NextBook } from "./next-book";
import { BookErrorBanner } from "./panels/book-error-banner";
import { BookmarkField } from "./panels/bookmark-field";
import { BookmarksDrawer } from "./panels/bookmarks-drawer";
import { ContentsDrawer } from "./panels/contents-drawer";
import { type Elsewhere, ElsewhereNotice } from "./panels/elsewhere-notice";
import { EndCard } from "./panels/end-card";
import { ExternalLinkDialog } from "./panels/external-link-dialog";
import { HelpDrawer } from "./panels/help-drawer";
import { LanguageMenu } from "./panels/language-menu";
import { MissingSubmissionNotice } from "./panels/missing-submission";
import { NoteDialog } from "./panels/note-dialog";
import { PageFault } from "./panels/page-fault";
import { PageWords } from "./panels/page-words";
import { ReaderNotice } from "./panels/reader-notice";
import { SettingsDrawer } from "./panels/settings-drawer";
import { VideoOverlay } from "./panels/video-overlay";
import styles from "./reader.css?inline";
import { ReaderContext, type ReaderStore, useSnapshot } from "./reader-context";
import { ReaderController } from "./reader-controller.client";
import { initialSnapshot } from "./reader-snapshot";
import type { ServiceTheme } from "./service-theme";
import { openingLanguage } from "./settings/languages";
import { defaultSettings, type ReaderSettings } from "./settings/reader-settings";
import { serverSettings } from "./settings/server-settings";
import { keepSettings, storedSettings } from "./settings/stored-settings";
import { bookShare } from "./submissions/submission-panel.machine";
import { useSubmissions } from "./submissions/use-submissions";
import { reloadWhenTurned } from "./view/orientation";
import { clearReturnPlace, placeToReturnTo, savePlaceToReturnTo } from "./view/return-place";

/** Loaded when it is opened: the book does without it. */
const SubmissionsPanel = lazy(() => import("./submissions/submissions-panel.client"));
const ComfortDrawer = lazy(() => import("./panels/comfort-drawer.client"));
const SearchDrawer = lazy(() => import("./search/search-drawer.client"));
const ReadingRuler = lazy(() => import("./view/reading-ruler.client"));

export type ReaderScreenProps = {
  book: Book;
  /** Names what submissions belong to; null where there can be none. */
  submissionsOf?: string | null;
  /** Whose settings; a shared device keeps one set for each. */
  uid: string;
  /** What the server keeps of the person's settings; null where it keeps none. */
  preferences: ReaderPreferences | null;
  source: ContentSource;
  /** The file of counted locations in the book's folder; null where nobody counted. */
  locationsHref: string | null;
  service: ServiceTheme;
  /** Whether the book is there again when the page loads itself anew. */
  canReload: boolean;
  /** Where to open; the first page when left out. */
  start?: ReadingPlace | null;
  savePosition?: (position: Position, isRead?: boolean) => void;
  elsewhere?: Elsewhere | null;
  /** Left out where bookmark features are off. */
  bookmarks?: BookmarkStore | null;
  /** Records what is read and done; called with the reader once it is there. @returns the way to stop it */
  record?: ((controller: ReaderController) => () => void) | null;
  close(): void;
  /** Left out where the book stands on no shelf. */
  findNext?: () => Promise<NextBook | null>;
};

const noNext = async () => null;
const nothing = { __html: "" };
const ownStyles = { __html: styles };

/** The reader: the book in the middle of everything, bars and panels around it. docs/product/reader.md#screens (Reader parts). */
export function ReaderScreen(props: ReaderScreenProps) {
  const {
    book,
    uid,
    preferences,
    source,
    locationsHref,
    service,
    canReload,
    start = null,
    savePosition,
    elsewhere = null,
    bookmarks = null,
    record = null,
    close,
    findNext = noNext,
    submissionsOf = null,
  } = props;
  const { t, i18n } = useTranslation("reader");
  const { language } = i18n;
  const ownLanguage = language.split("-")[0] ?? language;
  const stage = useRef<HTMLDivElement>(null);
  const [controller, setController] = useState<ReaderController | null>(null);
  const [externalLink, setExternalLink] = useState<string | null>(null);
  const [note, setNote] = useState<Note | null>(null);
  const [chrome, send] = useChrome();
  const titleId = useId();
  const before = useMemo(
    () =>
      initialSnapshot(
        inLanguage(book, openingLanguage(book.languages, preferences?.preferredLanguage, ownLanguage)),
        defaultSettings,
      ),
    [book, preferences, ownLanguage],
  );
  const snapshot = useSnapshot(controller, before);
  const isFrog = book.kind === "frog";
  const { submissions, missing } = useSubmissions(submissionsOf, uid, snapshot.status === "shown");
  const isPanelOpen = submissions?.panel.frame === "open";
  useBookShare(submissions?.panel.isBookNarrow ?? false);
  const closeSettled = () => {
    controller?.settle();
    close();
  };
  const savePlace = () => {
    const place = controller && placeAt(book, controller.position);
    if (!place) return;
    const at = { kind: "fraction", fraction: place.fraction } as const;
    savePlaceToReturnTo(uid, window.location.pathname, { item: place.index, at });
  };
  const shownBook = snapshot.book;
  const store: ReaderStore = {
    book: shownBook,
    controller,
    snapshot,
    chrome,
    send,
    close: closeSettled,
    savePlace,
    bookmarks,
    isFrog,
    findNext,
    submissions,
  };
  const handlesKeys = useRef(false);
  const latest = useRef(store);
  latest.current = store;

  useEffect(() => {
    if (!stage.current) return;
    stage.current.dataset.taken = "";
    // From where would it turn? the first-page program keeps a key until a page is shown, and hands all of them over at once.
    const press = (event: KeyboardEvent) => handlesKeys.current && pressKey(latest.current, event);
    const settings = storedSettings(uid, preferences);
    const onServer = preferences && serverSettings(settings, (change) => sendSettings(uid, change));
    const leave = () => onServer?.flush();
    const made = new ReaderController(
      stage.current,
      {
        book,
        source,
        locationsHref,
        service,
        settings,
        saveSettings: (changed) => {
          keepSettings(uid, changed);
          onServer?.changed(changed);
        },
        savePosition: savePosition ?? null,
        ownLanguage,
        isPageDark: () => getComputedStyle(document.documentElement).colorScheme === "dark",
      },
      {
        pageTapped: () => send({ type: "page-tapped" }),
        touched: () => send({ type: "touched" }),
        keyPressed: press,
        pointerMoved: (_x, y) => isNearBar(y) && send({ type: "asked-for" }),
        externalLink: setExternalLink,
        noteCalled: setNote,
      },
    );
    setController(made);
    const returned = placeToReturnTo(uid, window.location.pathname);
    clearReturnPlace();
    void made.open(returned ?? (start && { item: start.index, at: { kind: "fraction", fraction: start.fraction } }));
    const stopTurning = canReload ? reloadWhenTurned(uid, () => made.sentence) : () => undefined;
    window.addEventListener("keydown", press);
    window.addEventListener("pagehide", leave);
    return () => {
      stopTurning();
      window.removeEventListener("keydown", press);
      window.removeEventListener("pagehide", leave);
      leave();
      setController(null);
      made.destroy();
    };
  }, [book, source, locationsHref, service, canReload, uid, preferences, start, savePosition, send, ownLanguage]);

  useEffect(() => (controller && record ? record(controller) : undefined), [controller, record]);
  usePageTheme(snapshot.settings.darkTheme);
  useDeviceTheme(controller);
  useRoomForBars(stage, chrome.areBarsShown);

  const isOpen = snapshot.status !== "loading";
  useEffect(() => {
    handlesKeys.current = isOpen;
    if (isOpen) stage.current?.dispatchEvent(new Event(readerHydrated));
  }, [isOpen]);

  return (
    <ReaderContext.Provider value={store}>
      <main
        className="reader"
        // A book's own documents have main parts too: this one is distinguished by the book's title.
        aria-labelledby={titleId}
        data-reader=""
        data-alive={controller ? "" : undefined}
        data-state={snapshot.pageFault ? "error" : snapshot.status}
        data-playing={snapshot.isRunning}
        data-layout={book.layout}
        data-beside={submissions?.panel.isBookNarrow || undefined}
        onPointerUp={({ target, currentTarget }) => {
          // Beside a page that the bars have made smaller.
          if (target === currentTarget || target === stage.current) send({ type: "page-tapped" });
        }}
        onPointerMove={(event) => isNearBar(event.clientY) && send({ type: "asked-for" })}
      >
        {/* Styles that are asked for separately would keep the first page waiting. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet as it was built */}
        <style dangerouslySetInnerHTML={ownStyles} />
        <div
          ref={stage}
          className="reader-stage"
          dir="ltr"
          data-first-page-stage=""
          // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set; what the first-page program puts in here is left alone
          dangerouslySetInnerHTML={nothing}
        />
        <FirstPage />
        <link rel="stylesheet" href={commonStyles} />
        <h1 id={titleId} className="sr-only" dir={shownBook.textDirection ?? "auto"} lang={shownBook.language}>
          {shownBook.title}
        </h1>
        {snapshot.status === "loading" && <Loading text={t("loading")} />}
        <WithoutScript />
        {snapshot.status === "error" && snapshot.fault && <BookErrorBanner fault={snapshot.fault} />}
        {snapshot.status === "shown" && snapshot.pageFault && <PageFault fault={snapshot.pageFault} />}
        {snapshot.isSigning && <VideoOverlay />}
        <PageWords />
        <PageArrows />
        <BigPlay />
        <PauseButton />
        <ZoomButton />
        <LeavePartButton />
        <div className="reader-progress" aria-hidden>
          <span
            style={{
              width: `${snapshot.percentage * 100}%`,
              marginInlineStart: book.progression === "rtl" ? "auto" : 0,
            }}
          />
        </div>
        <Toolbar />
        <ControlsBar />
        {chrome.drawer === "contents" && <ContentsDrawer />}
        {chrome.drawer === "bookmarks" && <BookmarksDrawer />}
        {chrome.drawer === "add-bookmark" && <BookmarkField />}
        {chrome.drawer === "languages" && <LanguageMenu />}
        {chrome.drawer === "settings" && <SettingsDrawer />}
        {chrome.drawer === "help" && <HelpDrawer />}
        <Suspense fallback={null}>
          {chrome.drawer === "comfort" && <ComfortDrawer />}
          {chrome.drawer === "search" && <SearchDrawer />}
        </Suspense>
        {/* By itself: while it is on its way, the panel that it was chosen in stays. */}
        <Suspense fallback={null}>
          {snapshot.settings.comfort.ruler && snapshot.status === "shown" && <ReadingRuler />}
        </Suspense>
        {snapshot.isEnded && <EndCard />}
        <MutedSign />
        <div className="reader-notices @container">
          {elsewhere && <ElsewhereNotice {...elsewhere} />}
          {missing && <MissingSubmissionNotice {...missing} />}
          <ReaderNotice />
        </div>
        <NoteDialog note={note} onDone={() => setNote(null)} />
        <ExternalLinkDialog url={externalLink} onDone={() => setExternalLink(null)} />
      </main>
      {submissions && isPanelOpen && (
        <Suspense fallback={null}>
          <SubmissionsPanel submissions={submissions} />
        </Suspense>
      )}
    </ReaderContext.Provider>
  );
}

/** Beside the panel the book keeps a part of the width, by the window's. */
function useBookShare(isNarrow: boolean): void {
  useEffect(() => {
    if (!isNarrow) return;
    const { style } = document.documentElement;
    const share = () => style.setProperty("--book-share", String(bookShare(window.innerWidth)));
    share();
    window.addEventListener("resize", share);
    return () => {
      window.removeEventListener("resize", share);
      style.removeProperty("--book-share");
    };
  }, [isNarrow]);
}

let settingsSent: Promise<unknown> = Promise.resolve();

/**
 * One change after another, so that a retry never undoes a later one. A page that is being left still sends it. What gets lost stays on
 * the device.
 */
function sendSettings(uid: string, change: Partial<ReaderSettings>): void {
  const request = {
    method: "POST",
    headers: { "content-type": "application/json", ...writerHeaders(uid) },
    body: JSON.stringify(change),
    keepalive: true,
  };
  settingsSent = settingsSent
    .then(() => callServer("/reader/settings", request))
    .catch(() => console.warn("Settings: they stay on this device"));
}

function pressKey(store: ReaderStore, event: KeyboardEvent): void {
  const node = event.target as Element | null;
  // Elements of a frame belong to another window, so `instanceof` would not know them.
  const target = node?.nodeType === 1 ? node : null;
  if (event.defaultPrevented || belongsToControl(event, target) || belongsToPanel(event, target)) return;
  const command = commandForKey(event);
  if (!command?.isAvailable(store)) return;
  if (!command.isAlsoTheBrowsers) event.preventDefault();
  command.run(store);
}

/** The reader's own theme holds for the bars as well, as long as the reader is there. */
function usePageTheme(isDark: boolean | null): void {
  useEffect(() => {
    if (isDark === null) return;
    const { dataset } = document.documentElement;
    const before = dataset.theme;
    dataset.theme = isDark ? "dark" : "light";
    return () => {
      if (before === undefined) delete dataset.theme;
      else dataset.theme = before;
    };
  }, [isDark]);
}

/** A device that turns dark in the evening takes the open book along, as it takes the bars. */
function useDeviceTheme(controller: ReaderController | null): void {
  // The settings, if they are open, say how the pages are now.
  const [, renderAnew] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (!controller) return;
    const device = window.matchMedia("(prefers-color-scheme: dark)");
    const follow = () => {
      controller.restyleKeeping();
      renderAnew();
    };
    device.addEventListener("change", follow);
    return () => device.removeEventListener("change", follow);
  }, [controller]);
}

function Loading({ text }: { text: string }) {
  return (
    <p role="status" className="reader-loading animate-late text-18 text-ink-soft">
      {text}
    </p>
  );
}

/** Pages, sound and highlight are the reader's own work in the browser: without script there is only the way back. */
function WithoutScript() {
  const { t } = useTranslation("reader");
  return (
    <noscript>
      <div className="reader-without-script">
        <p>{t("needs_script")}</p>
        <a href="/shelves">{t("back")}</a>
      </div>
    </noscript>
  );
}
