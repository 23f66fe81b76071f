import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";

/** That somebody was refused is written down; nothing else came of it. */
const lasting: Record<string, ReturnType<typeof sql>> = { "directory.audit": sql`t.action <> 'act.refused'` };

/** One print a table, of all its rows: two that are alike mean that nothing was written in between. */
export async function rowPrints(database: Database): Promise<Record<string, string>> {
  const { rows: tables } = await database.execute<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  const prints: Record<string, string> = {};
  for (const { name } of tables) {
    // xmin too: a row that was written as it was has been written.
    const { rows } = await database.execute<{ print: string }>(sql`
      select count(*) || ' ' || coalesce(md5(string_agg(t.xmin::text || t::text, ',' order by t::text)), '') as print
      from ${sql.raw(name)} t where ${lasting[name] ?? sql`true`}`);
    prints[name] = rows[0]?.print ?? "";
  }
  return prints;
}
