import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";

/** Closes a details element on Escape, on a click outside, and on navigation. */
export function useClosingDetails(): RefObject<HTMLDetailsElement> {
  const box = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const openedAt = useRef(key);
  useEffect(() => {
    // An element that was opened before hydration stays open.
    if (openedAt.current === key) return;
    openedAt.current = key;
    if (box.current) box.current.open = false;
  }, [key]);
  useEffect(() => {
    const close = (event: Event) => {
      const details = box.current;
      if (!details?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return;
        details.open = false;
        details.querySelector("summary")?.focus();
      } else if (!details.contains(event.target as Node)) details.open = false;
    };
    document.addEventListener("keydown", close);
    document.addEventListener("pointerdown", close);
    return () => {
      document.removeEventListener("keydown", close);
      document.removeEventListener("pointerdown", close);
    };
  }, []);
  return box;
}

/** History state of an open drawer, which 'back' closes. */
const drawerMark = "drawer";

/**
 * Makes an opened details element a modal drawer: the rest of the page is inert until it closes, and the browser's back button closes
 * it. Its links must replace the history entry that it added.
 */
export function useDrawer(): RefObject<HTMLDetailsElement> {
  const box = useClosingDetails();
  useEffect(() => {
    const details = box.current;
    if (!details) return;
    let giveBack = () => {};
    const toggled = () => {
      giveBack();
      giveBack = () => {};
      if (details.open) {
        const endDialog = makeDialog(details);
        const endInert = makeRestInert(details);
        giveBack = () => {
          endDialog();
          endInert();
        };
        window.history.pushState({ [drawerMark]: true, ...window.history.state }, "");
      } else if (window.history.state?.[drawerMark]) window.history.back();
    };
    const wentBack = () => {
      if (!window.history.state?.[drawerMark]) details.open = false;
    };
    if (details.open) toggled();
    details.addEventListener("toggle", toggled);
    window.addEventListener("popstate", wentBack);
    return () => {
      giveBack();
      details.removeEventListener("toggle", toggled);
      window.removeEventListener("popstate", wentBack);
    };
  }, [box]);
  return box;
}

/** Sets the dialog role only while the rest is inert, so never without script. */
function makeDialog(details: HTMLDetailsElement): () => void {
  const panel = details.lastElementChild;
  const name = details.querySelector("nav")?.getAttribute("aria-label") ?? "";
  const says = { role: "dialog", "aria-modal": "true", "aria-label": name };
  for (const [attribute, value] of Object.entries(says)) panel?.setAttribute(attribute, value);
  return () => {
    for (const attribute of Object.keys(says)) panel?.removeAttribute(attribute);
  };
}

/** Makes everything beside an element inert, except live regions; returns the function that undoes it. */
function makeRestInert(element: HTMLElement): () => void {
  const rest: HTMLElement[] = [];
  for (let active: HTMLElement = element; active.parentElement; active = active.parentElement) {
    for (const beside of active.parentElement.children) {
      if (beside instanceof HTMLElement && beside !== active && !beside.inert && !beside.hasAttribute("aria-live")) {
        rest.push(beside);
      }
    }
    if (active.parentElement === document.body) break;
  }
  for (const beside of rest) beside.inert = true;
  return () => {
    for (const beside of rest) beside.inert = false;
  };
}
