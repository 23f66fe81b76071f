import { Link } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { classes } from "./classes";
import { Icon, type IconShape } from "./icon";

const tabLook =
  "-mb-px inline-flex min-h-11 shrink-0 items-center gap-2 border-b-3 px-3 font-semibold transition hover:text-primary focus-visible:-outline-offset-3";
const chosenLook = "border-primary text-primary";
const otherLook = "border-transparent text-ink-soft";
const listLook = "scrolls-row flex gap-1 border-line border-b";

/**
 * Scrolls a row of links horizontally to the current one, without moving the page.
 * @param current scrolls again when it changes
 */
export function useCurrentInView(current: string | undefined): RefObject<HTMLElement> {
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls again when the current link changes
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (!row.current || !link) return;
    const { left, width } = link.getBoundingClientRect();
    const frame = row.current.getBoundingClientRect();
    row.current.scrollLeft += left + width / 2 - (frame.left + frame.width / 2);
  }, [current]);
  return row;
}

/** The same without script, in browsers that support it. */
const startsInView = "aria-[current=page]:[scroll-initial-target:nearest]";

type TabLink = { to: string; label: string; icon?: IconShape; isCurrent: boolean; count?: string };

/** Tabs whose selection is in the URL: links, so they work without script and can be bookmarked. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  const row = useCurrentInView(tabs.find((tab) => tab.isCurrent)?.to);
  return (
    <nav ref={row} aria-label={label} className={classes(listLook, "max-md:-mx-4 max-md:px-4")}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          preventScrollReset
          aria-current={tab.isCurrent ? "page" : undefined}
          className={classes(tabLook, startsInView, tab.isCurrent ? chosenLook : otherLook)}
        >
          {tab.icon && <Icon of={tab.icon} />}
          {tab.label}
          {tab.count !== undefined && <span className="text-14 text-ink-soft tabular-nums">{tab.count}</span>}
        </Link>
      ))}
    </nav>
  );
}
