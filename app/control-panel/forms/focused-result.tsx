import { type ReactNode, useEffect, useRef } from "react";

/** Result above a form; takes focus on mount, since the submit button may be far down the page. */
export function FocusedResult({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="rounded-cover">
      {children}
    </div>
  );
}
