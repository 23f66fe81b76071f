import { type RefObject, useEffect, useRef } from "react";
import { useHydrated } from "./use-hydrated";

/**
 * Moves the focus to an element that reports a result, when it appears and whenever `reason` changes. Exception: whoever already uses a
 * control of a page when its script arrives keeps the focus, since moving it would also lose the click that is under way.
 * @param isShown whether there is something to report
 */
export function useTakenFocus(element: RefObject<HTMLElement>, isShown: boolean, reason: unknown): void {
  const isOfDocument = useRef(!useHydrated());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another result is the reason to focus again
  useEffect(() => {
    const isInUse = isOfDocument.current && document.activeElement?.matches("input, select, textarea, button");
    isOfDocument.current = false;
    if (isShown && !isInUse) element.current?.focus();
  }, [isShown, reason]);
}
