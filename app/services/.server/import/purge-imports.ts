import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Realm } from "~/realms/realm";
import { countRowsOf } from "./row-store";

/** Deletes import data after the retention time, and for erased people. docs/product/choices.md#own-calls. */

const importsAtOnce = 20;

/** After 30 days deletes rows, files and undo data; the history entry stays, with its counts and without a name. */
export async function purgeExpiredImports(database: Database): Promise<void> {
  for (;;) {
    const { rows } = await database.execute<{ id: string }>(sql`
      select id from imports.imports where expires_at <= now() and counts is null order by created_at limit ${importsAtOnce}`);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return;
    const counts = [...(await countRowsOf(database, ids))].map(([id, counted]) => ({
      id,
      counts: { ...counted, hasPasswords: false },
    }));
    const expired = sql`any (${sql.param(ids)}::uuid[])`;
    await inTransaction(database, async (within) => {
      await within.execute(sql`
        update imports.imports i set counts = c.counts, ignored_headings = '[]', sheets = '[]', workbook_sheets = '[]', sheet_choices = null, new_groups = '[]', group_twins = '[]', group_questions = '[]', sheet_words = null,
          state = case when i.state in ('reading', 'ready', 'unreadable') then 'discarded' else i.state end
        from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as c (id uuid, counts jsonb)
        where i.id = c.id and i.counts is null`);
      await within.execute(sql`delete from imports.rows where import_id = ${expired}`);
      await within.execute(sql`delete from imports.parts where import_id = ${expired}`);
    });
  }
}

/**
 * Empties rows about erased people, which still count. Deletes files that contain or were uploaded by these people; a preview without
 * its file is discarded.
 */
export async function eraseFromImports(database: Database, realm: Realm, uids: readonly string[]): Promise<void> {
  const people = sql`${sql.param([...uids])}::uuid[]`;
  const texts = sql`${sql.param([...uids])}::text[]`;
  const isCandidate = sql`exists (select 1 from jsonb_array_elements(r.view -> 'candidates') each where each ->> 'id' = any (${texts}))`;
  await inTransaction(database, async (within) => {
    const { rows } = await within.execute<{ id: string }>(sql`
      select i.id from imports.imports i where i.realm = ${realm} and i.counts is null and (i.started_by = any (${people})
        or exists (select 1 from imports.rows r where r.import_id = i.id and (r.person_uid = any (${people})
          or (r.outcome = 'likely' and ${isCandidate})))) for update`);
    if (rows.length === 0) return;
    const touched = sql`any (${sql.param(rows.map(({ id }) => id))}::uuid[])`;
    await within.execute(sql`
      update imports.rows r set name = null, person_id = null, person_uid = null, cells = '{}', roster = null, secret = null, before = null,
        view = '{"changes": [], "problems": [], "candidates": []}'
      where r.import_id = ${touched} and r.person_uid = any (${people})`);
    await within.execute(sql`
      update imports.rows r set choice = case when r.choice = any (${texts}) then null else r.choice end,
        view = jsonb_set(r.view, '{candidates}', coalesce((
          select jsonb_agg(each) from jsonb_array_elements(r.view -> 'candidates') each where each ->> 'id' <> all (${texts})), '[]'))
      where r.import_id = ${touched} and r.outcome = 'likely' and ${isCandidate}`);
    // A row of somebody else may name them, e.g. for a username that both have.
    await within.execute(sql`
      update imports.rows r set view = jsonb_set(r.view, '{problems}', (
        select jsonb_agg(each || '{"people": []}') from jsonb_array_elements(r.view -> 'problems') each))
      where r.import_id = ${touched} and jsonb_path_exists(r.view, '$.problems[*].people[0]')`);
    await within.execute(sql`delete from imports.parts where import_id = ${touched}`);
    await within.execute(sql`
      update imports.imports set slips_name = null, slips_size = null,
        state = case when state in ('reading', 'ready', 'unreadable') then 'discarded' else state end
      where id = ${touched}`);
  });
}
