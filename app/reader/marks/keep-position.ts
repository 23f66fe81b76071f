import type { Position } from "~/epub/progress";

/** Milliseconds without a turn after which a place is told: who pages through a book passes many. */
export const restTime = 1500;

export type PositionKeeper = {
  save(position: Position): void;
  /** Tells at once what has not been told yet. */
  flush(): void;
};

/** Tells where the reader rests, and nothing twice. The place that a book opens at is no news. */
export function keepPosition(tell: (position: Position, isLast: boolean) => void): PositionKeeper {
  let told: string | null = null;
  let waiting: Position | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const send = (isLast: boolean) => {
    clearTimeout(timer);
    if (!waiting) return;
    told = JSON.stringify(waiting);
    tell(waiting, isLast);
    waiting = null;
  };

  return {
    save(position) {
      const text = JSON.stringify(position);
      told ??= text;
      clearTimeout(timer);
      waiting = text === told ? null : position;
      if (waiting) timer = setTimeout(() => send(false), restTime);
    },
    flush: () => send(true),
  };
}
