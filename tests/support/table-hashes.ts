import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";

/** Audit entries of refusals, and of a super user who opens a family (decision 91), are expected and excluded. */
const lasting: Record<string, ReturnType<typeof sql>> = {
  "directory.audit": sql`t.action not in ('act.refused', 'payment.family_opened')`,
};

/** A hash per table, of all its rows: equal hashes mean that nothing was written in between. */
export async function tableHashes(database: Database): Promise<Record<string, string>> {
  const { rows: tables } = await database.execute<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  // Includes xmin, so that rewriting a row unchanged also counts as a write.
  const hashes = tables.map(
    ({ name }) => sql`
      select ${name} as name,
        count(*) || ' ' || coalesce(md5(string_agg(t.xmin::text || t::text, ',' order by t::text)), '') as print
      from ${sql.raw(name)} t where ${lasting[name] ?? sql`true`}`,
  );
  const { rows } = await database.execute<{ name: string; print: string }>(sql.join(hashes, sql` union all `));
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
}
