import { type ReactNode, useRef } from "react";
import { useTakenFocus } from "~/ui/use-taken-focus";

/** What a press led to on the same page: it takes the focus, so that one reads on from there. */
export function NextStep({ step, children }: { step: string; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useTakenFocus(element, true, step);
  return (
    <div ref={element} tabIndex={-1} className="rounded-card outline-none">
      {children}
    </div>
  );
}
