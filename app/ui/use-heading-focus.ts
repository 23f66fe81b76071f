import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { useHydrated } from "./use-hydrated";

/**
 * The ref of a page's heading, which needs `tabIndex={-1}`: it takes the focus when a form or link has led to the page, or to the page again,
 * and what had the focus is gone. If the address names a section by its fragment, that section takes it instead. What reports a result takes
 * it first: `useTakenFocus`. A loaded document is left to the browser.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, hash } = useLocation();
  const isOfDocument = useRef(!useHydrated());
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation is a reason to look
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    const section = hash === "" ? null : document.getElementById(hash.slice(1));
    // The framework scrolls.
    if (isLost && !isOfDocument.current) (section ?? heading.current)?.focus({ preventScroll: true });
    isOfDocument.current = false;
  }, [key]);
  return heading;
}
