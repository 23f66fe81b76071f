import type { Position } from "~/epub/progress";

/** Milliseconds without a turn after which a place is sent: who pages through a book passes many. */
export const restTime = 1500;

export type PositionSaver = {
  save(position: Position): void;
  /** Tells at once what has not been told yet. */
  flush(): void;
};

/** Tells where the reader rests, and nothing twice. The place that a book opens at is no news. */
export function createPositionSaver(send: (position: Position, isLast: boolean) => void): PositionSaver {
  let sent: string | null = null;
  let waiting: Position | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const sendWaiting = (isLast: boolean) => {
    clearTimeout(timer);
    if (!waiting) return;
    sent = JSON.stringify(waiting);
    send(waiting, isLast);
    waiting = null;
  };

  return {
    save(position) {
      const text = JSON.stringify(position);
      sent ??= text;
      clearTimeout(timer);
      waiting = text === sent ? null : position;
      if (waiting) timer = setTimeout(() => sendWaiting(false), restTime);
    },
    flush: () => sendWaiting(true),
  };
}
