import { type ReactNode, useId } from "react";

type DrawerTabsProps<Name extends string> = {
  label: string;
  tabs: ReadonlyArray<{ name: Name; label: string }>;
  chosen: Name;
  onChoose(name: Name): void;
  /** The chosen tab's content. */
  children: ReactNode;
};

/** Two or more tabs in a drawer, with the arrow keys between them. */
export function DrawerTabs<Name extends string>({ label, tabs, chosen, onChoose, children }: DrawerTabsProps<Name>) {
  const id = useId();
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        className="mb-2 flex gap-1 border-b border-line"
        onKeyDown={({ key, currentTarget }) => {
          if (key !== "ArrowLeft" && key !== "ArrowRight") return;
          const isForward = (key === "ArrowRight") === (getComputedStyle(currentTarget).direction !== "rtl");
          const at = tabs.findIndex(({ name }) => name === chosen) + (isForward ? 1 : -1);
          const next = tabs[(at + tabs.length) % tabs.length];
          if (!next) return;
          onChoose(next.name);
          currentTarget.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus();
        }}
      >
        {tabs.map(({ name, label: text }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            data-tab={name}
            aria-selected={chosen === name}
            aria-controls={id}
            tabIndex={chosen === name ? 0 : -1}
            className="-mb-px min-h-12 border-b-3 border-transparent px-3 font-semibold text-ink-soft hover:text-primary focus-visible:outline-3 focus-visible:-outline-offset-3 focus-visible:outline-focus aria-selected:border-primary aria-selected:text-primary"
            onClick={() => onChoose(name)}
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={id} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
