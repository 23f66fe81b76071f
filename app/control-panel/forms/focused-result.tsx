import { type ReactNode, useEffect, useRef } from "react";

/** What came back above a form: it is looked at first, though the button that was pressed is far below. */
export function FocusedResult({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="rounded-cover">
      {children}
    </div>
  );
}
