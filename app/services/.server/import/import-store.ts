import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import type { ImportState, PasswordPolicy, RowOutcome, RowResult, UndoResult } from "~/services/contracts/imports";
import type { SheetWords } from "~/services/contracts/jobs";
import type { PlannedRow, RosterCells, RowView } from "./roster-row";

/** Imports and their rows in the database. */

type Within = Database | Transaction;

export type StoredImport = {
  id: string;
  realm: Realm;
  organizationId: number;
  organizationUid: string;
  organizationName: string;
  /** Ids of the organisation itself and of all above it. */
  above: number[];
  rootId: number;
  state: ImportState;
  fileName: string;
  fileSize: number;
  startedBy: string;
  /** Of whoever uploaded it; null once that person is gone. */
  startedByName: string | null;
  actor: string | null;
  isSecure: boolean;
  problem: string | null;
  error: string | null;
  sheets: string[];
  columns: string[];
  ignoredHeadings: { sheet: string; heading: string }[];
  newGroups: string[];
  needsSecureLogin: boolean;
  passwords: PasswordPolicy | null;
  sheetWords: { fileName: string; words: SheetWords } | null;
  done: number;
  total: number | null;
  slipsName: string | null;
  slipsSize: number | null;
  isStopAsked: boolean;
  createdAt: string;
  importedAt: string | null;
  undoneAt: string | null;
  expiresAt: string;
  isExpired: boolean;
};

const moment = (column: string) => sql.raw(`to_char(i.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const importColumns = sql`i.id, i.realm, i.organization_id as "organizationId", o.uid as "organizationUid",
  o.name as "organizationName", i.root_id as "rootId", i.state, i.file_name as "fileName", i.file_size::float8 as "fileSize",
  (select json_agg(c.ancestor_id) from directory.organization_closure c where c.descendant_id = o.id) as above,
  i.started_by as "startedBy", p.name as "startedByName", i.actor, i.is_secure as "isSecure", i.problem, i.error, i.sheets,
  i.columns, i.ignored_headings as "ignoredHeadings", i.new_groups as "newGroups", i.needs_secure_login as "needsSecureLogin",
  i.passwords, i.sheet_words as "sheetWords", i.done, i.total, i.slips_name as "slipsName",
  i.slips_size::float8 as "slipsSize", i.is_stop_asked as "isStopAsked", ${moment("created_at")} as "createdAt",
  ${moment("imported_at")} as "importedAt", ${moment("undone_at")} as "undoneAt", ${moment("expires_at")} as "expiresAt",
  i.expires_at <= now() as "isExpired"`;
const importTables = sql`imports.imports i join directory.organizations o on o.id = i.organization_id
  left join directory.users p on p.uid = i.started_by and p.realm = i.realm`;

export type NewImport = {
  realm: Realm;
  organizationId: number;
  fileName: string;
  startedBy: string;
  actor: string | null;
  isSecure: boolean;
};

/** The import stands with its file, or not at all. */
export async function insertImport(transaction: Transaction, draft: NewImport): Promise<string> {
  const { rows } = await transaction.execute<{ id: string }>(sql`
    insert into imports.imports (realm, organization_id, root_id, file_name, file_size, started_by, actor, is_secure)
    values (${draft.realm}, ${draft.organizationId}, directory.root_of(${draft.organizationId}), ${draft.fileName}, 0,
      ${draft.startedBy}, ${draft.actor}, ${draft.isSecure}) returning id`);
  const id = rows[0]?.id;
  if (!id) throw new Error("the new import was not returned");
  return id;
}

export async function findImport(within: Within, realm: Realm, id: string): Promise<StoredImport | null> {
  const { rows } = await within.execute<StoredImport>(
    sql`select ${importColumns} from ${importTables} where i.id = ${id} and i.realm = ${realm}`,
  );
  return rows[0] ?? null;
}

/** Whatever its realm: for the worker, who knows nothing but the id. */
export async function readImport(within: Within, id: string): Promise<StoredImport | null> {
  const { rows } = await within.execute<StoredImport>(
    sql`select ${importColumns} from ${importTables} where i.id = ${id}`,
  );
  return rows[0] ?? null;
}

export async function listImports(
  within: Within,
  organizationId: number,
  { pageNumber, pageSize }: { pageNumber: number; pageSize: number },
): Promise<{ imports: StoredImport[]; total: number }> {
  const { rows } = await within.execute<StoredImport>(sql`select ${importColumns} from ${importTables}
    where i.organization_id = ${organizationId} order by i.created_at desc, i.id
    limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`);
  const counted = await within.execute<{ total: number }>(
    sql`select count(*)::int as total from imports.imports where organization_id = ${organizationId}`,
  );
  return { imports: rows, total: counted.rows[0]?.total ?? 0 };
}

/** Seconds without a sign of life after which a process counts as gone. */
const lostAfter = 60;

/** Takes an import to work on; null when another process has it. */
export async function claimImport(database: Database, id: string): Promise<StoredImport | null> {
  const { rowCount } = await database.execute(sql`
    update imports.imports set beat_at = now() where id = ${id} and state in ('reading', 'importing', 'undoing')
      and (beat_at is null or beat_at < now() - make_interval(secs => ${lostAfter}))`);
  return rowCount ? readImport(database, id) : null;
}

/** Imports whose process is gone, and those that wait longer than any queue would let them. */
export async function findLostImports(database: Database): Promise<string[]> {
  const { rows } = await database.execute<{ id: string }>(sql`
    select id from imports.imports where state in ('reading', 'importing', 'undoing')
      and coalesce(beat_at, created_at) < now() - make_interval(secs => ${lostAfter}) order by created_at limit 100`);
  return rows.map(({ id }) => id);
}

/** Says how far it is, and that its process lives. Returns whether it shall end. */
export async function reportImport(within: Within, id: string, done: number, total: number | null): Promise<boolean> {
  const { rows } = await within.execute<{ isStopAsked: boolean }>(sql`
    update imports.imports set done = ${done}, total = coalesce(${total}::int, total), beat_at = now() where id = ${id}
    returning is_stop_asked as "isStopAsked"`);
  return rows[0]?.isStopAsked ?? true;
}

type Changes = Partial<{
  problem: string | null;
  error: string | null;
  sheets: string[];
  columns: string[];
  ignoredHeadings: StoredImport["ignoredHeadings"];
  newGroups: string[];
  needsSecureLogin: boolean;
  passwords: PasswordPolicy;
  sheetWords: StoredImport["sheetWords"];
  isSecure: boolean;
  actor: string | null;
  startedBy: string;
  fileSize: number;
  slips: { name: string; size: number };
}>;

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

function assignments(changes: Changes): SQL[] {
  const { slips, ...rest } = changes;
  const columns: Record<string, SQL | undefined> = {
    problem: "problem" in rest ? sql`${rest.problem}` : undefined,
    error: "error" in rest ? sql`${rest.error}` : undefined,
    sheets: rest.sheets && json(rest.sheets),
    columns: rest.columns && json(rest.columns),
    ignored_headings: rest.ignoredHeadings && json(rest.ignoredHeadings),
    new_groups: rest.newGroups && json(rest.newGroups),
    needs_secure_login: rest.needsSecureLogin === undefined ? undefined : sql`${rest.needsSecureLogin}`,
    passwords: rest.passwords && sql`${rest.passwords}`,
    sheet_words: rest.sheetWords === undefined ? undefined : json(rest.sheetWords),
    is_secure: rest.isSecure === undefined ? undefined : sql`${rest.isSecure}`,
    actor: "actor" in rest ? sql`${rest.actor}` : undefined,
    started_by: rest.startedBy === undefined ? undefined : sql`${rest.startedBy}`,
    file_size: rest.fileSize === undefined ? undefined : sql`${rest.fileSize}`,
    slips_name: slips && sql`${slips.name}`,
    slips_size: slips && sql`${slips.size}`,
  };
  return Object.entries(columns).flatMap(([name, value]) => (value ? [sql`${sql.raw(name)} = ${value}`] : []));
}

export async function changeImport(within: Within, id: string, changes: Changes): Promise<void> {
  await within.execute(sql`update imports.imports set ${sql.join(assignments(changes), sql`, `)} where id = ${id}`);
}

/** From one of some states to another; false where it stands elsewhere. The work of the new state begins at its start. */
export async function moveImport(
  within: Within,
  id: string,
  from: readonly ImportState[],
  to: ImportState,
  changes: Changes = {},
): Promise<boolean> {
  const time = {
    imported: sql`, imported_at = now()`,
    stopped: sql`, imported_at = coalesce(imported_at, now())`,
    undone: sql`, undone_at = now()`,
  };
  const { rowCount } = await within.execute(sql`
    update imports.imports set ${sql.join([sql`state = ${to}`, ...assignments(changes)], sql`, `)}, done = 0, beat_at = null,
      is_stop_asked = false ${time[to as keyof typeof time] ?? sql``}
    where id = ${id} and state = any (${sql.param([...from])}::text[])`);
  return Boolean(rowCount);
}

/** Lets the process that writes an import end it at the next row. */
export async function askToStop(within: Within, id: string): Promise<void> {
  await within.execute(sql`update imports.imports set is_stop_asked = true where id = ${id} and state = 'importing'`);
}

/** Who writes an import into the same tree now, by name; waits for whoever asks the same at this moment. */
export async function findWriter(
  transaction: Transaction,
  rootId: number,
  exceptId: string | null,
): Promise<string | null> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('import'), ${rootId})`);
  const { rows } = await transaction.execute<{ name: string }>(sql`
    select coalesce(p.name, '') as name from imports.imports i
    left join directory.users p on p.uid = i.started_by and p.realm = i.realm
    where i.root_id = ${rootId} and i.state in ('importing', 'undoing') and i.id is distinct from ${exceptId}::uuid limit 1`);
  return rows[0]?.name ?? null;
}

export type Counts = {
  outcomes: Record<RowOutcome, number>;
  results: Record<RowResult, number>;
  undo: Record<UndoResult, number>;
  undecided: number;
  decided: number;
  hasPasswords: boolean;
};

export async function countRows(within: Within, id: string): Promise<Counts> {
  const { rows } = await within.execute<{ kind: string; value: string; count: number }>(sql`
    select 'outcome' as kind, outcome as value, count(*)::int as count from imports.rows where import_id = ${id} group by 2
    union all select 'result', result, count(*)::int from imports.rows where import_id = ${id} and result is not null group by 2
    union all select 'undo', undo, count(*)::int from imports.rows where import_id = ${id} and undo is not null group by 2
    union all select 'choice', case when choice is null then 'undecided' else 'decided' end, count(*)::int
      from imports.rows where import_id = ${id} and outcome = 'likely' group by 2
    union all select 'secret', 'secret', count(*)::int from imports.rows where import_id = ${id} and secret is not null`);
  const of = (kind: string, value: string) =>
    rows.find((each) => each.kind === kind && each.value === value)?.count ?? 0;
  const all = <Name extends string>(kind: string, names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, of(kind, name)])) as Record<Name, number>;
  return {
    outcomes: all("outcome", ["new", "changed", "unchanged", "refused", "wrong", "duplicate", "likely"]),
    results: all("result", ["created", "changed", "edited", "refused", "failed"]),
    undo: all("undo", ["restored", "kept", "failed"]),
    undecided: of("choice", "undecided"),
    decided: of("choice", "decided"),
    hasPasswords: of("secret", "secret") > 0,
  };
}

export type StoredRow = RowView & {
  place: number;
  sheet: string;
  row: number;
  outcome: RowOutcome;
  name: string | null;
  personId: number | null;
  personUid: string | null;
  personVersion: number | null;
  cells: RosterCells;
  secret: Buffer | null;
  choice: string | null;
  duplicateOf: number | null;
  duplicateSheet: string | null;
  duplicateRow: number | null;
  result: RowResult | null;
  before: unknown;
  writtenVersion: number | null;
  undo: UndoResult | null;
};

const rowColumns = sql`r.place, r.sheet, r.row, r.outcome, r.name, r.person_id as "personId", r.person_uid as "personUid",
  r.person_version as "personVersion", r.cells, r.view -> 'changes' as changes, r.view -> 'problems' as problems,
  r.view -> 'candidates' as candidates, r.secret, r.choice, r.duplicate_of as "duplicateOf", d.sheet as "duplicateSheet",
  d.row as "duplicateRow", r.result, r.before, r.written_version as "writtenVersion", r.undo`;
const rowTables = sql`imports.rows r left join imports.rows d on d.import_id = r.import_id and d.place = r.duplicate_of`;

export type RowFilter = { outcome?: RowOutcome; result?: RowResult; undo?: UndoResult; undecided?: boolean };

function rowCondition(id: string, { outcome, result, undo, undecided }: RowFilter): SQL {
  const conditions = [
    sql`r.import_id = ${id}`,
    ...(outcome ? [sql`r.outcome = ${outcome}`] : []),
    ...(result ? [sql`r.result = ${result}`] : []),
    ...(undo ? [sql`r.undo = ${undo}`] : []),
    ...(undecided ? [sql`r.outcome = 'likely' and r.choice is null`] : []),
  ];
  return sql.join(conditions, sql` and `);
}

export async function listRows(
  within: Within,
  id: string,
  filter: RowFilter,
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

/** Rows after a place that a condition holds for, in the file's order. */
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

/** Those that are to be written, and are not yet. */
export const waiting = sql`r.result is null and (r.outcome in ('new', 'changed') or (r.outcome = 'likely' and r.choice is not null))`;
export const written = sql`r.result in ('created', 'changed') and r.undo is null`;
/** Those that a corrected workbook holds. */
export const uncorrected = sql`r.outcome in ('wrong', 'refused', 'duplicate') or (r.outcome = 'likely' and r.choice is null)
  or r.result in ('edited', 'refused', 'failed')`;

export async function choicesOf(within: Within, id: string): Promise<Map<number, string>> {
  const { rows } = await within.execute<{ place: number; choice: string }>(
    sql`select place, choice from imports.rows where import_id = ${id} and choice is not null`,
  );
  return new Map(rows.map(({ place, choice }) => [place, choice]));
}

export type NewRow = PlannedRow & {
  sheet: string;
  row: number;
  cells: RosterCells;
  secret: Buffer | null;
  choice: string | null;
  personUid: string | null;
  personVersion: number | null;
};

export async function clearRows(within: Within, id: string): Promise<void> {
  await within.execute(sql`delete from imports.rows where import_id = ${id}`);
}

/** One statement, however many rows. */
export async function insertRows(within: Within, id: string, rows: readonly NewRow[]): Promise<void> {
  const values = rows.map(({ changes, problems, candidates, secret, ...row }) => ({
    ...row,
    view: { changes, problems, candidates },
    secret: secret?.toString("base64") ?? null,
  }));
  await within.execute(sql`
    insert into imports.rows (import_id, place, sheet, row, outcome, name, person_id, person_uid, person_version, cells, view, secret,
      choice, duplicate_of)
    select ${id}::uuid, r.place, r.sheet, r.row, r.outcome, r.name, r."personId", r."personUid", r."personVersion", r.cells, r.view,
      decode(r.secret, 'base64'), r.choice, r."duplicateOf"
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r (place int, sheet text, row int, outcome text, name text,
      "personId" int, "personUid" uuid, "personVersion" int, cells jsonb, view jsonb, secret text, choice text, "duplicateOf" int)`);
}

/** Decides on likely rows; whoever is none of the row's candidates is left out. Returns how many rows were found. */
export async function writeChoices(
  within: Within,
  id: string,
  choices: readonly { place: number; choice: string | null }[],
  rest: "new" | undefined,
): Promise<number> {
  const { rowCount } = await within.execute(sql`
    update imports.rows r set choice = c.choice from jsonb_to_recordset(${JSON.stringify(choices)}::jsonb) as c (place int, choice text)
    where r.import_id = ${id} and r.place = c.place and r.outcome = 'likely' and (c.choice is null or c.choice = 'new'
      or exists (select 1 from jsonb_array_elements(r.view -> 'candidates') each where each ->> 'id' = c.choice))`);
  if (rest) {
    await within.execute(
      sql`update imports.rows set choice = ${rest} where import_id = ${id} and outcome = 'likely' and choice is null`,
    );
  }
  return rowCount ?? 0;
}

export type RowEnd = {
  result: RowResult;
  personUid?: string;
  personId?: number;
  before?: unknown;
  /** Read within the transaction that wrote the person. */
  writtenVersion?: number;
  secret?: Buffer | null;
  problem?: { column: string | null; reason: string };
};

export async function endRow(within: Within, id: string, place: number, end: RowEnd): Promise<void> {
  const problem = end.problem && [{ ...end.problem, address: null, value: null, people: [] }];
  await within.execute(sql`
    update imports.rows set result = ${end.result}, person_uid = coalesce(${end.personUid ?? null}::uuid, person_uid),
      person_id = coalesce(${end.personId ?? null}::int, person_id), before = ${end.before === undefined ? null : JSON.stringify(end.before)}::jsonb,
      written_version = ${end.writtenVersion ?? null}, secret = ${end.secret ?? null},
      view = case when ${problem ? 1 : 0} = 0 then view
        else jsonb_set(view, '{problems}', (view -> 'problems') || ${JSON.stringify(problem ?? [])}::jsonb) end
    where import_id = ${id} and place = ${place}`);
}

export async function endUndo(within: Within, id: string, place: number, undo: UndoResult): Promise<void> {
  await within.execute(sql`update imports.rows set undo = ${undo} where import_id = ${id} and place = ${place}`);
}

/** Every reason that stands in the rows, once. */
export async function reasonsOf(within: Within, id: string): Promise<string[]> {
  const { rows } = await within.execute<{ reason: string }>(sql`
    select distinct problem ->> 'reason' as reason from imports.rows r, jsonb_array_elements(r.view -> 'problems') problem
    where r.import_id = ${id} order by 1 limit 200`);
  return rows.map(({ reason }) => reason);
}

export async function writePart(
  within: Within,
  id: string,
  kind: "file" | "slips",
  place: number,
  bytes: Buffer,
): Promise<void> {
  await within.execute(
    sql`insert into imports.parts (import_id, kind, place, bytes) values (${id}, ${kind}, ${place}, ${bytes})`,
  );
}

export async function clearParts(within: Within, id: string, kind: "file" | "slips"): Promise<void> {
  await within.execute(sql`delete from imports.parts where import_id = ${id} and kind = ${kind}`);
}

export async function readPart(
  within: Within,
  id: string,
  kind: "file" | "slips",
  place: number,
): Promise<{ bytes: Buffer; isLast: boolean } | null> {
  const { rows } = await within.execute<{ bytes: Buffer; isLast: boolean }>(sql`
    select p.bytes, not exists (select 1 from imports.parts n where n.import_id = p.import_id and n.kind = p.kind and n.place > p.place)
      as "isLast" from imports.parts p where p.import_id = ${id} and p.kind = ${kind} and p.place = ${place}`);
  return rows[0] ?? null;
}

/** After 30 days rows, files and undo are forgotten; the line of the history stays. */
export async function purgeExpiredImports(database: Database): Promise<void> {
  const expired = sql`select id from imports.imports where expires_at <= now()`;
  await database.execute(sql`delete from imports.rows where import_id in (${expired})`);
  await database.execute(sql`delete from imports.parts where import_id in (${expired})`);
}

/** Rows about people who are purged, and the files of those who uploaded them. */
export async function eraseFromImports(database: Database, realm: Realm, uids: readonly string[]): Promise<void> {
  const people = sql`${sql.param([...uids])}::uuid[]`;
  await database.execute(sql`delete from imports.rows where person_uid = any (${people})`);
  await database.execute(sql`delete from imports.parts where import_id in
    (select id from imports.imports where realm = ${realm} and started_by = any (${people}))`);
}
