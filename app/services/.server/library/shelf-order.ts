import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { Shelf } from "~/services/contracts/shelf";
import { findChoices, findOrder, type ShelfOwner } from "./shelf-store";

/** Lifetime of a cached order in milliseconds; adding or removing a book invalidates it at once. */
const lifetime = 60_000;
/** Maximum number of cached orders: one for each country, subscription, age filter and language. */
const maxOrders = 200;

export type ShelfOrder = {
  /** Ids of all books that the person may open, in the shelf's default order. */
  ids: readonly string[];
  choices: Shelf["choices"];
};

type CachedOrder = { version: string; until: number; order: Promise<ShelfOrder> };

/**
 * The order and filter values of a shelf, computed once for all people with the same shelf, so that 10,000 books are not sorted
 * for each page. For display only; the right to open each book is checked for each page. docs/decisions/0015-display-caches.md.
 */
export function createShelfOrders(): (
  database: Database,
  owner: ShelfOwner,
  own: string | null,
) => Promise<ShelfOrder> {
  const cached = new Map<string, CachedOrder>();
  return async (database, owner, own) => {
    const { realm, subscriptions, opensTalking, upToAge } = owner;
    const text = JSON.stringify([realm, [...new Set(subscriptions)].sort(), opensTalking, upToAge, own]);
    const key = createHash("sha256").update(text).digest("base64");
    const version = await catalogueVersion(database, owner);
    const entry = cached.get(key);
    if (entry && entry.version === version && entry.until > Date.now()) return entry.order;
    cached.delete(key);
    if (cached.size >= maxOrders) cached.delete(cached.keys().next().value as string);
    const order = Promise.all([findOrder(database, owner, own), findChoices(database, owner)]).then(
      ([ids, choices]) => ({ ids, choices }),
    );
    cached.set(key, { version, until: Date.now() + lifetime, order });
    order.catch(() => cached.delete(key));
    return order;
  };
}

/** Changes whenever a book is added to or removed from the country's catalogue. */
async function catalogueVersion(database: Database, { realm }: ShelfOwner): Promise<string> {
  const { rows } = await database.execute<{ version: string }>(sql`
    select (select count(*) from library.catalogue where realm = ${realm} and withdrawn_at is null)::text || ' ' ||
      coalesce((select max(added_at) from library.books)::text, '') as version`);
  return rows[0]?.version ?? "";
}
