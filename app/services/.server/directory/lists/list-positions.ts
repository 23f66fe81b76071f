import { deepestPage } from "~/services/contracts/list-limits";
import { listMemory } from "./list-memory";
import { type PagePlan, type PageRequest, type SortKeys, writeCursor } from "./list-page";

/**
 * Caches the start cursors of deep pages, so that page 1,000 does not have to skip 9,990 rows: reading a page records the start of the next
 * one for a minute. docs/decisions/0020-lists-at-a-million.md.
 */

/** Rows that are cheap to skip: shallow pages are always read by OFFSET, so that they show the latest changes. */
export const shallowRows = 500;

function isDeep({ number, size }: PageRequest): boolean {
  return (number - 1) * size >= shallowRows && number <= deepestPage;
}

/** A page's plan from its known start, and a callback that records the starts learnt from its rows. */
export type PlacedPage = {
  plan: PagePlan;
  /** Rows to read before the page's own: one row marks the start of a deep page. */
  before: 0 | 1;
  /**
   * @param first keys of the first row read, including the one before the page
   * @param last keys of the page's last row, if more rows follow
   */
  remember(first: SortKeys | undefined, last: SortKeys | undefined): void;
};

/** @param keyOf identifies the list's rows and order; called only for deep pages */
export function placePage(
  page: PageRequest,
  keyOf: () => string,
  planFor: (page: PageRequest) => PagePlan,
  { pageStarts } = listMemory,
): PlacedPage {
  if (page.cursor || page.number * page.size < shallowRows) return { plan: planFor(page), before: 0, remember() {} };
  const key = keyOf();
  const nameOf = (number: number) => `${number} ${page.size} ${key}`;
  const start = isDeep(page) ? (pageStarts.get(nameOf(page.number)) ?? null) : null;
  const plan = planFor({ ...page, cursor: start });
  const before = plan.offset >= shallowRows ? 1 : 0;
  plan.offset -= before;
  return {
    plan,
    before,
    remember(first, last) {
      if (before && first) pageStarts.set(nameOf(page.number), writeCursor(first));
      const next = { ...page, number: page.number + 1 };
      if (last && isDeep(next)) pageStarts.set(nameOf(next.number), writeCursor(last));
    },
  };
}
