import { useEffect, useReducer } from "react";
import { bookShare } from "~/reader/submissions/submission-panel.machine";
import type { ReaderController } from "./reader-controller.client";

/** Applies the reader's theme to the bars as well, while the reader is mounted. */
export function usePageTheme(isDark: boolean | null): void {
  useEffect(() => {
    if (isDark === null) return;
    const { dataset } = document.documentElement;
    const before = dataset.theme;
    dataset.theme = isDark ? "dark" : "light";
    return () => {
      if (before === undefined) delete dataset.theme;
      else dataset.theme = before;
    };
  }, [isDark]);
}

/** Whether pages are dark: the reader's setting, else the page around the book. @param setting null: as the device */
export function isDarkPage(setting: boolean | null): boolean {
  return setting ?? getComputedStyle(document.documentElement).colorScheme === "dark";
}

/** Restyles the open book when the device changes its colour scheme. */
export function useDeviceTheme(controller: ReaderController | null): void {
  // Re-renders the settings drawer, which shows the current scheme.
  const [, renderAnew] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (!controller) return;
    const device = window.matchMedia("(prefers-color-scheme: dark)");
    const follow = () => {
      controller.restyleKeeping();
      renderAnew();
    };
    device.addEventListener("change", follow);
    return () => device.removeEventListener("change", follow);
  }, [controller]);
}

/** Narrows the book beside the panel, depending on the width of the window. */
export function useBookShare(isNarrow: boolean): void {
  useEffect(() => {
    if (!isNarrow) return;
    const { style } = document.documentElement;
    const share = () => style.setProperty("--book-share", String(bookShare(window.innerWidth)));
    share();
    window.addEventListener("resize", share);
    return () => {
      window.removeEventListener("resize", share);
      style.removeProperty("--book-share");
    };
  }, [isNarrow]);
}
