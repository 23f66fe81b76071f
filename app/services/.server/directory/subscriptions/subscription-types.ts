import { asc } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { subscriptionTypes } from "~/services/.server/directory/tables";

/** All subscription types, sorted by name. */
export function listSubscriptionTypes(database: Database): Promise<Array<{ name: string; label: string }>> {
  return database.select().from(subscriptionTypes).orderBy(asc(subscriptionTypes.name));
}
