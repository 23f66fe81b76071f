import { useMemo } from "react";
import type { BrowserOutbox } from "~/browser-outbox/browser-outbox";
import { newId } from "~/browser-outbox/new-id";
import { browserOutbox } from "~/browser-outbox/open-outbox.client";
import type { OutboxOwner } from "~/browser-outbox/outbox-entry";
import type { Book } from "~/epub/book";
import type { ReaderController } from "~/reader/controller/reader-controller.client";
import { useShellData } from "~/shell/shell-data";
import { createReadingRecorder } from "./reading-recorder";
import { whileVisible } from "./while-visible";

/** Key of the browser's storage. */
const deviceKey = "fabel-device";

/**
 * Records the reading of an open book; null while another user acts as the reader, since the reader then reads nothing.
 * docs/product/reader.md#reading-log, #events.
 */
export function useReadingRecorder(
  book: Book,
  bookId: string,
  owner: OutboxOwner,
): ((controller: ReaderController) => () => void) | null {
  const isActing = !!useShellData()?.user?.actor;
  return useMemo(
    () => (isActing ? null : (controller) => record(controller, book, bookId, owner)),
    [book, bookId, owner, isActing],
  );
}

function record(controller: ReaderController, book: Book, bookId: string, owner: OutboxOwner): () => void {
  const outbox = browserOutbox(owner);
  return whileVisible(window, () => begin(controller, book, bookId, outbox));
}

function begin(controller: ReaderController, book: Book, bookId: string, outbox: BrowserOutbox): () => void {
  const recorder = createReadingRecorder(controller, {
    book,
    bookId,
    sessionId: newId(),
    deviceId: deviceId(),
    queueLog: (entry) => void outbox.add("log", entry),
    queueEvent: (event) => void outbox.add("event", event),
    isVisible: () => document.visibilityState === "visible",
    now: Date.now,
  });
  const { used, visibilityChanged } = recorder;
  const uses = ["pointerdown", "keydown", "wheel"] as const;
  for (const use of uses) window.addEventListener(use, used, { passive: true });
  document.addEventListener("visibilitychange", visibilityChanged);
  return () => {
    for (const use of uses) window.removeEventListener(use, used);
    document.removeEventListener("visibilitychange", visibilityChanged);
    recorder.stop();
  };
}

/** Random id of this browser, which distinguishes two devices of one user. It does not identify the user. */
function deviceId(): string {
  try {
    const known = localStorage.getItem(deviceKey);
    if (known) return known;
    const made = newId();
    localStorage.setItem(deviceKey, made);
    return made;
  } catch {
    return newId();
  }
}
