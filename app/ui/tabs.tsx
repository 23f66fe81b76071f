import { Link } from "@remix-run/react";
import { Tabs as Base } from "radix-ui";
import type { ReactNode } from "react";
import { classes } from "./classes";
import { Icon, type IconShape } from "./icon";

const tabLook =
  "-mb-px inline-flex min-h-11 shrink-0 items-center gap-2 border-b-3 px-3 font-semibold transition hover:text-primary";
const chosenLook = "border-primary text-primary";
const otherLook = "border-transparent text-ink-soft";
const listLook = "flex gap-1 overflow-x-auto border-line border-b [scrollbar-width:none]";

export type TabLink = { to: string; label: string; icon?: IconShape; isCurrent: boolean; count?: string };

/** Tabs whose choice stands in the address: links, so they work without script and can be kept. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  return (
    <nav aria-label={label} className={listLook}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          preventScrollReset
          aria-current={tab.isCurrent ? "page" : undefined}
          className={classes(tabLook, tab.isCurrent ? chosenLook : otherLook)}
        >
          {tab.icon && <Icon of={tab.icon} />}
          {tab.label}
          {tab.count !== undefined && <span className="text-14 text-ink-soft tabular-nums">{tab.count}</span>}
        </Link>
      ))}
    </nav>
  );
}

export type TabPanel = { id: string; label: string; icon?: IconShape; content: ReactNode };

type TabPanelsProps = { label: string; panels: readonly TabPanel[]; value?: string; onChange?: (id: string) => void };

/** Tabs inside a page that is alive anyway and may style inline (the reader's panels). */
export function TabPanels({ label, panels, value, onChange }: TabPanelsProps) {
  return (
    <Base.Root value={value} onValueChange={onChange} defaultValue={value === undefined ? panels[0]?.id : undefined}>
      <Base.List aria-label={label} className={listLook}>
        {panels.map((panel) => (
          <Base.Trigger
            key={panel.id}
            value={panel.id}
            className={classes(
              tabLook,
              otherLook,
              "data-[state=active]:border-primary data-[state=active]:text-primary",
            )}
          >
            {panel.icon && <Icon of={panel.icon} />}
            {panel.label}
          </Base.Trigger>
        ))}
      </Base.List>
      {panels.map((panel) => (
        <Base.Content key={panel.id} value={panel.id} className="pt-4">
          {panel.content}
        </Base.Content>
      ))}
    </Base.Root>
  );
}
