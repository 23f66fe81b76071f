import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { useHydrated } from "./use-hydrated";

/**
 * The ref of a page's heading, which needs `tabIndex={-1}`: it takes the focus when a form or link has led to the page, or to the page again,
 * and what had the focus is gone. If the address names a section by its fragment, that section takes it instead. What reports a result takes
 * it first: `useTakenFocus`. A loaded document is left to the browser, unless a form of ours has led to it (`noteDocumentForm`) or it is the
 * next step of something.
 * @param isNextStep whether the page goes on with what was begun elsewhere, for example by a link in a mail
 */
export function useHeadingFocus({ isNextStep = false } = {}): RefObject<HTMLHeadingElement> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, hash } = useLocation();
  const isOfDocument = useRef(!useHydrated());
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation is a reason to look
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    const section = hash === "" ? null : document.getElementById(hash.slice(1));
    // The framework scrolls.
    const isLeft = isOfDocument.current && !takeDocumentForm() && !isNextStep;
    if (isLost && !isLeft) (section ?? heading.current)?.focus({ preventScroll: true });
    isOfDocument.current = false;
  }, [key]);
  return heading;
}

const noteKey = "document-form";

/** Notes that a form is sent as a document, so that the page to which it leads takes the focus. For `onSubmit`. */
export function noteDocumentForm(): void {
  try {
    sessionStorage.setItem(noteKey, "sent");
  } catch {
    // Without storage the browser places the focus.
  }
}

function takeDocumentForm(): boolean {
  try {
    const isNoted = sessionStorage.getItem(noteKey) !== null;
    sessionStorage.removeItem(noteKey);
    return isNoted;
  } catch {
    return false;
  }
}
