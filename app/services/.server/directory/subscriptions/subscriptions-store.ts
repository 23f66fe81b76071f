import { asc, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { subscriptionTypes } from "~/services/.server/directory/tables";
import { isPeriodRunningSql } from "./periods";

/** A person's subscriptions: their own, and those of their organisations and all ancestors, including ones that do not run today. */
export async function findSubscriptions(
  database: Database,
  userId: number,
): Promise<Array<{ type: string; label: string; active: boolean }>> {
  const { rows } = await database.execute<{ type: string; label: string; active: boolean }>(sql`
    select p.type, t.label,
      bool_or(${isPeriodRunningSql}) as active
    from directory.subscription_periods p join directory.subscription_types t on t.name = p.type
    where p.user_id = ${userId} or p.organization_id in (
      select c.ancestor_id from directory.associations a
      join directory.organization_closure c on c.descendant_id = a.organization_id
      where a.user_id = ${userId} and a.active)
    group by p.type, t.label order by t.label, p.type`);
  return rows;
}

/** Types of the periods of an organisation and its ancestors that run today. */
export async function findOrganizationSubscriptions(database: Database, organizationId: number): Promise<string[]> {
  const { rows } = await database.execute<{ type: string }>(sql`
    select distinct p.type from directory.subscription_periods p
    join directory.organization_closure c on c.ancestor_id = p.organization_id
    where c.descendant_id = ${organizationId}
      and p.starts_on <= directory.day_in(p.realm) and (p.ends_on is null or p.ends_on >= directory.day_in(p.realm))`);
  return rows.map(({ type }) => type);
}

/** All subscription types, sorted by name. */
export function listSubscriptionTypes(database: Database): Promise<Array<{ name: string; label: string }>> {
  return database.select().from(subscriptionTypes).orderBy(asc(subscriptionTypes.name));
}
