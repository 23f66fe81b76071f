import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";

/** Id of a country's organisation for families with their own subscription (migration 0600). */
export async function findConsumerUnit(within: Database | Transaction, realm: Realm): Promise<number> {
  const { rows } = await within.execute<{ id: number }>(
    sql`select organization_id as id from directory.consumer_units where realm = ${realm}`,
  );
  if (!rows[0]) throw new Error(`${realm} has no consumer unit`);
  return rows[0].id;
}
