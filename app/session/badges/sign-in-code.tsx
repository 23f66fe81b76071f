import { type ComponentProps, useEffect } from "react";
import { readBadge } from "~/services/contracts/badge";
import { TextField } from "~/ui/field";

/** The code of a badge, or of a link that joins a device: in the address's fragment, which no server sees, or typed. */

/**
 * Reads the code from the fragment, now and whenever it changes, and removes it from the address bar and the history.
 * @param onRead gets the code, or null for a fragment that is none; keep it the same between renders
 */
export function useFragmentCode(onRead: (code: string | null) => void): void {
  useEffect(() => {
    const take = () => {
      const { hash } = window.location;
      // The id of an element on this page, such as the skip link's target, is no code.
      if (hash.length <= 1 || document.getElementById(hash.slice(1))) return;
      const code = readBadge(hash);
      window.history.replaceState(window.history.state, "", window.location.pathname + window.location.search);
      onRead(code);
    };
    take();
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, [onRead]);
}

type CodeFieldProps = Pick<ComponentProps<typeof TextField>, "id" | "label" | "hint" | "errors"> & {
  name: string;
  value: string;
  onType(code: string): void;
};

/** A field for the code, which browsers neither complete nor correct. */
export function CodeField({ onType, ...field }: CodeFieldProps) {
  return (
    <TextField
      {...field}
      onChange={(event) => onType(event.target.value)}
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      maxLength={500}
    />
  );
}
