import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { unclaimed, type WorkTable } from "~/services/.server/jobs/claims";
import type { Import, PasswordPolicy, UndoneGroups } from "~/services/contracts/import-entity";
import type { SheetChoice, WorkbookSheet } from "~/services/contracts/import-sheets";
import type { ImportState, RowOutcome, RowResult, UndoResult } from "~/services/contracts/import-states";
import type { SheetWords } from "~/services/contracts/jobs";

/** Database access for imports and their files; rows are in row-store.ts. */

type Within = Database | Transaction;

export type ImportCounts = {
  outcomes: Record<RowOutcome, number>;
  results: Record<RowResult, number>;
  undo: Record<UndoResult, number>;
  /** Number of likely rows without and with a choice. */
  undecided: number;
  decided: number;
  /** Number of those without a choice that can become new people; absent in counts stored by earlier versions. */
  undecidedNew?: number;
  /** Rows with a note other than that of merged cells; missing in counts that an older version stored. */
  warned?: number;
  hasPasswords: boolean;
};

/** Whether a group of the file is an existing one. `organizationId`: the school that would get a new group. */
export type GroupQuestion = Omit<Import["groupQuestions"][number], "options" | "isOfSeveralSchools"> & {
  organizationId: number;
  /** Missing in questions that an older version stored. */
  isOfSeveralSchools?: boolean;
  options: (Import["groupQuestions"][number]["options"][number] & { groupId: number })[];
};

export type StoredImport = {
  id: string;
  realm: Realm;
  organizationId: number;
  organizationUid: string;
  organizationName: string;
  /** Ids of the organisation and all its ancestors. */
  above: number[];
  rootId: number;
  state: ImportState;
  fileName: string;
  fileSize: number;
  startedBy: string;
  /** Name of the uploader; null once that user is deleted or the import has expired. */
  startedByName: string | null;
  /** The user who requested the undo; the import still belongs to the user who started it. */
  undoneBy: string | null;
  actor: string | null;
  isSecure: boolean;
  problem: string | null;
  error: string | null;
  sheets: string[];
  workbookSheets: WorkbookSheet[];
  /** The sheets to read; null for those that the user sees. */
  sheetChoices: SheetChoice[] | null;
  columns: string[];
  ignoredHeadings: { sheet: string; heading: string }[];
  newGroups: string[];
  groupTwins: { name: string; like: string }[];
  groupQuestions: GroupQuestion[];
  undoneGroups: UndoneGroups | null;
  needsSecureLogin: boolean;
  passwords: PasswordPolicy | null;
  sheetWords: { fileName: string; words: SheetWords } | null;
  done: number;
  total: number | null;
  slipsName: string | null;
  slipsSize: number | null;
  isStopRequested: boolean;
  createdAt: string;
  importedAt: string | null;
  undoneAt: string | null;
  expiresAt: string;
  isExpired: boolean;
  /** Row counts, stored when the rows are deleted; null before. */
  counts: ImportCounts | null;
  /** The sync job that the rows come from; null for a workbook. */
  syncJob: string | null;
  managed: { organizations: number[]; groups: number[] } | null;
};

const moment = (column: string) => sql.raw(`to_char(i.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const importColumns = sql`i.id, i.realm, i.organization_id as "organizationId", o.uid as "organizationUid",
  o.name as "organizationName", i.root_id as "rootId", i.state, i.file_name as "fileName", i.file_size::float8 as "fileSize",
  (select json_agg(c.ancestor_id) from directory.organization_closure c where c.descendant_id = o.id) as above,
  i.started_by as "startedBy", case when i.expires_at > now() then p.name end as "startedByName", i.undone_by as "undoneBy", i.actor, i.is_secure as "isSecure", i.problem, i.error, i.sheets,
  i.workbook_sheets as "workbookSheets", i.sheet_choices as "sheetChoices", i.columns, i.ignored_headings as "ignoredHeadings", i.new_groups as "newGroups", i.group_twins as "groupTwins", i.group_questions as "groupQuestions", i.undone_groups as "undoneGroups", i.needs_secure_login as "needsSecureLogin",
  i.passwords, i.sheet_words as "sheetWords", i.done, i.total, i.slips_name as "slipsName",
  i.slips_size::float8 as "slipsSize", i.is_stop_asked as "isStopRequested", ${moment("created_at")} as "createdAt",
  ${moment("imported_at")} as "importedAt", ${moment("undone_at")} as "undoneAt", ${moment("expires_at")} as "expiresAt",
  i.expires_at <= now() as "isExpired", i.counts, i.sync_job as "syncJob", i.managed`;
const importTables = sql`imports.imports i join directory.organizations o on o.id = i.organization_id
  left join directory.users p on p.uid = i.started_by and p.realm = i.realm`;

type NewImport = {
  realm: Realm;
  organizationId: number;
  fileName: string;
  startedBy: string;
  actor: string | null;
  isSecure: boolean;
  syncJob?: string;
};

/** Inserts an import, in the transaction that also stores its file. */
export async function insertImport(transaction: Transaction, draft: NewImport): Promise<string> {
  const { rows } = await transaction.execute<{ id: string }>(sql`
    insert into imports.imports (realm, organization_id, root_id, file_name, file_size, started_by, actor, is_secure, sync_job)
    values (${draft.realm}, ${draft.organizationId}, directory.root_of(${draft.organizationId}), ${draft.fileName}, 0,
      ${draft.startedBy}, ${draft.actor}, ${draft.isSecure}, ${draft.syncJob ?? null}) returning id`);
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

/** Reads an import in any realm, for the worker, which knows only the id. */
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
    where i.organization_id = ${organizationId} and i.sync_job is null order by i.created_at desc, i.id
    limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`);
  const counted = await within.execute<{ total: number }>(
    sql`select count(*)::int as total from imports.imports where organization_id = ${organizationId} and sync_job is null`,
  );
  return { imports: rows, total: counted.rows[0]?.total ?? 0 };
}

/** The error of an import whose passwords could not be printed yet; a worker tries again. */
export const unprinted = "unprinted";

/** Imports as work that processes claim; without the reading state of a sync, which reads its rows itself. */
export const importWork: WorkTable = {
  name: sql`imports.imports`,
  isOpen: sql`(state in ('importing', 'undoing') or (state = 'reading' and sync_job is null)
    or (state in ('imported', 'stopped') and error = ${unprinted} and expires_at > now()))`,
  onClaim: [],
  onReturn: [sql`done = 0`, sql`total = null`],
};

/** Stores progress. Returns whether the import must stop. */
export async function reportImport(within: Within, id: string, done: number, total: number | null): Promise<boolean> {
  const { rows } = await within.execute<{ isStopRequested: boolean }>(sql`
    update imports.imports set done = ${done}, total = coalesce(${total}::int, total) where id = ${id}
    returning is_stop_asked as "isStopRequested"`);
  return rows[0]?.isStopRequested ?? true;
}

type Changes = Partial<{
  problem: string | null;
  error: string | null;
  sheets: string[];
  workbookSheets: WorkbookSheet[];
  sheetChoices: SheetChoice[];
  columns: string[];
  ignoredHeadings: StoredImport["ignoredHeadings"];
  newGroups: string[];
  groupTwins: StoredImport["groupTwins"];
  groupQuestions: readonly GroupQuestion[];
  undoneGroups: UndoneGroups;
  needsSecureLogin: boolean;
  passwords: PasswordPolicy;
  sheetWords: StoredImport["sheetWords"];
  isSecure: boolean;
  actor: string | null;
  startedBy: string;
  undoneBy: string;
  fileSize: number;
  slips: { name: string; size: number };
  managed: NonNullable<StoredImport["managed"]>;
}>;

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

function assignments(changes: Changes): SQL[] {
  const { slips, ...rest } = changes;
  const columns: Record<string, SQL | undefined> = {
    problem: "problem" in rest ? sql`${rest.problem}` : undefined,
    error: "error" in rest ? sql`${rest.error}` : undefined,
    sheets: rest.sheets && json(rest.sheets),
    workbook_sheets: rest.workbookSheets && json(rest.workbookSheets),
    sheet_choices: rest.sheetChoices && json(rest.sheetChoices),
    columns: rest.columns && json(rest.columns),
    ignored_headings: rest.ignoredHeadings && json(rest.ignoredHeadings),
    new_groups: rest.newGroups && json(rest.newGroups),
    group_twins: rest.groupTwins && json(rest.groupTwins),
    group_questions: rest.groupQuestions && json(rest.groupQuestions),
    undone_groups: rest.undoneGroups && json(rest.undoneGroups),
    needs_secure_login: rest.needsSecureLogin === undefined ? undefined : sql`${rest.needsSecureLogin}`,
    passwords: rest.passwords && sql`${rest.passwords}`,
    sheet_words: rest.sheetWords === undefined ? undefined : json(rest.sheetWords),
    is_secure: rest.isSecure === undefined ? undefined : sql`${rest.isSecure}`,
    actor: "actor" in rest ? sql`${rest.actor}` : undefined,
    started_by: rest.startedBy === undefined ? undefined : sql`${rest.startedBy}`,
    undone_by: rest.undoneBy === undefined ? undefined : sql`${rest.undoneBy}`,
    file_size: rest.fileSize === undefined ? undefined : sql`${rest.fileSize}`,
    managed: rest.managed && json(rest.managed),
    slips_name: slips && sql`${slips.name}`,
    slips_size: slips && sql`${slips.size}`,
  };
  return Object.entries(columns).flatMap(([name, value]) => (value ? [sql`${sql.raw(name)} = ${value}`] : []));
}

/**
 * Stores choices about groups.
 * @param rest for the groups without a choice, except those of doubtful cells and of several schools
 * @returns `unknown`: there is no such question or option, and nothing is stored; `otherGroups`: rows join other groups than before
 */
export async function writeGroupChoices(
  within: Transaction,
  id: string,
  choices: readonly { key: string; choice: string | null }[],
  rest: "new" | undefined,
): Promise<"unknown" | "otherGroups" | "sameGroups"> {
  const { rows } = await within.execute<{ questions: GroupQuestion[] }>(
    sql`select group_questions as questions from imports.imports where id = ${id} for update`,
  );
  const before = rows[0]?.questions ?? [];
  const wanted = new Map(choices.map(({ key, choice }) => [key, choice]));
  const questions = before.map((question) => {
    const choice = wanted.has(question.key) ? (wanted.get(question.key) ?? null) : question.choice;
    const isLeftOpen = question.doubt || question.isOfSeveralSchools;
    return { ...question, choice: choice ?? (isLeftOpen ? null : rest) ?? null };
  });
  const isOffered = ({ choice, options, doubt }: GroupQuestion) =>
    choice === null ||
    choice === "new" ||
    (choice === "none" && doubt) ||
    options.some(({ id: option }) => option === choice);
  if (choices.some(({ key }) => !before.some((question) => question.key === key)) || !questions.every(isOffered))
    return "unknown";
  await changeImport(within, id, { groupQuestions: questions });
  const isSame = questions.every(({ choice }, index) => choice === (before[index]?.choice ?? null));
  return isSame ? "sameGroups" : "otherGroups";
}

export async function changeImport(within: Within, id: string, changes: Changes): Promise<void> {
  await within.execute(sql`update imports.imports set ${sql.join(assignments(changes), sql`, `)} where id = ${id}`);
}

/** Changes the state and resets progress; false if the import is in none of the `from` states. */
export async function moveImport(
  within: Within,
  id: string,
  from: readonly ImportState[],
  to: ImportState,
  changes: Changes = {},
): Promise<boolean> {
  const time = {
    ready: sql`, previewed_at = now()`,
    imported: sql`, imported_at = now()`,
    stopped: sql`, imported_at = coalesce(imported_at, now())`,
    undone: sql`, undone_at = now()`,
  };
  const { rowCount } = await within.execute(sql`
    update imports.imports set ${sql.join([sql`state = ${to}`, ...assignments(changes)], sql`, `)}, done = 0, total = null,
      ${unclaimed}, is_stop_asked = false ${time[to as keyof typeof time] ?? sql``}
    where id = ${id} and state = any (${sql.param([...from])}::text[])`);
  return Boolean(rowCount);
}

/** The last other import at this organisation, above or below it, that was written or undone after a preview; null if there is none. */
export async function findNewerImport(within: Within, id: string): Promise<Import["newerImport"]> {
  const { rows } = await within.execute<NonNullable<Import["newerImport"]>>(sql`
    select n.file_name as "fileName", p.name as by, n.undone_at is not null as "isUndo",
      to_char(greatest(n.imported_at, n.undone_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from imports.imports i join imports.imports n on n.root_id = i.root_id and n.id <> i.id and n.counts is null
      and n.state in ('imported', 'stopped', 'undone') and greatest(n.imported_at, n.undone_at) > coalesce(i.previewed_at, i.created_at)
      and exists (select 1 from directory.organization_closure c where (c.ancestor_id = n.organization_id and c.descendant_id = i.organization_id)
        or (c.ancestor_id = i.organization_id and c.descendant_id = n.organization_id))
    left join directory.users p on p.realm = n.realm and p.uid = coalesce(n.undone_by, n.started_by)
    where i.id = ${id} order by greatest(n.imported_at, n.undone_at) desc limit 1`);
  return rows[0] ?? null;
}

/** Makes the process that runs an import stop after the current batch. */
export async function requestStop(within: Within, id: string): Promise<void> {
  await within.execute(sql`update imports.imports set is_stop_asked = true where id = ${id} and state = 'importing'`);
}

/** Name of the user whose import is running in the same tree, else null; serialised with concurrent calls. */
export async function findRunningImporter(
  transaction: Transaction,
  rootId: number,
  exceptId: string | null,
): Promise<string | null> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('import'), ${rootId})`);
  const { rows } = await transaction.execute<{ name: string }>(sql`
    select coalesce(p.name, '') as name from imports.imports i
    left join directory.users p on p.realm = i.realm
      and p.uid = case i.state when 'undoing' then coalesce(i.undone_by, i.started_by) else i.started_by end
    where i.root_id = ${rootId} and i.state in ('importing', 'undoing') and i.id is distinct from ${exceptId}::uuid limit 1`);
  return rows[0]?.name ?? null;
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
