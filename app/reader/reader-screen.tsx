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
import { BarsButton, BigPlay, LeavePartButton, PageArrows, PauseButton, ZoomButton } from "./controls/page-buttons";
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
import { storedSettings, storeSettings } from "./settings/stored-settings";
import { bookShare } from "./submissions/submission-panel.machine";
import { useSubmissions } from "./submissions/use-submissions";
import { reloadWhenTurned } from "./view/orientation";
import { clearReturnPlace, placeToReturnTo, savePlaceToReturnTo } from "./view/return-place";

/** Panels are loaded when they are opened; the book doesn't need them. */
const SubmissionsPanel = lazy(() => import("./submissions/submissions-panel.client"));
const ComfortDrawer = lazy(() => import("./panels/comfort-drawer.client"));
const SearchDrawer = lazy(() => import("./search/search-drawer.client"));
const ReadingRuler = lazy(() => import("./view/reading-ruler.client"));

export type ReaderScreenProps = {
  book: Book;
  /** Id of the book that submissions belong to; null if there can be none. */
  submissionsOf?: string | null;
  /** `readerKey` of the user; a shared device stores one set of settings for each. */
  uid: string;
  /** The user's settings on the server; null if it stores none. */
  preferences: ReaderPreferences | null;
  source: ContentSource;
  /** The locations file in the book's folder; null if the book has none. */
  locationsHref: string | null;
  service: ServiceTheme;
  /** Whether the book is still available after a reload of the page. */
  canReload: boolean;
  /** Place to open; the first page if omitted. */
  start?: ReadingPlace | null;
  savePosition?: (position: Position, isRead?: boolean) => void;
  elsewhere?: Elsewhere | null;
  /** Omitted if bookmark features are disabled. */
  bookmarks?: BookmarkStore | null;
  /** Starts recording reading and events for a controller. @returns function that stops it */
  record?: ((controller: ReaderController) => () => void) | null;
  close(): void;
  /** Omitted if the book is on no shelf. */
  findNext?: () => Promise<NextBook | null>;
};

const noNext = async () => null;
const nothing = { __html: "" };
const ownStyles = { __html: styles };

/** The reader: the book, with bars and panels around it. docs/product/reader.md#screens (Reader parts). */
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
    // Without a shown page there is nothing to turn from: the first-page program holds key presses until then and
    // dispatches them all at once.
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
          storeSettings(uid, changed);
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
        pointerMoved: (_x, y) => isNearBar(y) && send({ type: "bars-requested" }),
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
        // A book's own documents have main landmarks too, so this one is labelled with the book's title.
        aria-labelledby={titleId}
        data-reader=""
        data-alive={controller ? "" : undefined}
        data-state={snapshot.pageFault ? "error" : snapshot.status}
        data-playing={snapshot.isRunning}
        data-layout={book.layout}
        data-beside={submissions?.panel.isBookNarrow || undefined}
        onPointerUp={({ target, currentTarget }) => {
          // A tap beside a page that was scaled down between the bars.
          if (target === currentTarget || target === stage.current) send({ type: "page-tapped" });
        }}
        onPointerMove={(event) => isNearBar(event.clientY) && send({ type: "bars-requested" })}
      >
        {/* Inlined, because a separate style sheet would delay the first page. */}
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
        <BarsButton />
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
        {/* In a separate boundary: while the ruler loads, the panel it was selected in remains. */}
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

/** Narrows the book beside the panel, depending on the width of the window. */
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
 * Sends changes one after another, so that a retry never overwrites a later change. `keepalive` lets the request finish
 * while the page unloads. Lost changes remain stored on the device.
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
  // Elements of a frame belong to another window, so `instanceof` would not recognise them.
  const target = node?.nodeType === 1 ? node : null;
  if (event.defaultPrevented || belongsToControl(event, target) || belongsToPanel(event, target)) return;
  const command = commandForKey(event);
  if (!command?.isAvailable(store)) return;
  if (!command.isAlsoTheBrowsers) event.preventDefault();
  command.run(store);
}

/** Applies the reader's theme to the bars as well, while the reader is mounted. */
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

/** Restyles the open book when the device changes its colour scheme. */
function useDeviceTheme(controller: ReaderController | null): void {
  // Re-renders the settings drawer, which shows the current scheme.
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

/** Pages, audio and highlight need script, so without it only a link back is shown. */
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
