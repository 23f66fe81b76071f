import type { Position } from "~/epub/progress";

/** Milliseconds without a turn after which a place is sent: who pages through a book passes many. */
export const restTime = 1500;

export type PositionSaver = {
  /** @param isRead the reader has turned beyond it, at the end of the book */
  save(position: Position, isRead?: boolean): void;
  /** Sends what has not been sent yet. @returns a promise that is fulfilled once nothing is under way */
  flush(): Promise<void>;
  /** Sends no more by itself. */
  stop(): void;
};

/**
 * Saves where the reader rests, and no place twice. The place that a book opens at is known already; but a book of one spread opens at its
 * end, which is saved once it was read.
 * @param send puts the place into the outbox, which repeats what cannot be sent yet; `isLast`: waits until it was tried
 */
export function createPositionSaver(send: (position: Position, isLast: boolean) => Promise<void>): PositionSaver {
  let opened: string | null = null;
  let saved: string | null = null;
  let waiting: Position | null = null;
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
      opened ??= text;
      if (isRead) opened = "";
      clearTimeout(timer);
      waiting = text === (saved ?? opened) ? null : position;
      if (waiting) timer = setTimeout(() => sendWaiting(false), restTime);
    },
    flush() {
      sendWaiting(true);
      return underWay;
    },
    stop: () => clearTimeout(timer),
  };
}
