import { deepestPage } from "~/services/contracts/list-limits";
import { listMemory } from "./list-memory";
import { type Keys, type PagePlan, type PageRequest, writeCursor } from "./list-page";

/**
 * Where deep pages begin, so that page 1,000 does not count 9,990 rows: whoever reads a page learns where the next one begins, and a
 * request by page number finds that for a minute. docs/decisions/0020-lists-at-a-million.md.
 */

/**
 * Rows before a page that are cheap to count: a shallow page is always read by its number, so that it shows the latest changes.
 */
export const shallowRows = 500;

function isDeep({ number, size }: PageRequest): boolean {
  return (number - 1) * size >= shallowRows && number <= deepestPage;
}

/** A page's plan from where it is known to begin, and what to do with the rows that were read. */
export type PlacedPage = {
  plan: PagePlan;
  /** Rows to read before the page's own: one marks the start of a deep page. */
  before: 0 | 1;
  /**
   * @param first keys of the first row read, before the page or in it @param last keys of the page's last row, when more follow
   */
  remember(first: Keys | undefined, last: Keys | undefined): void;
};

/** @param keyOf identifies the rows of the list and their order; called for deep pages only */
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
