import { sql } from "drizzle-orm";
import { createCache } from "~/caching/create-cache";
import type { Database } from "~/db/.server/connect";
import type { Shelf } from "~/services/contracts/shelf";
import { findBooksInOrder, findFilterChoices, type ShelfOwner } from "./shelf-store";
import { findWithheldIds } from "./withheld-books";

/** Lifetime of a cached order in milliseconds. Adding or removing a book changes the key. */
const lifetime = 60_000;
/** Maximum number of cached orders: one for each country, subscription, age filter and language. */
const maxOrders = 200;

export type ShelfOrder = {
  /** Ids of all books that the person may open, in the shelf's default order. */
  ids: readonly string[];
  choices: Shelf["choices"];
};

/**
 * The order and filter values of a shelf, computed once for all people with the same shelf, so that 10,000 books are not sorted
 * for each page. What is withheld from one child is taken out afterwards. For display only; the right to open each book is checked for each page. docs/decisions/0015-display-caches.md.
 */
export function createShelfOrders(): (
  database: Database,
  owner: ShelfOwner,
  own: string | null,
) => Promise<ShelfOrder> {
  const orders = createCache<Promise<ShelfOrder>>({ name: "shelf-orders", limit: maxOrders, ttl: lifetime });
  return async (database, owner, own) => {
    const { realm, subscriptions, opensTalking, upToAge } = owner;
    const version = await catalogueVersion(database, owner);
    const shelf = JSON.stringify([realm, [...new Set(subscriptions)].sort(), opensTalking, upToAge, own, version]);
    const order = await orders.getOrMake(shelf, async () => {
      const [ids, choices] = await Promise.all([
        findBooksInOrder(database, owner, own),
        findFilterChoices(database, owner),
      ]);
      return { ids, choices };
    });
    const withheld = await findWithheldIds(database, owner);
    if (withheld.length === 0) return order;
    const without = await findFilterChoices(database, owner, withheld);
    const hidden = new Set(withheld);
    return { ids: order.ids.filter((id) => !hidden.has(id)), choices: choicesLess(order.choices, without) };
  };
}

/** Filter values without those of some of the books. */
function choicesLess(all: Shelf["choices"], some: Shelf["choices"]): Shelf["choices"] {
  const less = (what: keyof Shelf["choices"]) => {
    const counts = new Map(some[what].map(({ value, count }) => [value, count]));
    const left = all[what].map(({ value, count }) => ({ value, count: count - (counts.get(value) ?? 0) }));
    return left.filter(({ count }) => count > 0);
  };
  return { languages: less("languages"), voices: less("voices"), categories: less("categories") };
}

/** Changes whenever a book is added to or removed from the country's catalogue. */
async function catalogueVersion(database: Database, { realm }: ShelfOwner): Promise<string> {
  const { rows } = await database.execute<{ version: string }>(sql`
    select (select count(*) from library.catalogue where realm = ${realm} and withdrawn_at is null)::text || ' ' ||
      coalesce((select max(added_at) from library.books)::text, '') as version`);
  return rows[0]?.version ?? "";
}
