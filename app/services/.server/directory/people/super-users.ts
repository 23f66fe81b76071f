import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { superUserScope } from "~/services/.server/directory/rules";

/** The uids of a country's active super users. */
export async function listSuperUsers(within: Database | Transaction, realm: Realm): Promise<string[]> {
  const { rows } = await within.execute<{ uid: string }>(sql`
    select u.uid from directory.users u
    where u.realm = ${realm} and u.status = 'active' and ${superUserScope(realm)} = any (u.scopes) order by u.id`);
  return rows.map(({ uid }) => uid);
}
