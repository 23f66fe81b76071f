import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { SecretBox } from "~/security/secret-box.server";
import type { Access } from "~/services/.server/directory/access";
import { mayDoToPerson } from "~/services/.server/directory/authorisation";
import { findPeople, type Person } from "~/services/.server/directory/people/people-store";
import { formMessages } from "~/services/contracts/form-messages";
import type { RowOutcome } from "~/services/contracts/imports";
import { type Match, matchPeople } from "./match-people";
import { type PlanContext, readPlanContext } from "./plan-context";
import { planRow } from "./plan-row";
import { type Mistake, type RosterRow, readRosterRow } from "./roster";
import { type PlannedRow, recount, rowsAfter, type StoredRow, writePlans } from "./rows-store";

/** Compares every row of an import with the people of now, in batches; nothing of the directory is written. */

const batchSize = 1000;

export type PlanRun = {
  database: Database;
  access: Access;
  importId: string;
  organizationId: number;
  secrets: SecretBox;
  /** False ends the work. */
  onProgress(done: number): Promise<boolean>;
};

/** False when it was ended before. */
export async function planRows(run: PlanRun): Promise<boolean> {
  const { database, access, importId } = run;
  const context = await readPlanContext(database, access, run.organizationId);
  const seen = new Map<string, number>();
  let done = 0;
  let needsSecureLogin = false;
  for (let place = 0; ; ) {
    const batch = await rowsAfter(database, importId, place, batchSize);
    const last = batch.at(-1);
    if (!last) break;
    const read = batch.map((row) => readRow(run, row));
    const planned = await planBatch(database, context, seen, batch, read);
    await writePlans(database, importId, planned);
    needsSecureLogin ||= planned.some(({ problems }) =>
      (problems as Mistake[]).some(({ reason }) => reason === formMessages.secureLogin),
    );
    place = last.place;
    done += batch.length;
    if (!(await run.onProgress(done))) return false;
  }
  await database.execute(
    sql`update imports.imports set needs_secure_login = ${needsSecureLogin} where id = ${importId}`,
  );
  await recount(database, importId);
  return true;
}

function readRow({ access, secrets }: PlanRun, { cells, secret }: StoredRow): RosterRow {
  return readRosterRow(access.realm, cells, secret && secrets.open(secret));
}

async function planBatch(
  database: Database,
  context: PlanContext,
  seen: Map<string, number>,
  batch: StoredRow[],
  read: RosterRow[],
): Promise<PlannedRow[]> {
  const matches = await matchPeople(database, context, read);
  const ids = [...new Set(matches.flatMap(({ userId }) => userId ?? []))];
  const people = new Map((await findPeople(database, ids, context.access.userId)).map((person) => [person.id, person]));
  return batch.map((stored, at) => {
    const row = read[at] as RosterRow;
    const match = matches[at] as Match;
    const person = (match.userId !== null && people.get(match.userId)) || null;
    return planOne(context, seen, stored, row, match, person);
  });
}

function planOne(
  context: PlanContext,
  seen: Map<string, number>,
  { place, cells, secret }: StoredRow,
  row: RosterRow,
  match: Match,
  person: Person | null,
): PlannedRow {
  const { plan, changes, mistakes, isForbidden } = planRow(context, row, cells, person);
  if (secret && person && mayDoToPerson(context.access, person, "EditPassword", { exceptSelf: true })) {
    changes.push({ column: "password", before: null, after: null });
  }
  const taken = match.wrong.map(({ column, reason }) => mistake(column, reason, cells[column]));
  const problems = [...row.mistakes, ...mistakes, ...taken];
  const { name: given, firstName, lastName } = row.values;
  const written = given ?? [firstName, lastName].filter(Boolean).join(" ");
  const name = written ? String(written) : (person?.name ?? null);
  const duplicateOf = note(seen, keysOf(row, person), place);
  const candidates =
    person || problems.length > 0 ? [] : context.likely(plan.type, name ?? "", textOrNull(row.values.email));
  const planned = {
    place,
    name,
    userId: person?.id ?? null,
    changes,
    problems,
    candidates: [] as number[],
    duplicateOf: null,
    plan,
  };
  const outcome = (value: RowOutcome, more: Partial<PlannedRow> = {}): PlannedRow => ({
    ...planned,
    outcome: value,
    ...more,
  });
  if (match.others.length > 0) {
    const names = [match.name ?? "", ...match.others.map((other) => other.name)];
    return outcome("refused", { problems: [{ ...mistake(null, formMessages.twoPeople), people: names }] });
  }
  if (problems.length > 0) return outcome("wrong");
  if (duplicateOf !== null)
    return outcome("duplicate", { duplicateOf, problems: [mistake(null, formMessages.duplicate)] });
  if (person && changes.length === 0) return outcome("unchanged");
  if (isForbidden) return outcome("refused", { problems: [mistake(null, formMessages.insufficientPermission)] });
  if (person) return outcome("changed");
  return candidates.length > 0 ? outcome("likely", { candidates: candidates.slice(0, 5) }) : outcome("new");
}

function mistake(column: Mistake["column"], reason: string, cell?: { address: string; text: string }): Mistake {
  return { column, address: cell?.address ?? null, value: cell?.text ?? null, reason, people: [] };
}

const textOrNull = (value: unknown) => (typeof value === "string" ? value : null);

const ownKeys = ["externalId", "username", "eppn", "gsuiteid", "gsuiteemail", "office365", "bankid", "sms"] as const;

/** What names one person in the file. */
function keysOf({ uid, values }: RosterRow, person: Person | null): string[] {
  const own = ownKeys.flatMap((name) => (values[name] ? [`${name} ${String(values[name]).toLowerCase()}`] : []));
  return [...(uid ? [`uid ${uid}`] : []), ...(person ? [`person ${person.id}`] : []), ...own];
}

/** The earlier row that has one of the keys; null where there is none. */
function note(seen: Map<string, number>, keys: string[], place: number): number | null {
  const before = keys.map((key) => seen.get(key)).find((each) => each !== undefined);
  for (const key of keys) if (!seen.has(key)) seen.set(key, place);
  return before ?? null;
}
