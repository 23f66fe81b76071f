import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database, Databases } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { type Realm, regionOf } from "~/realms/realm";
import type { ErasePeople } from "~/services/.server/directory/purge";
import { fillMessage, formMessages } from "~/services/contracts/form-messages";
import {
  type ListView,
  maxViews,
  type SavedListName,
  type SavedLists,
  savedListNames,
} from "~/services/contracts/saved-lists";
import { conflict } from "~/services/contracts/service-error";
import { columns, views } from "./tables";

/** Saved views and chosen columns of lists; every query is restricted to the owner. */

export type ListOwner = { realm: Realm; uid: string };

const ofOwner = (table: typeof views | typeof columns, { realm, uid }: ListOwner) =>
  and(eq(table.realm, realm), eq(table.uid, uid));

/** All of a user's saved lists as one JSON value, for use in a larger statement; `readSavedLists` parses it. */
export function savedListsValue({ realm, uid }: ListOwner): SQL {
  return sql`select json_build_object(
    'views', (select json_agg(json_build_object('id', v.id, 'list', v.list, 'name', v.name, 'query', v.query)
      order by lower(v.name)) from ${views} v where v.realm = ${realm} and v.uid = ${uid}),
    'columns', (select json_object_agg(c.list, c.columns)
      from ${columns} c where c.realm = ${realm} and c.uid = ${uid}))`;
}

/** Parses the value of `savedListsValue`; lists that no longer exist are omitted. */
export function readSavedLists(value: unknown): SavedLists {
  const saved = value as { views: ListView[] | null; columns: Record<string, string[]> | null } | null;
  const isKnown = (list: string) => (savedListNames as readonly string[]).includes(list);
  return {
    views: (saved?.views ?? []).filter(({ list }) => isKnown(list)),
    columns: Object.fromEntries(Object.entries(saved?.columns ?? {}).filter(([list]) => isKnown(list))),
  };
}

/** @throws ServiceError 409 if the list already has a view of this name (case-insensitive), and above `maxViews` */
export async function createView(
  database: Database,
  { realm, uid }: ListOwner,
  view: Omit<ListView, "id">,
): Promise<ListView> {
  return inTransaction(database, async (transaction) => {
    // The lock serialises one user's inserts, so that two of them cannot both pass the limit.
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`lists.views ${realm} ${uid}`}, 0))`);
    const there = await transaction
      .select({ name: views.name })
      .from(views)
      .where(and(ofOwner(views, { realm, uid }), eq(views.list, view.list)));
    if (there.some(({ name }) => name.toLowerCase() === view.name.toLowerCase())) {
      throw conflict(formMessages.nameExists, [{ attribute: "name", reason: formMessages.nameExists }]);
    }
    if (there.length >= maxViews) {
      const reason = fillMessage("mostViews", { max: maxViews });
      throw conflict(reason, [{ attribute: "name", reason }]);
    }
    const [made] = await transaction
      .insert(views)
      .values({ realm, uid, ...view })
      .returning({ id: views.id, list: views.list, name: views.name, query: views.query });
    if (!made) throw new Error("the view was not returned");
    return made;
  });
}

/** @returns false if there was none */
export async function deleteView(
  database: Database,
  owner: ListOwner,
  list: SavedListName,
  id: string,
): Promise<boolean> {
  const gone = await database
    .delete(views)
    .where(and(ofOwner(views, owner), eq(views.list, list), eq(views.id, id)))
    .returning({ id: views.id });
  return gone.length > 0;
}

/** An empty array deletes the choice. */
export async function writeColumns(
  database: Database,
  owner: ListOwner,
  list: SavedListName,
  chosen: string[],
): Promise<void> {
  if (chosen.length === 0) {
    await database.delete(columns).where(and(ofOwner(columns, owner), eq(columns.list, list)));
    return;
  }
  await database
    .insert(columns)
    .values({ realm: owner.realm, uid: owner.uid, list, columns: chosen })
    .onConflictDoUpdate({
      target: [columns.realm, columns.uid, columns.list],
      set: { columns: chosen, updatedAt: sql`now()` },
    });
}

/** Deletes the saved views and columns of purged people. */
export function eraseSavedLists(databases: Databases): ErasePeople {
  return async (realm, uids) => {
    if (uids.length === 0) return;
    const database = databases[regionOf(realm)];
    for (const table of [views, columns]) {
      await database.delete(table).where(and(eq(table.realm, realm), inArray(table.uid, uids)));
    }
  };
}
