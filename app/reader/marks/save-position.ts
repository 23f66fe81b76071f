import type { Position } from "~/epub/progress";

/** Milliseconds without a turn after which a place is sent: who pages through a book passes many. */
export const restTime = 1500;
/** Milliseconds after which a place that was not saved is sent again; twice as many after each failure, up to `longestPause`. */
export const firstPause = 5_000;
const longestPause = 60_000;

export type PositionSaver = {
  save(position: Position): void;
  /** Sends what has not been sent yet. @returns a promise that is fulfilled once nothing is under way, saved or not */
  flush(): Promise<void>;
  /** Sends what could not be sent before: the network is back. */
  retry(): void;
  /** Sends no more by itself. */
  stop(): void;
};

/**
 * Saves where the reader rests, and no place twice. The place that a book opens at is known already. What could not be saved is sent
 * again until it is, or until a later place takes its turn.
 * @param send rejects where the place was not saved; the signal ends it when a later place is sent
 */
export function createPositionSaver(
  send: (position: Position, isLast: boolean, signal: AbortSignal) => Promise<void>,
): PositionSaver {
  let saved: string | null = null;
  let waiting: Position | null = null;
  let underWay: Promise<void> = Promise.resolve();
  let current = new AbortController();
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const sendWaiting = (isLast: boolean) => {
    clearTimeout(timer);
    if (!waiting) return;
    const sent = waiting;
    const before = saved;
    saved = JSON.stringify(sent);
    waiting = null;
    // An older place that is repeated late would stay.
    current.abort();
    current = new AbortController();
    const { signal } = current;
    underWay = send(sent, isLast, signal).then(
      () => {
        failures = 0;
      },
      () => {
        failures += 1;
        if (waiting || signal.aborted) return;
        saved = before;
        waiting = sent;
        timer = setTimeout(() => sendWaiting(false), Math.min(longestPause, firstPause * 2 ** (failures - 1)));
      },
    );
  };

  return {
    save(position) {
      const text = JSON.stringify(position);
      saved ??= text;
      clearTimeout(timer);
      waiting = text === saved ? null : position;
      if (waiting) timer = setTimeout(() => sendWaiting(false), restTime);
    },
    flush() {
      sendWaiting(true);
      return underWay;
    },
    retry: () => failures > 0 && sendWaiting(false),
    stop: () => clearTimeout(timer),
  };
}
