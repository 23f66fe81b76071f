import { useBlocker } from "@remix-run/react";
import { type RefObject, useEffect, useState } from "react";
import { useHydrated } from "~/ui/use-hydrated";

/** Whether a link leaves the form: to another page or another tab of this one. A search or a fragment on the page does not. */
export function isOutsideForm(
  from: { pathname: string; search: string },
  to: { pathname: string; search: string },
): boolean {
  const tabOf = ({ search }: { search: string }) => new URLSearchParams(search).get("tab");
  return from.pathname !== to.pathname || tabOf(from) !== tabOf(to);
}

/**
 * Asks for confirmation before a form with unsaved changes is left by a link or by closing the page. Needs script.
 * @param question translated; browsers show their own text when the whole page is left
 * @returns whether the form has been changed since it was rendered, including before hydration; a failed submission counts as unsaved.
 * True until that is known: on the server, without script, and in the browser's first render of a page from the server.
 */
export function useUnsavedChanges(form: RefObject<HTMLFormElement>, question: string): boolean {
  const [isChanged, setChanged] = useState(false);
  // One state for "not known yet" and the result: a second one would be rendered in between, without the button that is being pressed.
  const [isTouched, setTouched] = useState(!useHydrated());
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const stateOf = () =>
      new URLSearchParams([...new FormData(element)].map(([name, value]) => [name, String(value)])).toString();
    const before = stateOf();
    const isChangedBefore = isUnlikeServed(element);
    setChanged(isChangedBefore);
    setTouched(isChangedBefore);
    const onInput = () => {
      setChanged(isChangedBefore || stateOf() !== before);
      setTouched(true);
    };
    const onSubmit = () => setChanged(false);
    element.addEventListener("input", onInput);
    element.addEventListener("submit", onSubmit);
    return () => {
      element.removeEventListener("input", onInput);
      element.removeEventListener("submit", onSubmit);
    };
  }, [form]);
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isChanged]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isChanged && isOutsideForm(currentLocation, nextLocation),
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (window.confirm(question)) blocker.proceed();
    else blocker.reset();
  }, [blocker, question]);
  return isTouched;
}

/** Whether fields were edited since the page was rendered, including before hydration. */
function isUnlikeServed(form: HTMLFormElement): boolean {
  return [...form.elements].some((field) => {
    if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
    if (field instanceof HTMLSelectElement) {
      const served = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
      return field.selectedIndex !== Math.max(served, 0);
    }
    if (!(field instanceof HTMLInputElement)) return false;
    const isTicked = field.type === "checkbox" || field.type === "radio";
    return isTicked ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  });
}
