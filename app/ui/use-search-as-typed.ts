import { useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Delay in ms between the last keystroke and the search. */
const typingPause = 300;

/**
 * With script a search is submitted while typing; each replaces the previous one in the history. Other code must submit the form
 * by `requestSubmit`, so that `onSubmit` cancels a pending search.
 * @param name of the form's search field
 * @param text current search term
 * @param isResultShown whether this page shows the results; otherwise the search adds a history entry, so that "back" returns here
 */
export function useSearchAsTyped(name: string, text: string, isResultShown = true) {
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  // A search removed elsewhere on the page also clears the field, unless it has the focus.
  useEffect(() => {
    const field = form.current?.elements.namedItem(name);
    if (field instanceof HTMLInputElement && document.activeElement !== field) field.value = text;
  }, [name, text]);
  const onInput = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (form.current) submit(form.current, { replace: isResultShown, preventScrollReset: true });
    }, typingPause);
  };
  return { form, onInput, onSubmit: () => clearTimeout(timer.current) };
}
