import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { SecretBox } from "~/security/secret-box.server";
import { type Access, permissionContextOf, relationToOrganization } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { mayDoToPerson } from "~/services/.server/directory/authorisation";
import { databaseError, meaningOf } from "~/services/.server/directory/database-conflicts";
import { createGroup } from "~/services/.server/directory/groups/groups-store";
import type { CredentialService } from "~/services/.server/directory/identity";
import { makePassword } from "~/services/.server/directory/people/first-passwords";
import { type PersonWrite, type WrittenPerson, writePeople } from "~/services/.server/directory/people/people-batch";
import { findPeople, type Person } from "~/services/.server/directory/people/people-store";
import { attributeLevel, mayOnOrganization } from "~/services/.server/directory/permissions";
import { formMessages } from "~/services/contracts/form-messages";
import type { PasswordPolicy, RowResult } from "~/services/contracts/imports";
import { ServiceError } from "~/services/contracts/service-error";
import { folded, type PlanContext, readPlanContext } from "./plan-context";
import type { RowPlan } from "./plan-row";

/** Writes the rows of an import that wait, batch by batch: each stands whole, with its result, or not at all. */

export type WriteRun = {
  database: Database;
  credentials: CredentialService;
  secrets: SecretBox;
  importId: string;
  organizationId: number;
  passwords: PasswordPolicy;
  /** Asked before each batch: the rights of now. */
  accessNow(): Promise<Access>;
  /** False ends the work. */
  onProgress(written: number): Promise<boolean>;
};

/** Rows of a batch; fewer where each may cost a password's hash. */
const batchSize = { passwords: 20, other: 2500 };

type WaitingRow = {
  place: number;
  outcome: string;
  plan: RowPlan;
  userId: number | null;
  version: number | null;
  ties: string | null;
  secret: Buffer | null;
};
type Entry = {
  row: WaitingRow;
  person: Person | null;
  write: PersonWrite;
  password: string | null;
  before: Record<string, unknown> | null;
};
type Failure = { place: number; result: RowResult; reason: string };

/** False when it was ended before. */
export async function writeRows(run: WriteRun): Promise<boolean> {
  const { database, importId } = run;
  const size = run.passwords === "none" ? batchSize.other : batchSize.passwords;
  let context: PlanContext | null = null;
  for (let done = 0; ; ) {
    const { rows } = await database.execute<WaitingRow>(sql`
      select place, outcome, plan, user_id as "userId", user_version as version, user_ties as ties, secret from imports.rows
      where import_id = ${importId} and result is null and (outcome in ('new', 'changed') or (outcome = 'likely' and choice = 'new'))
      order by place limit ${size}`);
    if (rows.length === 0) return true;
    const access = await run.accessNow();
    if (!context || rows.some(({ plan }) => plan.make.length > 0)) {
      context = await readPlanContext(database, access, run.organizationId);
      await makeGroups(run, access, context, rows);
    }
    await writeBatch(run, access, context, rows);
    done += rows.length;
    if (!(await run.onProgress(done))) return false;
  }
}

/** Groups of the plans that are not there yet; their ids join the plans. */
async function makeGroups({ database, importId }: WriteRun, access: Access, context: PlanContext, rows: WaitingRow[]) {
  const ids = new Map<string, number>();
  for (const { plan } of rows) {
    for (const { organizationId, name } of plan.make) {
      const key = `${organizationId} ${folded(name)}`;
      const school = context.schools.find(({ id }) => id === organizationId);
      const there = ids.get(key) ?? context.groupOf(organizationId, name)?.id;
      if (there !== undefined) plan.join.push(there);
      else if (school && mayOnOrganization(relationToOrganization(access, school), "CreateGroup")) {
        const { id } = await createGroup(database, access, school, { name, type: "class" });
        await database.execute(
          sql`update imports.imports set made_groups = made_groups || ${id}::int where id = ${importId}`,
        );
        ids.set(key, id);
        plan.join.push(id);
      }
    }
  }
}

async function writeBatch(run: WriteRun, access: Access, context: PlanContext, rows: WaitingRow[]): Promise<void> {
  const ids = rows.flatMap(({ userId }) => userId ?? []);
  const people = new Map((await findPeople(run.database, ids, access.userId)).map((person) => [person.id, person]));
  const failures: Failure[] = [];
  const entries: Entry[] = [];
  for (const row of rows) {
    const person = row.userId === null ? null : (people.get(row.userId) ?? null);
    if (!mayWrite(access, context, row, person)) {
      failures.push({ place: row.place, result: "refused", reason: formMessages.insufficientPermission });
    } else entries.push(entryOf(run, access, row, person));
  }
  await writeEntries(run, access, entries, failures);
}

/** The right to each row, as it is now. */
function mayWrite(access: Access, context: PlanContext, { plan }: WaitingRow, person: Person | null): boolean {
  const placesOk = plan.places.every(({ organizationId }) => {
    const school =
      context.schools.find(({ id }) => id === organizationId) ?? person?.places.find(({ id }) => id === organizationId);
    return school !== undefined && mayOnOrganization(relationToOrganization(access, school), "CreateUser");
  });
  if (!placesOk) return false;
  if (!person) return plan.places.length > 0;
  const permissions = permissionContextOf(access, person);
  return (
    mayDoToPerson(access, person, "EditUserInfo") &&
    plan.attributes.every((name) => attributeLevel(permissions, name).editable === 2)
  );
}

const snake = (name: string) =>
  name.replace(/[A-Z0-9]+/g, (letters) => (/\d/.test(letters) ? letters : `_${letters.toLowerCase()}`));

function entryOf(run: WriteRun, access: Access, row: WaitingRow, person: Person | null): Entry {
  const { plan } = row;
  const columns = Object.fromEntries(Object.entries(plan.columns).map(([name, value]) => [snake(name), value]));
  const write: PersonWrite = {
    place: row.place,
    userId: row.userId,
    uid: person?.uid ?? randomUUID(),
    type: plan.type,
    version: row.version,
    ties: row.ties,
    columns,
    places: plan.places,
    join: [...new Set(plan.join)],
    leave: plan.leave,
    attributes: [
      ...plan.attributes,
      ...(plan.places.length ? ["organizations"] : []),
      ...(plan.join.length + plan.leave.length ? ["groups"] : []),
    ],
  };
  const before = person && {
    columns: Object.fromEntries(
      Object.keys(plan.columns).map((name) => [snake(name), person[name as keyof Person] ?? null]),
    ),
    places: plan.places.map(({ organizationId }) => ({
      organizationId,
      admin: person.places.find(({ id }) => id === organizationId)?.admin ?? null,
    })),
    join: write.join,
    leave: write.leave,
  };
  return {
    row,
    person,
    write,
    password: passwordOf(run, access, row, person),
    before: before ?? { join: write.join, places: [], columns: {}, leave: [] },
  };
}

function passwordOf(
  { passwords, secrets }: WriteRun,
  access: Access,
  { secret }: WaitingRow,
  person: Person | null,
): string | null {
  if (access.actorUid !== null) return null;
  if (passwords === "generated") return person ? null : makePassword();
  if (passwords === "none" || !secret) return null;
  return !person || mayDoToPerson(access, person, "EditPassword", { exceptSelf: true }) ? secrets.open(secret) : null;
}

/** All at once; where the database refuses, halves of them, down to the one that is refused. */
async function writeEntries(run: WriteRun, access: Access, entries: Entry[], failures: Failure[]): Promise<void> {
  try {
    await writeTogether(run, access, entries, failures);
  } catch (error) {
    const found = databaseError(error);
    const isRowsOwn = found?.code.startsWith("23") || (error instanceof ServiceError && error.status < 500);
    if (!isRowsOwn || entries.length === 0) throw error;
    if (entries.length === 1) {
      const reason = (found?.constraint && meaningOf(found.constraint)?.reason) || formMessages.conflict;
      const isEdited = error instanceof ServiceError && error.message === formMessages.editedMeanwhile;
      const [result, why] = isEdited
        ? (["edited", formMessages.editedMeanwhile] as const)
        : (["failed", reason] as const);
      const failed: Failure = { place: entries[0]?.row.place ?? 0, result, reason: why };
      await writeTogether(run, access, [], [...failures, failed]);
      return;
    }
    const half = Math.ceil(entries.length / 2);
    await writeEntries(run, access, entries.slice(0, half), failures);
    await writeEntries(run, access, entries.slice(half), []);
  }
}

async function writeTogether(run: WriteRun, access: Access, entries: Entry[], failures: Failure[]): Promise<void> {
  const { database, credentials, importId } = run;
  await database.transaction(async (within) => {
    // Before organisations are held: hashing takes its time.
    const set = entries.filter(({ password }) => password !== null);
    for (const { write, password } of set)
      await credentials.setPassword(access.realm, write.uid, password ?? "", { temporary: true, within });
    if (set.length > 0) {
      await writeAudit(
        within,
        access,
        set.map(({ write }) => ({ action: "user.password_set", subjectType: "user", subjectUid: write.uid })),
      );
    }
    const written =
      entries.length > 0
        ? await writePeople(
            within,
            access,
            entries.map(({ write }) => write),
            { import: importId },
          )
        : [];
    const byPlace = new Map(written.map((each) => [each.place, each]));
    const missing = set.some(({ write }) => !byPlace.has(write.place));
    // A password of somebody who was edited since is not set either.
    if (missing) throw new ServiceError(409, "ConflictError", formMessages.editedMeanwhile);
    const results = entries.map((entry) => resultOf(run, entry, byPlace.get(entry.row.place)));
    const all = JSON.stringify([
      ...results,
      ...failures.map((failure) => ({ ...failure, id: null, version: null, before: null, secret: null })),
    ]);
    await within.execute(sql`
      update imports.rows r set result = n.result, user_id = coalesce(n.id, r.user_id), written_version = n.version, before = n.before,
        secret = decode(n.secret, 'hex'),
        problems = case when n.reason is null then r.problems
          else jsonb_build_array(jsonb_build_object('column', null, 'address', null, 'value', null, 'reason', n.reason, 'people', '[]'::jsonb)) end
      from jsonb_to_recordset(${all}::jsonb) as n (place int, result text, id int, version int, before jsonb, reason text, secret text)
      where r.import_id = ${importId} and r.place = n.place`);
  });
}

function resultOf(
  { secrets, passwords }: WriteRun,
  { row, person, before, password }: Entry,
  written: WrittenPerson | undefined,
) {
  const isEdited = written === undefined;
  const isPrinted = passwords === "generated" && password !== null && !isEdited;
  return {
    place: row.place,
    result: isEdited ? "edited" : person ? "changed" : "created",
    id: written?.id ?? null,
    version: written?.version ?? null,
    before: isEdited ? null : before,
    reason: isEdited ? formMessages.editedMeanwhile : null,
    secret: isPrinted ? secrets.seal(password ?? "").toString("hex") : null,
  };
}
