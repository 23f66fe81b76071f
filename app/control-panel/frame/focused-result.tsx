import { type ReactNode, useRef } from "react";
import { useTakenFocus } from "~/ui/use-taken-focus";

/** Result above a form; takes focus on mount, since the submit button may be far down the page. */
export function FocusedResult({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useTakenFocus(place, true, null);
  return (
    <div ref={place} tabIndex={-1} className="rounded-cover">
      {children}
    </div>
  );
}
