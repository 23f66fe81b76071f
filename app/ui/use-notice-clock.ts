import { type FocusEvent, useCallback, useEffect, useMemo, useRef } from "react";
import { type NoticeEvent, type NoticeState, transition } from "./notice.machine";

type NoticeClock = {
  /** Starts a new notice with its id and duration in ms. */
  show(id: number, duration: number): void;
  /** Removes the notice and leaves the focus alone. */
  end(): void;
  /** Dismisses the notice and restores the focus to where it was before the notice took it. */
  dismiss(): void;
  /** Handlers for the notice's container: hover and focus pause the timer. */
  holders: {
    onMouseEnter(): void;
    onMouseLeave(): void;
    onFocus(event: FocusEvent): void;
    onBlur(): void;
  };
};

/**
 * Runs the timers of the notice state machine. docs/product/shell.md#notices.
 * @param onEnd called when the time is up or the notice was dismissed
 */
export function useNoticeClock(onEnd: () => void): NoticeClock {
  const state = useRef<NoticeState>({ kind: "none" });
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const focusBefore = useRef<Element | null>(null);
  const latest = useRef(onEnd);
  latest.current = onEnd;

  const send = useCallback((event: NoticeEvent) => {
    const step = transition(state.current, event);
    const wasShown = state.current.kind !== "none";
    state.current = step.state;
    for (const effect of step.effects) {
      clearTimeout(timer.current);
      if (effect.type === "startTimer") {
        timer.current = setTimeout(() => send({ type: "timeUp", id: effect.id }), effect.after);
      }
    }
    if (wasShown && step.state.kind === "none") latest.current();
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  return useMemo<NoticeClock>(
    () => ({
      show: (id, duration) => send({ type: "show", id, duration, now: Date.now() }),
      end() {
        focusBefore.current = null;
        send({ type: "dismiss" });
      },
      dismiss() {
        send({ type: "dismiss" });
        if (focusBefore.current instanceof HTMLElement) focusBefore.current.focus();
        focusBefore.current = null;
      },
      holders: {
        onMouseEnter: () => send({ type: "hold", by: "pointer", now: Date.now() }),
        onMouseLeave: () => send({ type: "release", by: "pointer", now: Date.now() }),
        onFocus({ currentTarget, relatedTarget }) {
          if (!currentTarget.contains(relatedTarget)) focusBefore.current = relatedTarget;
          send({ type: "hold", by: "focus", now: Date.now() });
        },
        onBlur: () => send({ type: "release", by: "focus", now: Date.now() }),
      },
    }),
    [send],
  );
}
