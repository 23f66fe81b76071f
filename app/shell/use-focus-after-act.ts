import { type FormEvent, useEffect, useRef } from "react";
import { useDoneKey } from "./shell-data";

/**
 * After a successful act the pressed button may be gone, and the focus with it. It then goes to the section that the form was in, or to the
 * page's content if that is gone as well, so that the keyboard goes on where the act was. The notice says what happened.
 * @returns `onSubmit` of an element around the forms
 */
export function useFocusAfterAct(): (event: FormEvent) => void {
  const doneKey = useDoneKey();
  const known = useRef(doneKey);
  const section = useRef<string | null>(null);
  useEffect(() => {
    if (doneKey === known.current) return;
    known.current = doneKey;
    const id = section.current;
    section.current = null;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const target = id === null ? null : document.getElementById(id);
    (target ?? document.querySelector<HTMLElement>("main"))?.focus();
  }, [doneKey]);
  return ({ target }) => {
    section.current = target instanceof Element ? (target.closest("section[id]")?.id ?? null) : null;
  };
}
