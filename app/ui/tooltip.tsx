import { Tooltip as Base } from "radix-ui";
import type { ReactNode } from "react";

/** A word about a control, on hover and focus. Never the only place where something is said. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Base.Provider delayDuration={400}>
      <Base.Root>
        <Base.Trigger asChild>{children}</Base.Trigger>
        <Base.Portal>
          <Base.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-64 animate-appear rounded-control bg-ink px-3 py-1.5 text-14 text-paper shadow-high"
          >
            {text}
          </Base.Content>
        </Base.Portal>
      </Base.Root>
    </Base.Provider>
  );
}
