import { deepestPage, type Keys, type PageAsked, type PagePlan, writeCursor } from "./list-page";

/**
 * Where deep pages of lists begin, so that page 1,000 needs not count 9,990 rows: whoever reads a page learns where the next
 * one begins, and whoever comes by number finds it here for a minute. Reading on page by page is then as exact as with cursors.
 * It says nothing about rights: each page's own conditions hold as ever. docs/decisions/0021-lists-at-a-million.md.
 */
export type Positions = {
  /** The cursor at which a page begins, when it is known. */
  find(key: string, page: PageAsked): string | null;
  /** `cursor` is where the page begins. */
  keep(key: string, page: PageAsked, cursor: string): void;
};

/** Rows before a page for which counting them is nothing. */
export const shallow = 500;

export function createPositions(options: { size?: number; milliseconds?: number; now?: () => number } = {}): Positions {
  const { size: most = 5000, milliseconds = 60_000, now = Date.now } = options;
  const known = new Map<string, { cursor: string; until: number }>();
  const nameOf = (key: string, number: number) => `${number} ${key}`;
  const isDeep = ({ number, size }: PageAsked) => (number - 1) * size >= shallow && number <= deepestPage;
  return {
    find(key, page) {
      if (!isDeep(page)) return null;
      const name = nameOf(key, page.number);
      const found = known.get(name);
      if (!found) return null;
      if (found.until > now()) return found.cursor;
      known.delete(name);
      return null;
    },
    keep(key, page, cursor) {
      if (!isDeep(page)) return;
      const name = nameOf(key, page.number);
      // A Map keeps the order of insertion: the oldest goes first.
      known.delete(name);
      known.set(name, { cursor, until: now() + milliseconds });
      const oldest = known.size > most ? known.keys().next().value : undefined;
      if (oldest !== undefined) known.delete(oldest);
    },
  };
}

/** A page's plan from where it is known to begin, and what to do with what was read. */
export type PlacedPage = {
  plan: PagePlan;
  /** Rows to read before the page's own: one tells where a deep page begins, for those who ask for it again. */
  before: 0 | 1;
  /** @param first keys of the first row read, whether before the page or in it @param last of the page's last, when more follow */
  remember(first: Keys | undefined, last: Keys | undefined): void;
};

/** @param keyOf everything that says which rows there are and in which order; asked for deep pages alone */
export function placePage(
  positions: Positions,
  page: PageAsked,
  keyOf: () => string,
  planFor: (page: PageAsked) => PagePlan,
): PlacedPage {
  if (page.cursor || page.number * page.size < shallow) return { plan: planFor(page), before: 0, remember() {} };
  const key = keyOf();
  const plan = planFor({ number: page.number, size: page.size, cursor: positions.find(key, page) });
  const before = plan.offset >= shallow ? 1 : 0;
  plan.offset -= before;
  return {
    plan,
    before,
    remember(first, last) {
      if (before && first) positions.keep(key, page, writeCursor(first));
      const next = { number: page.number + 1, size: page.size, cursor: null };
      if (last) positions.keep(key, next, writeCursor(last));
    },
  };
}
