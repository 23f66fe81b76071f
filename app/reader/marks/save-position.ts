import type { Position } from "~/epub/progress";

/** Milliseconds without a page turn after which the position is sent, because leafing through a book passes many pages. */
export const saveDelay = 1500;

type PositionSaver = {
  /** @param isRead the reader has turned beyond it, at the end of the book */
  save(position: Position, isRead?: boolean): void;
  /** Sends the latest position once more: the reader has chosen it over that of another device. */
  confirm(): void;
  /** Sends the pending position. @returns a promise that resolves once no request is running */
  flush(): Promise<void>;
  /** Cancels the scheduled save. */
  stop(): void;
};

/**
 * Saves the position where the reader pauses, and none twice. The opening position is already stored, so it is not
 * saved again; but a book of one spread opens at its end, which is saved once it was read.
 * @param send puts the position into the outbox, which retries; `isLast`: the promise waits for the attempt to send
 */
export function createPositionSaver(send: (position: Position, isLast: boolean) => Promise<void>): PositionSaver {
  let opened: string | null = null;
  let saved: string | null = null;
  let waiting: Position | null = null;
  let latest: Position | null = null;
  let underWay: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const sendWaiting = (isLast: boolean) => {
    clearTimeout(timer);
    if (!waiting) return;
    saved = JSON.stringify(waiting);
    underWay = send(waiting, isLast);
    waiting = null;
  };

  return {
    save(position, isRead = false) {
      const text = JSON.stringify(position);
      latest = position;
      opened ??= text;
      if (isRead) opened = "";
      clearTimeout(timer);
      waiting = text === (saved ?? opened) ? null : position;
      if (waiting) timer = setTimeout(() => sendWaiting(false), saveDelay);
    },
    confirm() {
      waiting = latest;
      sendWaiting(false);
    },
    flush() {
      sendWaiting(true);
      return underWay;
    },
    stop: () => clearTimeout(timer),
  };
}
