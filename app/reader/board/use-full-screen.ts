import { useEffect } from "react";

/** Fills the screen where the browser can and may; elsewhere the window is the board. @param left called when full screen was left */
export function useFullScreen(left: () => void): void {
  useEffect(() => {
    let isFull = false;
    const changed = () => {
      if (document.fullscreenElement) isFull = true;
      // The browser itself handles Escape in full screen.
      else if (isFull) left();
    };
    document.addEventListener("fullscreenchange", changed);
    document.documentElement.requestFullscreen?.().catch(() => undefined);
    return () => {
      document.removeEventListener("fullscreenchange", changed);
      if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
    };
  }, [left]);
}
