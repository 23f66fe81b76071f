import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { fillMessage } from "~/services/contracts/form-messages";
import type { RowNote } from "~/services/contracts/import-rows";
import {
  type RowOutcome,
  type RowResult,
  rowOutcomes,
  rowResults,
  type UndoResult,
  undoResults,
} from "~/services/contracts/import-states";
import type { ImportCounts } from "./import-store";
import type { PlannedRow, RosterCells, RosterPart, RowView } from "./roster-row";
import type { SharedValue } from "./rows-of-file";

/** Database access for the rows of imports. */

type Within = Database | Transaction;

/** Counts the rows of an import by outcome, result and undo. */
export async function countImportRows(within: Within, id: string): Promise<ImportCounts> {
  return (await countRowsOf(within, [id])).get(id) ?? countsOf([]);
}

/** Condition: a likely row may become a new person. */
const mayBeNew = sql`coalesce((r.view ->> 'mayBeNew')::boolean, true)`;

type Counted = { id: string; kind: string; value: string; count: number };

/** Uses one statement for any number of imports. */
export async function countRowsOf(within: Within, ids: readonly string[]): Promise<Map<string, ImportCounts>> {
  const { rows } = await within.execute<Counted>(sql`
    with counted as (
      select import_id as id, outcome, result, undo, choice is null as undecided, secret is not null and result is null as secret, warned,
        case when outcome = 'likely' and choice is null then ${mayBeNew} end as may_be_new, count(*)::int as count
      from imports.rows r where import_id = any (${sql.param([...ids])}::uuid[]) group by 1, 2, 3, 4, 5, 6, 7, 8)
    select id, 'outcome' as kind, outcome as value, sum(count)::int as count from counted group by 1, 3
    union all select id, 'result', result, sum(count)::int from counted where result is not null group by 1, 3
    union all select id, 'undo', undo, sum(count)::int from counted where undo is not null group by 1, 3
    union all select id, 'choice', case when undecided then 'undecided' else 'decided' end, sum(count)::int
      from counted where outcome = 'likely' group by 1, 3
    union all select id, 'choice', 'undecidedNew', sum(count)::int from counted where may_be_new group by 1
    union all select id, 'secret', 'secret', sum(count)::int from counted where secret group by 1
    union all select id, 'warned', 'warned', sum(count)::int from counted where warned group by 1`);
  return new Map(ids.map((id) => [id, countsOf(rows.filter((each) => each.id === id))]));
}

function countsOf(rows: readonly Counted[]): ImportCounts {
  const of = (kind: string, value: string) =>
    rows.find((each) => each.kind === kind && each.value === value)?.count ?? 0;
  const all = <Name extends string>(kind: string, names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, of(kind, name)])) as Record<Name, number>;
  return {
    outcomes: all("outcome", rowOutcomes),
    results: all("result", rowResults),
    undo: all("undo", undoResults),
    undecided: of("choice", "undecided"),
    undecidedNew: of("choice", "undecidedNew"),
    decided: of("choice", "decided"),
    warned: of("warned", "warned"),
    hasPasswords: of("secret", "secret") > 0,
  };
}

/** A candidate with the version that the preview was based on. */
type StoredCandidate = RowView["candidates"][number] & { version: number };

export type StoredRow = Omit<RowView, "candidates"> & {
  candidates: StoredCandidate[];
  mayBeNew: boolean;
  place: number;
  sheet: string;
  row: number;
  outcome: RowOutcome;
  name: string | null;
  personId: number | null;
  personUid: string | null;
  personVersion: number | null;
  cells: RosterCells;
  roster: RosterPart | null;
  secret: Buffer | null;
  choice: string | null;
  duplicateOf: number | null;
  duplicateSheet: string | null;
  duplicateRow: number | null;
  /** The cells of the row that is imported instead of a duplicate. */
  duplicateCells: RosterCells | null;
  /** null for rows of an older version. */
  notes: RowNote[] | null;
  result: RowResult | null;
  before: unknown;
  writtenVersion: number | null;
  undo: UndoResult | null;
};

const rowColumns = sql`r.place, r.sheet, r.row, r.outcome, r.name, r.person_id as "personId", r.person_uid as "personUid",
  r.person_version as "personVersion", r.cells, r.roster, r.view -> 'changes' as changes, r.view -> 'problems' as problems,
  r.view -> 'candidates' as candidates, r.view -> 'notes' as notes, ${mayBeNew} as "mayBeNew", r.secret, r.choice, r.duplicate_of as "duplicateOf",
  d.sheet as "duplicateSheet", d.row as "duplicateRow", d.cells as "duplicateCells", r.result, r.before, r.written_version as "writtenVersion", r.undo`;
const rowTables = sql`imports.rows r left join imports.rows d on d.import_id = r.import_id and d.place = r.duplicate_of`;

export type StoredRowFilter = {
  outcome?: RowOutcome;
  result?: RowResult;
  undo?: UndoResult;
  undecided?: boolean;
  warned?: boolean;
};

function rowCondition(id: string, { outcome, result, undo, undecided, warned }: StoredRowFilter): SQL {
  const conditions = [
    sql`r.import_id = ${id}`,
    ...(outcome ? [sql`r.outcome = ${outcome}`] : []),
    ...(result ? [sql`r.result = ${result}`] : []),
    ...(undo ? [sql`r.undo = ${undo}`] : []),
    ...(undecided ? [sql`r.outcome = 'likely' and r.choice is null`] : []),
    ...(warned ? [sql`r.warned`] : []),
  ];
  return sql.join(conditions, sql` and `);
}

export async function listImportRows(
  within: Within,
  id: string,
  filter: StoredRowFilter,
  { pageNumber, pageSize }: { pageNumber: number; pageSize: number },
): Promise<{ rows: StoredRow[]; total: number }> {
  const condition = rowCondition(id, filter);
  const { rows } = await within.execute<StoredRow>(sql`select ${rowColumns} from ${rowTables} where ${condition}
    order by r.place limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`);
  const counted = await within.execute<{ total: number }>(
    sql`select count(*)::int as total from imports.rows r where ${condition}`,
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** The columns of a row that the import needs; the others are for pages and for the undo. */
export type RowToWrite = Pick<
  StoredRow,
  | "place"
  | "sheet"
  | "row"
  | "outcome"
  | "personUid"
  | "personVersion"
  | "cells"
  | "roster"
  | "candidates"
  | "secret"
  | "choice"
>;

/** Rows after a place that are still to be imported, in the file's order. */
export async function findRowsToWrite(within: Within, id: string, after: number, limit: number): Promise<RowToWrite[]> {
  const { rows } = await within.execute<RowToWrite>(sql`
    select r.place, r.sheet, r.row, r.outcome, r.person_uid as "personUid", r.person_version as "personVersion", r.cells, r.roster,
      r.view -> 'candidates' as candidates, r.secret, r.choice
    from imports.rows r where r.import_id = ${id} and r.place > ${after} and ${waiting} order by r.place limit ${limit}`);
  return rows;
}

/** Rows after a place that match a condition, in the file's order. */
export async function rowsAfter(
  within: Within,
  id: string,
  after: number,
  limit: number,
  condition: SQL,
): Promise<StoredRow[]> {
  const { rows } = await within.execute<StoredRow>(sql`select ${rowColumns} from ${rowTables}
    where r.import_id = ${id} and r.place > ${after} and (${condition}) order by r.place limit ${limit}`);
  return rows;
}

/** Condition: the row is still to be imported. */
const waiting = sql`r.result is null and (r.outcome in ('new', 'changed', 'moved', 'returning', 'gone') or (r.outcome = 'likely' and r.choice is not null))`;
export const isApplied = sql`r.result in ('created', 'changed', 'returned', 'deactivated')`;
export const undoable = sql`${isApplied} and r.undo is null`;

/** Number of rows to import, including those already imported. */
export function toWrite({ outcomes, decided }: Pick<ImportCounts, "outcomes" | "decided">): number {
  const { new: created, changed, moved, returning, gone } = outcomes;
  return created + changed + moved + returning + gone + decided;
}
export function countApplied({ results }: Pick<ImportCounts, "results">): number {
  return results.created + results.changed + results.returned + results.deactivated;
}
/** Condition: the row belongs in a corrected workbook. */
export const uncorrected = sql`r.outcome in ('wrong', 'refused', 'duplicate') or (r.outcome = 'likely' and r.choice is null)
  or r.result in ('edited', 'refused', 'failed')`;

/** The choices of rows, by `rowKey`: the places of rows differ when other sheets of a workbook are read. */
export async function choicesOf(within: Within, id: string): Promise<Map<string, string>> {
  const { rows } = await within.execute<{ sheet: string; row: number; choice: string }>(
    sql`select sheet, row, choice from imports.rows where import_id = ${id} and choice is not null`,
  );
  return new Map(rows.map((each) => [rowKey(each), each.choice]));
}

export function rowKey({ sheet, row }: { sheet: string; row: number }): string {
  return `${row} ${sheet}`;
}

export type NewRow = Omit<PlannedRow, "candidates"> & {
  candidates: StoredCandidate[];
  sheet: string;
  row: number;
  cells: RosterCells;
  roster: RosterPart | null;
  secret: Buffer | null;
  choice: string | null;
  personUid: string | null;
  personVersion: number | null;
  notes?: readonly RowNote[];
};

export async function clearRows(within: Within, id: string): Promise<void> {
  await within.execute(sql`delete from imports.rows where import_id = ${id}`);
}

/** Inserts any number of rows with one statement. */
export async function insertRows(within: Within, id: string, rows: readonly NewRow[]): Promise<void> {
  const values = rows.map(({ changes, problems, candidates, mayBeNew, notes = [], secret, ...row }) => ({
    ...row,
    view: {
      ...{ changes, problems, candidates },
      ...(mayBeNew === undefined ? {} : { mayBeNew }),
      ...(notes.length > 0 ? { notes } : {}),
    },
    // Values of merged cells are as the user sees them.
    warned: notes.some(({ kind }) => kind !== "merged"),
    secret: secret?.toString("base64") ?? null,
  }));
  await within.execute(sql`
    insert into imports.rows (import_id, place, sheet, row, outcome, name, person_id, person_uid, person_version, cells, view, secret,
      choice, duplicate_of, roster, warned)
    select ${id}::uuid, r.place, r.sheet, r.row, r.outcome, r.name, r."personId", r."personUid", r."personVersion", r.cells, r.view,
      decode(r.secret, 'base64'), r.choice, r."duplicateOf", r.roster, r.warned
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r (place int, sheet text, row int, outcome text, name text,
      "personId" int, "personUid" uuid, "personVersion" int, cells jsonb, view jsonb, secret text, choice text, "duplicateOf" int, roster jsonb, warned boolean)`);
}

/** Makes rows of earlier batches wrong that share a value with a later row. A row that must not be changed anyway stays refused. */
export async function addSharedValues(within: Within, id: string, shared: readonly SharedValue[]): Promise<void> {
  if (shared.length === 0) return;
  await within.execute(sql`
    with e as materialized (
      select ${id}::uuid as import, place, jsonb_agg(problem) as problems
      from jsonb_to_recordset(${JSON.stringify(shared)}::jsonb) as given (place int, problem jsonb) group by place)
    update imports.rows r set outcome = 'wrong', choice = null,
      view = r.view || jsonb_build_object('candidates', '[]'::jsonb, 'problems',
        (case r.outcome when 'wrong' then r.view -> 'problems' else '[]' end) || (
          select jsonb_agg(each || jsonb_build_object('address', r.cells -> (each ->> 'column') -> 'address',
            'value', r.cells -> (each ->> 'column') -> 'text')) from jsonb_array_elements(e.problems) each))
    from e where ${sameRow} and r.outcome <> 'refused'`);
}

/**
 * Stores decisions on likely rows; a person who is not one of the row's candidates is ignored. Returns the number of rows changed.
 */
export async function writeChoices(
  within: Within,
  id: string,
  choices: readonly { place: number; choice: string | null }[],
  rest: "new" | undefined,
): Promise<number> {
  const { rowCount } = await within.execute(sql`
    update imports.rows r set choice = c.choice from jsonb_to_recordset(${JSON.stringify(choices)}::jsonb) as c (place int, choice text)
    where r.import_id = ${id} and r.place = c.place and r.outcome = 'likely' and (c.choice is null or (c.choice = 'new' and ${mayBeNew})
      or exists (select 1 from jsonb_array_elements(r.view -> 'candidates') each where each ->> 'id' = c.choice))`);
  if (rest) {
    await within.execute(
      sql`update imports.rows r set choice = ${rest}
        where r.import_id = ${id} and r.outcome = 'likely' and r.choice is null and ${mayBeNew}`,
    );
  }
  return rowCount ?? 0;
}

export type RowEnd = {
  place: number;
  result: RowResult;
  personUid?: string;
  personId?: number;
  before?: unknown;
  /** The person's version in the transaction that wrote it. */
  writtenVersion?: number;
  secret?: Buffer | null;
  problem?: { column: string | null; reason: string };
};

/** Some rows already have a result: another process works on the same import. */
export class ConcurrentImportError extends Error {
  constructor() {
    super("another process works on this import");
  }
}

/**
 * Joins rows to the given rows `e` by their full key. With the id as a constant, PostgreSQL would estimate one or two rows for a new
 * import that its statistics do not cover yet, and scan all given rows for each row.
 */
export const sameRow = sql`r.import_id = e.import and r.place = e.place`;

/** @throws ConcurrentImportError */
export async function endRows(within: Within, id: string, ends: readonly RowEnd[]): Promise<void> {
  if (ends.length === 0) return;
  const values = ends.map(({ place, result, personUid, personId, before, writtenVersion, problem, secret }) => ({
    ...{ place, result, personUid, personId, before, writtenVersion },
    secret: secret?.toString("base64") ?? null,
    problems: problem ? [{ ...problem, address: null, value: null, people: [] }] : [],
  }));
  const { rowCount } = await within.execute(sql`
    with e as materialized (
      select ${id}::uuid as import, given.* from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as given (place int, result text,
        "personUid" uuid, "personId" int, before jsonb, "writtenVersion" int, secret text, problems jsonb))
    update imports.rows r set result = e.result, person_uid = coalesce(e."personUid", r.person_uid),
      person_id = coalesce(e."personId", r.person_id), before = e.before, written_version = e."writtenVersion",
      secret = decode(e.secret, 'base64'), written_at = case when e."writtenVersion" is not null then now() end,
      view = case when e.problems = '[]' then r.view else jsonb_set(r.view, '{problems}', (r.view -> 'problems') || e.problems) end
    from e where ${sameRow} and r.result is null`);
  if (rowCount !== ends.length) throw new ConcurrentImportError();
}

/** Ends the rows that are still to be imported. */
export async function endWaitingRows(
  within: Within,
  id: string,
  { result, reason }: { result: RowResult; reason: string },
): Promise<void> {
  const problem = JSON.stringify([{ column: null, reason, address: null, value: null, people: [] }]);
  await within.execute(sql`
    update imports.rows r set result = ${result}, view = jsonb_set(r.view, '{problems}', (r.view -> 'problems') || ${problem}::jsonb)
    where r.import_id = ${id} and ${waiting}`);
}

/**
 * Deletes passwords of rows that were not imported. Generated ones stay until the rows are deleted, so that the sheets can be printed without
 * those that have been replaced since.
 */
export async function clearSecrets(within: Within, id: string): Promise<void> {
  await within.execute(sql`
    update imports.rows set secret = null where import_id = ${id} and secret is not null and result is distinct from 'created'`);
}

/**
 * For people who were written or restored by another import since this one's preview: the reason why their row is not written; by uid.
 * @param people with their current versions: after a later edit, the other import is not the reason
 */
export async function otherImportsOf(
  within: Within,
  id: string,
  people: readonly { uid: string; version: number }[],
): Promise<Map<string, string>> {
  if (people.length === 0) return new Map();
  const { rows } = await within.execute<{ uid: string; file: string; isUndo: boolean }>(sql`
    select distinct on (r.person_uid) r.person_uid as uid, n.file_name as file, r.undo is not distinct from 'restored' as "isUndo"
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p (uid uuid, version int)
    join imports.rows r on r.person_uid = p.uid and r.import_id <> ${id} and ${isApplied}
    join imports.imports n on n.id = r.import_id join imports.imports i on i.id = ${id}
    where (r.written_version = p.version and r.written_at > coalesce(i.previewed_at, i.created_at))
      or (r.undo = 'restored' and n.undone_at > coalesce(i.previewed_at, i.created_at))
    order by r.person_uid, coalesce(n.undone_at, r.written_at) desc`);
  const reasonOf = ({ file, isUndo }: { file: string; isUndo: boolean }) =>
    fillMessage(isUndo ? "undoneMeanwhile" : "importedMeanwhile", { file });
  return new Map(rows.map((row) => [row.uid, reasonOf(row)]));
}

/** Distinct reasons of the rows. */
export async function findReasons(within: Within, id: string): Promise<string[]> {
  const { rows } = await within.execute<{ reason: string }>(sql`
    select distinct problem ->> 'reason' as reason from imports.rows r, jsonb_array_elements(r.view -> 'problems') problem
    where r.import_id = ${id} order by 1 limit 200`);
  return rows.map(({ reason }) => reason);
}
