import { type RefObject, useEffect } from "react";
import { callServer } from "~/clients/browser-calls.client";
import type { Book } from "~/epub/book";
import type { Position, ReadingPlace } from "~/epub/progress";
import type { ContentSource } from "~/reader/book/content-source";
import type { BookPlace } from "~/reader/book/place";
import type { ChromeEvent } from "~/reader/controller/chrome.machine";
import { ReaderController } from "~/reader/controller/reader-controller.client";
import type { ReaderListener } from "~/reader/controller/reader-options";
import { isDarkPage } from "~/reader/controller/use-page-appearance";
import { isNearBar } from "~/reader/controls/use-chrome";
import { readerHeaders } from "~/reader/reader-key";
import type { ServiceTheme } from "~/reader/service-theme";
import type { ReaderSettings } from "~/reader/settings/reader-settings";
import { serverSettings } from "~/reader/settings/server-settings";
import { readStoredSettings, storeSettings } from "~/reader/settings/stored-settings";
import { clearReturnPlace, placeToReturnTo, savePlaceToReturnTo } from "~/reader/view/return-place";
import type { ReaderPreferences } from "~/services/contracts/reader-preferences";

/** The book and user that a controller is made for; a changed value makes a new controller. */
export type ControlledBook = {
  book: Book;
  /** `readerKey` of the user; a shared device stores one set of settings for each. */
  uid: string;
  /** The user's settings on the server; null if it stores none. */
  preferences: ReaderPreferences | null;
  source: ContentSource;
  /** The locations file in the book's folder; null if the book has none. */
  locationsHref: string | null;
  service: ServiceTheme;
  /** Whether only voices of the device may read a book without narration. */
  isOfflineVoiceOnly: boolean;
  /** Whether the book is still available after a reload of the page. */
  canReload: boolean;
  /** Place to open; the first page if omitted. */
  start?: ReadingPlace | null;
  savePosition?: (position: Position, isRead?: boolean) => void;
};

/** The screen's side of a controller. Its functions must keep their identity between renders. */
type ScreenListener = Pick<ReaderListener, "keyPressed" | "noteCalled" | "externalLink"> & {
  /** Called with the controller, and with null when it is destroyed. */
  made(controller: ReaderController | null): void;
  send(event: ChromeEvent): void;
};

/** Makes the controller in the stage, opens the book, and listens to the window until the screen is left. */
export function useReaderController(
  stage: RefObject<HTMLElement>,
  opened: ControlledBook & { ownLanguage: string },
  listener: ScreenListener,
): void {
  const {
    book,
    uid,
    preferences,
    source,
    locationsHref,
    service,
    isOfflineVoiceOnly,
    canReload,
    start = null,
    savePosition,
  } = opened;
  const { ownLanguage } = opened;
  const { made, send, keyPressed, noteCalled, externalLink } = listener;
  useEffect(() => {
    if (!stage.current) return;
    stage.current.dataset.adopted = "";
    const { settings, saveSettings, leave } = openSettings(uid, preferences);
    const controller = new ReaderController(
      stage.current,
      {
        book,
        source,
        locationsHref,
        service,
        isOfflineVoiceOnly,
        settings,
        saveSettings,
        savePosition: savePosition ?? null,
        ownLanguage,
        ownFont: async () => (await import("~/reader/settings/own-font.client")).openOwnFont(uid),
        isPageDark: () => isDarkPage(null),
      },
      {
        pageTapped: () => send({ type: "page-tapped" }),
        touched: () => send({ type: "touched" }),
        keyPressed,
        pointerMoved: (_x, y) => isNearBar(y) && send({ type: "bars-requested" }),
        externalLink,
        noteCalled,
      },
    );
    made(controller);
    openAt(controller, uid, start);
    const stopTurning = canReload ? reloadOnOrientationChange(uid, () => controller.sentence) : () => undefined;
    window.addEventListener("keydown", keyPressed);
    window.addEventListener("pagehide", leave);
    return () => {
      stopTurning();
      window.removeEventListener("keydown", keyPressed);
      window.removeEventListener("pagehide", leave);
      leave();
      made(null);
      controller.destroy();
    };
  }, [
    stage,
    book,
    source,
    locationsHref,
    service,
    isOfflineVoiceOnly,
    canReload,
    uid,
    preferences,
    start,
    savePosition,
    ownLanguage,
    made,
    send,
    keyPressed,
    noteCalled,
    externalLink,
  ]);
}

/** Opens the place that was saved for the return to this page, else `start`, else the first page. */
function openAt(controller: ReaderController, uid: string, start: ReadingPlace | null): void {
  const returned = placeToReturnTo(uid, window.location.pathname);
  clearReturnPlace();
  void controller.open(
    returned ?? (start && { item: start.index, at: { kind: "fraction", fraction: start.fraction } }),
  );
}

/** The user's settings: stored on this device, and sent to the server if it stores them. `leave` sends pending changes. */
function openSettings(uid: string, preferences: ReaderPreferences | null) {
  const settings = readStoredSettings(uid, preferences);
  const onServer = preferences && serverSettings(settings, (change) => sendSettings(uid, change));
  return {
    settings,
    saveSettings: (changed: ReaderSettings) => {
      storeSettings(uid, changed);
      onServer?.changed(changed);
    },
    leave: () => onServer?.flush(),
  };
}

let settingsSent: Promise<unknown> = Promise.resolve();

/**
 * Sends changes one after another, so that a retry never overwrites a later change. `keepalive` lets the request finish
 * while the page unloads. Lost changes remain stored on the device.
 */
function sendSettings(uid: string, change: Partial<ReaderSettings>): void {
  const request = {
    method: "POST",
    headers: { "content-type": "application/json", ...readerHeaders(uid) },
    body: JSON.stringify(change),
    keepalive: true,
  };
  settingsSent = settingsSent
    .then(() => callServer("/reader/settings", request))
    .catch(() => console.warn("Settings: they stay on this device"));
}

/**
 * Reloads the page at the same sentence when the device is rotated, so that everything is laid out for the new window.
 * docs/product/reader.md#states; docs/product/choices.md#books.
 * @returns a function that stops listening
 */
function reloadOnOrientationChange(reader: string, place: () => BookPlace): () => void {
  const reload = () => {
    savePlaceToReturnTo(reader, window.location.pathname, place());
    window.location.reload();
  };
  const { orientation } = screen;
  if (!orientation) {
    // Older tablets only fire the event on the window.
    window.addEventListener("orientationchange", reload);
    return () => window.removeEventListener("orientationchange", reload);
  }
  orientation.addEventListener("change", reload);
  return () => orientation.removeEventListener("change", reload);
}
