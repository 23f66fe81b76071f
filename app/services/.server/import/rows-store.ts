import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { RosterCells } from "./roster";

/** Rows of an import as they stand in the database. */

export type StoredRow = {
  place: number;
  sheet: string;
  row: number;
  cells: RosterCells;
  secret: Buffer | null;
};

export type NewRow = { place: number; sheet: string; row: number; cells: RosterCells; secret: Buffer | null };

export async function insertRows(database: Database, importId: string, rows: NewRow[]): Promise<void> {
  const all = JSON.stringify(rows.map((row) => ({ ...row, secret: row.secret?.toString("hex") ?? null })));
  await database.execute(sql`
    insert into imports.rows (import_id, place, sheet, row, cells, secret)
    select ${importId}, r.place, r.sheet, r.row, r.cells, decode(r.secret, 'hex')
    from jsonb_to_recordset(${all}::jsonb) as r (place int, sheet text, row int, cells jsonb, secret text)`);
}

export async function clearRows(database: Database, importId: string): Promise<void> {
  await database.execute(sql`delete from imports.rows where import_id = ${importId}`);
}

/** In the file's order, after a place. */
export async function rowsAfter(
  database: Database,
  importId: string,
  place: number,
  limit: number,
): Promise<StoredRow[]> {
  const { rows } = await database.execute<StoredRow>(sql`
    select place, sheet, row, cells, secret from imports.rows where import_id = ${importId} and place > ${place}
    order by place limit ${limit}`);
  return rows;
}

export type PlannedRow = {
  place: number;
  outcome: string;
  name: string | null;
  userId: number | null;
  changes: unknown[];
  problems: unknown[];
  candidates: number[];
  duplicateOf: number | null;
  plan: unknown;
};

/** Writes what a comparison has found; a choice that was made stays where its candidate does. */
export async function writePlans(database: Database, importId: string, rows: PlannedRow[]): Promise<void> {
  await database.execute(sql`
    update imports.rows r set outcome = p.outcome, name = p.name, user_id = p."userId", changes = p.changes, problems = p.problems,
      candidates = array(select jsonb_array_elements_text(p.candidates)::int), duplicate_of = p."duplicateOf", plan = p.plan,
      user_version = (select version from directory.users where id = p."userId"), user_ties = directory.ties_print(p."userId"),
      choice = case when p.outcome = 'likely' then r.choice end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (place int, outcome text, name text, "userId" int, changes jsonb,
      problems jsonb, candidates jsonb, "duplicateOf" int, plan jsonb)
    where r.import_id = ${importId} and r.place = p.place`);
}

/** Counts of every outcome and result, and what else stands on the import's own line. */
export async function recount(within: Database | Transaction, importId: string): Promise<void> {
  const countsOf = (column: SQL) => sql`coalesce((select jsonb_object_agg(name, count) from (
    select ${column} as name, count(*)::int as count from imports.rows where import_id = ${importId} and ${column} is not null
    group by 1) counted), '{}')`;
  await within.execute(sql`
    update imports.imports i set outcomes = ${countsOf(sql`outcome`)}, results = ${countsOf(sql`result`)}, undo = ${countsOf(sql`undo`)},
      has_passwords = exists (select 1 from imports.rows where import_id = i.id and secret is not null),
      reasons = array(select distinct p ->> 'reason' from imports.rows r, jsonb_array_elements(r.problems) p
        where r.import_id = i.id limit 200),
      new_groups = array(select distinct g ->> 'name' from imports.rows r, jsonb_array_elements(r.plan -> 'make') g
        where r.import_id = i.id and r.outcome in ('new', 'changed') limit 100)
    where id = ${importId}`);
}
