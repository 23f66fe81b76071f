import { useCallback, useEffect, useRef, useState } from "react";
import {
  type ChromeEvent,
  type ChromeState,
  chromeTransition,
  focusCheckEvery,
  initialChrome,
} from "~/reader/controller/chrome.machine";
import { watchInput } from "./tooltip-input";

/** Runs the chrome state machine with its timers. docs/product/reader.md#states. */
export function useChrome(): [ChromeState, (event: ChromeEvent) => void] {
  const [state, setState] = useState(initialChrome);
  const now = useRef(state);
  const timer = useRef<ReturnType<typeof setTimeout>>();

  const send = useCallback((event: ChromeEvent) => {
    const next = chromeTransition(now.current, event);
    now.current = next.state;
    setState(next.state);
    for (const effect of next.effects) {
      clearTimeout(timer.current);
      if (effect.type === "hide-after")
        timer.current = setTimeout(() => send({ type: "time-out" }), effect.milliseconds);
    }
  }, []);

  useEffect(() => {
    send({ type: "started" });
    const stopWatching = watchInput();
    const left = () => send({ type: "window-left" });
    document.documentElement.addEventListener("mouseleave", left);
    const touched = ({ pointerType }: PointerEvent) => pointerType !== "mouse" && send({ type: "touched" });
    document.addEventListener("pointerdown", touched);
    document.addEventListener("pointerup", touched);
    // Panels close when the book's frame receives the focus. The page gets no event for that, so it is polled.
    let hadFocus = document.activeElement instanceof HTMLIFrameElement;
    const check = setInterval(() => {
      const hasFocus = document.activeElement instanceof HTMLIFrameElement;
      if (hasFocus && !hadFocus) send({ type: "closed" });
      hadFocus = hasFocus;
    }, focusCheckEvery);
    return () => {
      stopWatching();
      clearTimeout(timer.current);
      clearInterval(check);
      document.documentElement.removeEventListener("mouseleave", left);
      document.removeEventListener("pointerdown", touched);
      document.removeEventListener("pointerup", touched);
    };
  }, [send]);

  return [state, send];
}

/** Distance from the top or bottom edge, in px, at which the pointer shows the bars. */
const barReach = 96;

export function isNearBar(y: number): boolean {
  return y < barReach || y > window.innerHeight - barReach;
}
