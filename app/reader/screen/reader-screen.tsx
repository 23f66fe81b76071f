import { useLocation } from "@remix-run/react";
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { inLanguage } from "~/epub/book-labels";
import { placeAt } from "~/epub/progress";
import type { Note } from "~/reader/book/notes";
import { closingTarget } from "~/reader/closing";
import { useKeyPresses } from "~/reader/commands/use-key-presses";
import type { InClass } from "~/reader/controller/in-class";
import {
  ReaderContext,
  type ReaderStore,
  useReader,
  useSnapshot,
  type WordPlace,
} from "~/reader/controller/reader-context";
import type { ReaderController } from "~/reader/controller/reader-controller.client";
import { initialSnapshot } from "~/reader/controller/reader-snapshot";
import { useBookShare, useDeviceTheme, usePageTheme } from "~/reader/controller/use-page-appearance";
import { ControlsBar } from "~/reader/controls/controls-bar";
import { MutedSign } from "~/reader/controls/muted-sign";
import { BarsButton, BigPlay, PageArrows, PauseButton, PlacePill, ZoomButton } from "~/reader/controls/page-buttons";
import { Toolbar } from "~/reader/controls/toolbar";
import { isNearBar, useChrome } from "~/reader/controls/use-chrome";
import { useRoomForBars } from "~/reader/controls/use-room-for-bars";
import { FirstPage } from "~/reader/first-page/first-page-context";
import { readerHydrated } from "~/reader/first-page/held-keys";
import type { BookmarkStore } from "~/reader/marks/bookmark-store";
import type { NotesSource } from "~/reader/marks/notes-source";
import type { Elsewhere } from "~/reader/marks/use-reading-place";
import type { WordsSource } from "~/reader/marks/words-source";
import type { NextBook } from "~/reader/next-book";
import { BookErrorBanner } from "~/reader/panels/book-error-banner";
import { BookmarkField } from "~/reader/panels/bookmark-field";
import { ContentsDrawer } from "~/reader/panels/contents-drawer";
import { EndCard } from "~/reader/panels/end-card";
import { ExternalLinkDialog } from "~/reader/panels/external-link-dialog";
import { HelpDrawer } from "~/reader/panels/help-drawer";
import { LanguageMenu } from "~/reader/panels/language-menu";
import { MissingSubmissionNotice } from "~/reader/panels/missing-submission";
import { NoteDialog } from "~/reader/panels/note-dialog";
import { PageFault } from "~/reader/panels/page-fault";
import { PageWords } from "~/reader/panels/page-words";
import { ReaderNotice } from "~/reader/panels/reader-notice";
import { SettingsDrawer } from "~/reader/panels/settings-drawer";
import { SlowOpening } from "~/reader/panels/slow-opening";
import { VideoOverlay } from "~/reader/panels/video-overlay";
import { openingLanguage } from "~/reader/settings/languages";
import { defaultSettings } from "~/reader/settings/reader-settings";
import { type MissingSubmission, useSubmissions } from "~/reader/submissions/use-submissions";
import { useTogether } from "~/reader/together/use-together";
import { savePlaceToReturnTo } from "~/reader/view/return-place";
import commonStyles from "~/ui/theme.css?url";
import styles from "./reader.css?inline";
import { type ControlledBook, useReaderController } from "./use-reader-controller";

/** Panels are loaded when they are opened; the book doesn't need them. */
const SubmissionsPanel = lazy(() => import("./submissions-panel.client"));
const ComfortDrawer = lazy(() => import("~/reader/panels/comfort-drawer.client"));
const BookmarksDrawer = lazy(() => import("~/reader/panels/bookmarks-drawer.client"));
const ElsewhereCard = lazy(() => import("~/reader/panels/elsewhere-card.client"));
const SearchDrawer = lazy(() => import("~/reader/search/search-drawer.client"));
const ReadingRuler = lazy(() => import("./reading-ruler.client"));
const TogetherDrawer = lazy(() => import("~/reader/together/together-drawer.client"));
const TogetherLayer = lazy(() => import("~/reader/together/together-layer.client"));
const BoardLayer = lazy(() => import("~/reader/board/board-layer.client"));
const NotesLayer = lazy(() => import("~/reader/notes/notes-layer.client"));
const WordsLayer = lazy(() => import("~/reader/words/words-layer.client"));
const PictureLayer = lazy(() => import("~/reader/pictures/picture-layer.client"));

type ReaderScreenProps = ControlledBook & {
  /** Id of the book that submissions belong to; null if there can be none. */
  submissionsOf?: string | null;
  elsewhere?: Elsewhere | null;
  /** Omitted if bookmark features are disabled. */
  bookmarks?: BookmarkStore | null;
  notes?: NotesSource | null;
  /** Omitted where words are not explained. */
  words?: WordsSource | null;
  /** Starts recording reading and events for a controller. @returns function that stops it */
  record?: ((controller: ReaderController) => () => void) | null;
  /** What the reader is in a class, and the book's id there; omitted for everybody else. */
  inClass?: InClass | null;
  /** Whether the reader may show the page on a board. */
  hasBoard?: boolean;
  close(): void;
  /** Omitted if the book is on no shelf. */
  findNext?: () => Promise<NextBook | null>;
};

/** Milliseconds after the first page until notes are loaded, if the browser is not idle before. */
const notesDelay = 1000;

const noNext = async () => null;
const nothing = { __html: "" };
const ownStyles = { __html: styles };

/** The reader: the book, with bars and panels around it. docs/product/reader.md#screens (Reader parts). */
export function ReaderScreen(props: ReaderScreenProps) {
  const { elsewhere = null, record = null } = props;
  const { language } = useTranslation("reader").i18n;
  const ownLanguage = language.split("-")[0] ?? language;
  const stage = useRef<HTMLDivElement>(null);
  const [controller, setController] = useState<ReaderController | null>(null);
  const [externalLink, setExternalLink] = useState<string | null>(null);
  const [note, setNote] = useState<Note | null>(null);
  const { store, missing } = useReaderStore(props, controller, ownLanguage);
  const { snapshot, chrome, send, submissions } = store;
  const isBookNarrow = submissions?.panel.isBookNarrow ?? false;
  const { press, isHandling } = useKeyPresses(store);

  useBookShare(isBookNarrow);
  useReaderController(
    stage,
    { ...props, ownLanguage },
    { made: setController, send, keyPressed: press, noteCalled: setNote, externalLink: setExternalLink },
  );
  useEffect(() => (controller && record ? record(controller) : undefined), [controller, record]);
  usePageTheme(snapshot.settings.darkTheme);
  useDeviceTheme(controller);
  useRoomForBars(stage, chrome.areBarsShown && !store.board?.isOn);

  const isOpen = snapshot.status !== "loading";
  useEffect(() => {
    isHandling.current = isOpen;
    if (isOpen) stage.current?.dispatchEvent(new Event(readerHydrated));
  }, [isOpen, isHandling]);

  return (
    <ReaderContext.Provider value={store}>
      <ReaderMain stage={stage} isBookNarrow={isBookNarrow}>
        <OnThePage />
        <Toolbar />
        <ControlsBar />
        <OpenDrawer />
        <SelectionAndNotes />
        <InFrontOfClass />
        {snapshot.isEnded && <EndCard />}
        <MutedSign />
        <Notices elsewhere={elsewhere} missing={missing} />
        <NoteDialog note={note} onDone={() => setNote(null)} />
        <ExternalLinkDialog url={externalLink} onDone={() => setExternalLink(null)} />
      </ReaderMain>
      {submissions?.panel.frame === "open" && (
        <Suspense fallback={null}>
          <SubmissionsPanel submissions={submissions} />
        </Suspense>
      )}
    </ReaderContext.Provider>
  );
}

/** The state that all components of the screen share, without the controller at first. */
function useReaderStore(
  props: ReaderScreenProps,
  controller: ReaderController | null,
  ownLanguage: string,
): { store: ReaderStore; missing: MissingSubmission | null } {
  const { book, uid, preferences, bookmarks = null, notes = null, words = null, close } = props;
  const { findNext = noNext, submissionsOf = null } = props;
  const [isSelecting, setSelecting] = useState(false);
  const [wordPlace, openWord] = useState<WordPlace | null>(null);
  const [isOnBoard, setOnBoard] = useState(false);
  const together = useTogether(props.inClass ?? null);
  const [isEnlarging, setEnlarging] = useState(false);
  const [chrome, send] = useChrome();
  const before = useMemo(
    () =>
      initialSnapshot(
        inLanguage(book, openingLanguage(book.languages, preferences?.preferredLanguage, ownLanguage)),
        defaultSettings,
      ),
    [book, preferences, ownLanguage],
  );
  const snapshot = useSnapshot(controller, before);
  const { submissions, missing } = useSubmissions(submissionsOf, uid, snapshot.status === "shown");
  const store: ReaderStore = {
    book: snapshot.book,
    controller,
    snapshot,
    chrome,
    send,
    close: () => {
      controller?.settle();
      close();
    },
    savePlace: () => {
      const place = controller && placeAt(book, controller.position);
      if (!place) return;
      const at = { kind: "fraction", fraction: place.fraction } as const;
      savePlaceToReturnTo(uid, window.location.pathname, { item: place.index, at });
    },
    bookmarks,
    notes,
    selecting: { isOn: isSelecting, set: setSelecting },
    words,
    wordCard: { place: wordPlace, open: openWord },
    together,
    board: props.hasBoard ? { isOn: isOnBoard, set: setOnBoard } : null,
    pictures: { isOn: isEnlarging, set: setEnlarging },
    isFrog: book.kind === "frog",
    findNext,
    submissions,
  };
  return { store, missing };
}

type MainProps = { stage: RefObject<HTMLDivElement>; isBookNarrow: boolean; children: ReactNode };

/** The landmark, whose attributes hold the state for the style sheet, with the stage of the book. */
function ReaderMain({ stage, isBookNarrow, children }: MainProps) {
  const { book, controller, snapshot, send, board } = useReader();
  const titleId = useId();
  return (
    <main
      className="reader"
      // A book's own documents have main landmarks too, so this one is labelled with the book's title.
      aria-labelledby={titleId}
      data-reader=""
      data-hydrated={controller ? "" : undefined}
      data-state={snapshot.pageFault ? "error" : snapshot.status}
      data-playing={snapshot.isRunning}
      data-layout={book.layout}
      data-beside={isBookNarrow || undefined}
      data-board={board?.isOn || undefined}
      onPointerUp={({ target, currentTarget }) => {
        // A tap beside a page that was scaled down between the bars.
        if (target === currentTarget || target === stage.current) send({ type: "page-tapped" });
      }}
      onPointerMove={(event) => isNearBar(event.clientY) && send({ type: "bars-requested" })}
    >
      {/* Inlined, because a separate style sheet would delay the first page. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the content is our own built style sheet */}
      <style dangerouslySetInnerHTML={ownStyles} />
      <div
        ref={stage}
        className="reader-stage"
        dir="ltr"
        data-first-page-stage=""
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sets nothing; React then leaves the elements that the first-page program has added
        dangerouslySetInnerHTML={nothing}
      />
      <FirstPage />
      <link rel="stylesheet" href={commonStyles} />
      <h1 id={titleId} className="sr-only" dir={book.textDirection ?? "auto"} lang={book.language}>
        {book.title}
      </h1>
      {children}
    </main>
  );
}

/** Everything over the page: messages that replace it, the sign video, buttons and the progress. */
function OnThePage() {
  const { book, snapshot } = useReader();
  return (
    <>
      <UnreadablePage />
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
      <PlacePill />
      <div className="reader-progress" aria-hidden>
        <span
          style={{
            width: `${snapshot.percentage * 100}%`,
            marginInlineStart: book.progression === "rtl" ? "auto" : 0,
          }}
        />
      </div>
    </>
  );
}

function OpenDrawer() {
  const { chrome, snapshot } = useReader();
  const { comfort, layout } = snapshot.settings;
  const isRuled = comfort.ruler || layout.focusedLines > 0;
  return (
    <>
      {chrome.drawer === "contents" && <ContentsDrawer />}
      {chrome.drawer === "add-bookmark" && <BookmarkField />}
      {chrome.drawer === "languages" && <LanguageMenu />}
      {chrome.drawer === "settings" && <SettingsDrawer />}
      {chrome.drawer === "help" && <HelpDrawer />}
      {/* No boundary is in the server's page: the first update of the reader would reach it before it is hydrated (React's error 421). */}
      {(chrome.drawer === "comfort" ||
        chrome.drawer === "search" ||
        chrome.drawer === "bookmarks" ||
        chrome.drawer === "together") && (
        <Suspense fallback={null}>
          {chrome.drawer === "together" && <TogetherDrawer />}
          {chrome.drawer === "comfort" && <ComfortDrawer />}
          {chrome.drawer === "search" && <SearchDrawer />}
          {chrome.drawer === "bookmarks" && <BookmarksDrawer />}
        </Suspense>
      )}
      {/* In a separate boundary: while the ruler loads, the panel it was selected in remains. */}
      {isRuled && snapshot.status === "shown" && (
        <Suspense fallback={null}>
          <ReadingRuler />
        </Suspense>
      )}
    </>
  );
}

/** Reading together, and the board. */
function InFrontOfClass() {
  const { snapshot, together, board } = useReader();
  if (snapshot.status !== "shown") return null;
  return (
    <>
      {together && (together.id !== null || together.ended !== null) && (
        <Suspense fallback={null}>
          <TogetherLayer />
        </Suspense>
      )}
      {board?.isOn && (
        <Suspense fallback={null}>
          <BoardLayer />
        </Suspense>
      )}
    </>
  );
}

/** Selecting text, notes and words on the pages, and enlarging pictures: loaded when the first page is shown and the browser is idle, or when it is asked for. */
function SelectionAndNotes() {
  const { snapshot, selecting, words, isFrog, pictures } = useReader();
  const [isDue, setDue] = useState(false);
  const isShown = snapshot.status === "shown";
  useEffect(() => {
    if (!isShown) return;
    const load = () => setDue(true);
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(load, notesDelay);
      return () => clearTimeout(timer);
    }
    const request = window.requestIdleCallback(load, { timeout: notesDelay });
    return () => window.cancelIdleCallback(request);
  }, [isShown]);
  if (!isShown || !(isDue || selecting.isOn || pictures.isOn)) return null;
  return (
    <Suspense fallback={null}>
      <NotesLayer />
      {words && !isFrog && <WordsLayer />}
      <PictureLayer />
    </Suspense>
  );
}

function Notices({ elsewhere, missing }: { elsewhere: Elsewhere | null; missing: MissingSubmission | null }) {
  const { snapshot } = useReader();
  return (
    <div className="reader-notices @container">
      {elsewhere && snapshot.status === "shown" && (
        <Suspense fallback={null}>
          <ElsewhereCard {...elsewhere} />
        </Suspense>
      )}
      {missing && <MissingSubmissionNotice {...missing} />}
      <ReaderNotice />
    </div>
  );
}

/**
 * Over a book that loads, and over a page whose pictures are awaited while nothing can be read on it. It is the same element for both, so
 * that the time until the message is counted from the beginning.
 */
function UnreadablePage() {
  const { t } = useTranslation("reader");
  const { snapshot } = useReader();
  const { status, isBlank, pageFault } = snapshot;
  const isLoading = status === "loading";
  if (!isLoading && (status !== "shown" || !isBlank || pageFault)) return null;
  return (
    <div className={isLoading ? "reader-loading" : "reader-awaited"}>
      <p role="status" className="animate-late text-18 text-ink-soft">
        {t("loading")}
      </p>
      <SlowOpening />
    </div>
  );
}

/** Pages, audio and highlight need script, so without it only a link back is shown. */
function WithoutScript() {
  const { t } = useTranslation("reader");
  const shelf = closingTarget(useLocation()) ?? "/shelves";
  return (
    <noscript>
      <div className="reader-without-script">
        <p>{t("needs_script")}</p>
        <a href={shelf}>{t("back")}</a>
      </div>
    </noscript>
  );
}
