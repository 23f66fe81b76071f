import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { isRunning } from "./periods";

/** A person's subscriptions: one's own and those of one's organisations and all above them, whether they run today or not. */
export async function findSubscriptions(
  database: Database,
  userId: number,
): Promise<Array<{ type: string; label: string; active: boolean }>> {
  const { rows } = await database.execute<{ type: string; label: string; active: boolean }>(sql`
    select p.type, t.label,
      bool_or(${isRunning}) as active
    from directory.subscription_periods p join directory.subscription_types t on t.name = p.type
    where p.user_id = ${userId} or p.organization_id in (
      select c.ancestor_id from directory.associations a
      join directory.organization_closure c on c.descendant_id = a.organization_id
      where a.user_id = ${userId} and a.active)
    group by p.type, t.label order by t.label, p.type`);
  return rows;
}
