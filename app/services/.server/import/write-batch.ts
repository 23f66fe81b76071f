import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Access } from "~/services/.server/directory/access";
import { type AuditEntry, writeAudit } from "~/services/.server/directory/audit/audit-store";
import { changedValues } from "~/services/.server/directory/audit/changed-values";
import { knownRefusal } from "~/services/.server/directory/database-conflicts";
import type { HashedPassword } from "~/services/.server/directory/identity";
import { makePassword, passwordValidities } from "~/services/.server/directory/people/first-passwords";
import { deletePeople, restorePeople } from "~/services/.server/directory/people/many-deletions";
import {
  insertPeople,
  joinGroups,
  leaveGroups,
  leavePlaces,
  type PersonLink,
  type SavedPerson,
  updatePeople,
  writePlaces,
} from "~/services/.server/directory/people/many-people";
import type { Person } from "~/services/.server/directory/people/people-store";
import type { PersonColumns, PlaceWrite } from "~/services/.server/directory/people/person-columns";
import { conflictOf } from "~/services/.server/directory/people/taken-identifiers";
import { inHalves } from "~/services/.server/jobs/in-halves";
import { formMessages } from "~/services/contracts/form-messages";
import type { PasswordPolicy } from "~/services/contracts/import-entity";
import { conflict, ServiceError } from "~/services/contracts/service-error";
import type { ImportDeps } from "./import-deps";
import type { ImportScope } from "./import-scope";
import type { GroupIds } from "./new-groups";
import type { RowWithPlan } from "./plan-batch";
import type { ManagedPlaces } from "./roster-row";
import { ConcurrentImportError, endRows, otherImportsOf, type RowEnd, type RowToWrite } from "./row-store";

/**
 * Writes many rows and their results in one transaction of few statements, so that no row is written partially or twice.
 * docs/decisions/0045-imports-of-people.md.
 */

/** Previous values of everything that an import changed for a person. */
export type Before = {
  columns: PersonColumns;
  /** Previous state of places that were overwritten. */
  places: PlaceWrite[];
  /** Organisations that the person joined. */
  joined: number[];
  joinedGroups: number[];
  leftGroups: number[];
};

export type BatchWriter = {
  deps: Pick<ImportDeps, "credentials" | "secrets" | "report">;
  database: Database;
  importId: string;
  access: Access;
  scope: ImportScope;
  managed: ManagedPlaces | null;
  passwords: PasswordPolicy;
  groupIds: GroupIds;
};

/** A row to write, for an existing or a new person. */
type RowWrite = RowWithPlan & {
  stored: RowToWrite;
  groups: number[];
  /** The generated or given password, and its hash. */
  password: { text: string; hash: string } | null;
};

/**
 * Gives each row a result. A row that cannot be written fails with a reason, whatever the error was, and the others are written.
 * @param plannedRows each row with its current plan
 * @throws ConcurrentImportError, and errors of storing the results
 */
export async function writeBatch(
  writer: BatchWriter,
  plannedRows: readonly { stored: RowToWrite; now: RowWithPlan }[],
): Promise<void> {
  const { database, importId } = writer;
  const ends = await refusals(writer, plannedRows);
  const refused = new Set(ends.map(({ place }) => place));
  const wanted = plannedRows.filter(({ stored }) => !refused.has(stored.place));
  const hashed = await hashedPasswords(writer, wanted);
  const rows: RowWrite[] = [];
  for (const { stored, now } of wanted) {
    const password = hashed.get(stored.place) ?? null;
    if (password && "reason" in password) {
      ends.push({ place: stored.place, result: "failed", problem: { column: "password", reason: password.reason } });
      continue;
    }
    try {
      const groups = await Promise.all(now.plan.places.join.map(writer.groupIds));
      rows.push({ ...now, stored, groups, password });
    } catch (error) {
      ends.push({
        place: stored.place,
        result: "failed",
        problem: { column: "groups", reason: failureReason(writer, error) },
      });
    }
  }
  await endRows(database, importId, ends);
  await inHalves(
    rows,
    (part) => inTransaction(database, (within) => writeRows(writer, within, part)),
    (row, error) => refuse(writer, row, error),
  );
}

/** Results of the rows that can no longer be imported. */
async function refusals(
  { database, importId }: BatchWriter,
  plannedRows: readonly { stored: RowToWrite; now: RowWithPlan }[],
): Promise<RowEnd[]> {
  const ends: RowEnd[] = [];
  const edited = new Map<string, RowEnd>();
  for (const { stored, now } of plannedRows) {
    const end = refusalOf(stored, now);
    if (!end) continue;
    ends.push(end);
    const uid = end.result === "edited" ? (now.person?.uid ?? expectedPerson(stored)?.uid) : undefined;
    if (uid) edited.set(uid, end);
  }
  const versions = new Map(
    plannedRows.flatMap(({ now: { person } }) => (person ? [[person.uid, person.version]] : [])),
  );
  const people = [...edited.keys()].map((uid) => ({ uid, version: versions.get(uid) ?? 0 }));
  for (const [uid, reason] of await otherImportsOf(database, importId, people)) {
    const end = edited.get(uid);
    if (end) end.problem = { column: null, reason };
  }
  return ends;
}

/** The result of a row that can no longer be imported, although the preview accepted it; else null. */
function refusalOf(stored: RowToWrite, { person, plan, planned }: RowWithPlan): RowEnd | null {
  const { place } = stored;
  const end = (result: RowEnd["result"], reason: string): RowEnd => ({
    place,
    result,
    problem: { column: null, reason },
  });
  const wanted = expectedPerson(stored);
  if (wanted?.uid !== person?.uid || wanted?.version !== person?.version)
    return end("edited", formMessages.editedMeanwhile);
  if (planned.outcome === "refused") return end("refused", formMessages.insufficientPermission);
  const [problem] = plan.problems;
  if (problem) return { place, result: "failed", problem: { column: problem.column, reason: problem.reason } };
  return planned.outcome === "duplicate" ? end("failed", formMessages.duplicate) : null;
}

/** The person and version that the preview or the choice was based on; null for a new person. */
export function expectedPerson({
  outcome,
  personUid,
  personVersion,
  candidates,
  choice,
}: Pick<RowToWrite, "outcome" | "personUid" | "personVersion" | "candidates" | "choice">) {
  if (outcome === "likely") {
    const chosen = candidates.find(({ id }) => id === choice);
    return chosen ? { uid: chosen.id, version: chosen.version } : null;
  }
  return personUid === null || personVersion === null ? null : { uid: personUid, version: personVersion };
}

/** Random passwords for new people if the policy is generated, else the file's; hashed before any row is locked. */
async function hashedPasswords(
  writer: BatchWriter,
  rows: readonly { stored: RowToWrite; now: RowWithPlan }[],
): Promise<Map<number, { text: string; hash: string } | { reason: string }>> {
  const { deps, access, passwords } = writer;
  const texts = rows.flatMap(({ stored, now }) => {
    const isGenerated = passwords === "generated" && now.person === null;
    const isOfFile = passwords === "file" && stored.secret !== null;
    const type = now.plan.type ?? "student";
    const made = isGenerated ? makePassword(access.realm, type) : null;
    const text = made ?? (isOfFile && stored.secret ? deps.secrets.open(stored.secret) : null);
    return text === null ? [] : [{ place: stored.place, text }];
  });
  const of = new Map<number, { text: string; hash: string } | { reason: string }>();
  const hash = async (part: readonly { place: number; text: string }[]) => {
    const hashes = await deps.credentials.hashPasswords(part.map(({ text }) => text));
    for (const [index, { place, text }] of part.entries()) {
      const hashed = hashes[index];
      if (hashed) of.set(place, "hash" in hashed ? { text, hash: hashed.hash } : hashed);
    }
  };
  await hash(texts).catch(() =>
    inHalves(texts, hash, async ({ place }, error) => {
      of.set(place, { reason: failureReason(writer, error) });
    }),
  );
  return of;
}

/** @throws ServiceError 409 or 412 if a row cannot be written, and database errors */
async function writeRows(writer: BatchWriter, within: Transaction, rows: readonly RowWrite[]): Promise<void> {
  const { deps, access, importId } = writer;
  const { people, deleted } = await writePeople(within, access, rows);
  const savedOf = ({ stored }: RowWrite): SavedPerson => savedAt(people, stored.place);
  const ties = (ids: (row: RowWrite) => readonly number[]): PersonLink[] =>
    rows.flatMap((row) => ids(row).map((id) => ({ userId: savedOf(row).id, id })));
  await writePlaces(
    within,
    access.realm,
    rows.flatMap((row) =>
      row.plan.places.write.map((place) => ({ ...place, userId: savedOf(row).id, role: row.plan.type ?? "student" })),
    ),
  );
  await leavePlaces(
    within,
    ties(({ plan }) => plan.places.leave),
  );
  await leaveGroups(
    within,
    ties(({ plan }) => plan.places.leaveGroups),
  );
  await joinGroups(
    within,
    access.realm,
    ties(({ groups }) => groups),
  );
  const given = rows.flatMap((row) =>
    row.password ? [{ ...savedOf(row), type: row.plan.type ?? "student", hash: row.password.hash }] : [],
  );
  const lives = await passwordValidities(within, given);
  const hashed = given.map(({ id, uid, hash }): HashedPassword => {
    return { uid, hash, life: lives.get(id) ?? { temporary: true } };
  });
  if (deleted.length > 0) await deps.credentials.endSessions(access.realm, deleted, within);
  if (hashed.length > 0) await deps.credentials.setHashedPasswords(access.realm, hashed, within);
  await writeAudit(
    within,
    access,
    rows.flatMap((row) => auditOf(row, savedOf(row).uid)),
  );
  await endRows(
    within,
    importId,
    rows.map((row) => endOf(writer, row, savedOf(row))),
  );
}

/** The written person of a row. Cannot be missing: `writePeople` throws if fewer people than rows were written. */
export function savedAt(people: ReadonlyMap<number, SavedPerson>, place: number): SavedPerson {
  const saved = people.get(place);
  if (!saved) throw new Error(`Row ${place} has no written person`);
  return saved;
}

/** @returns also the uids of those whose account was deleted */
async function writePeople(
  within: Transaction,
  access: Access,
  rows: readonly RowWrite[],
): Promise<{ people: Map<number, SavedPerson>; deleted: string[] }> {
  const made = await insertPeople(
    within,
    access.realm,
    rows.flatMap(({ stored, person, plan }) => {
      if (person) return [];
      const { username = "", name = "" } = plan.columns;
      return [{ key: stored.place, type: plan.type ?? "student", columns: { ...plan.columns, username, name } }];
    }),
  );
  const there = rows.flatMap(({ stored, person, plan }) =>
    person ? [{ key: stored.place, id: person.id, version: person.version, person, plan }] : [],
  );
  const { saved: ended, deleted } = await deletePeople(
    within,
    access,
    there.filter(({ plan }) => plan.isEnding).map(({ key, id, version }) => ({ key, id, version })),
  );
  const back = there.filter(({ person }) => person.status === "deleted");
  const restored = await restorePeople(
    within,
    access,
    back.map(({ key, id, version }) => ({ key, id, version })),
  );
  const versions = new Map(restored.map(({ key, version }) => [key, version]));
  const changed = await updatePeople(
    within,
    there
      .filter(({ key, plan, person }) => !plan.isEnding && (person.status !== "deleted" || versions.has(key)))
      .map(({ key, id, version, plan }) => ({ key, id, version: versions.get(key) ?? version, columns: plan.columns })),
  );
  if (made.length + changed.length + ended.length < rows.length) throw conflict(formMessages.conflict);
  return { people: new Map([...made, ...changed, ...ended].map((each) => [each.key, each])), deleted };
}

function auditOf({ person, plan, password }: RowWrite, uid: string): AuditEntry[] {
  const subject = { subjectType: "user", subjectUid: uid } as const;
  // The deletion has written its own entry.
  if (plan.isEnding) return [];
  const details = person ? { attributes: plan.changes.map(({ column }) => column) } : { type: plan.type };
  const changes = person ? changedValues("user", person, plan.columns) : [];
  return [
    ...(person?.status === "deleted" ? [{ action: "user.restored", ...subject } as const] : []),
    { action: person ? "user.changed" : "user.created", ...subject, details, changes },
    ...(password ? [{ action: "user.password_set", ...subject } as const] : []),
  ];
}

function endOf({ deps, passwords }: BatchWriter, row: RowWrite, made: SavedPerson): RowEnd {
  const { stored, person, plan, groups, password } = row;
  const none: Before = { columns: {}, places: [], joined: [], joinedGroups: groups, leftGroups: [] };
  return {
    place: stored.place,
    result: resultOf(row),
    personUid: made.uid,
    personId: made.id,
    writtenVersion: made.version,
    before: person ? beforeOf(person, plan.columns, { ...plan.places, groups }) : none,
    secret: password && passwords === "generated" && !person ? deps.secrets.seal(password.text) : null,
  };
}

function resultOf({ row, person }: RowWrite): "created" | "changed" | "returned" | "deactivated" {
  if (!person) return "created";
  if (row.roster?.isGone) return "deactivated";
  return person.status === "deleted" ? "returned" : "changed";
}

function beforeOf(
  person: Person,
  columns: PersonColumns,
  changes: { write: PlaceWrite[]; leave: number[]; leaveGroups: number[]; groups: number[] },
): Before {
  const { write, leave, leaveGroups: leftGroups, groups } = changes;
  const changedIds = new Set([...write.map(({ organizationId }) => organizationId), ...leave]);
  const places = person.places
    .filter(({ id }) => changedIds.has(id))
    .map(({ id, admin, active, addToSubSchools }) => ({ organizationId: id, admin, active, addToSubSchools }));
  const joined = write
    .map(({ organizationId }) => organizationId)
    .filter((id) => !person.places.some((place) => place.id === id));
  const names = Object.keys(columns) as (keyof PersonColumns)[];
  const values = Object.fromEntries(names.map((name) => [name, person[name as keyof Person]]));
  return { columns: values as PersonColumns, places, joined, joinedGroups: groups, leftGroups };
}

/** Ends a single row that could not be written, with the reason. */
async function refuse(writer: BatchWriter, row: RowWrite, error: unknown): Promise<void> {
  // Another process has written the row.
  if (error instanceof ConcurrentImportError) throw error;
  const { database, importId } = writer;
  await endRows(database, importId, [{ place: row.stored.place, ...(await endOfFailure(writer, row, error)) }]);
}

async function endOfFailure(writer: BatchWriter, row: RowWrite, error: unknown): Promise<Omit<RowEnd, "place">> {
  const { database, access } = writer;
  const { person, plan } = row;
  const { type, columns, places } = plan;
  const organizations = places.write.map(({ organizationId }) => organizationId);
  const identified = { id: person?.id ?? null, realm: access.realm, type: type ?? "student", columns, organizations };
  const taken = await conflictOf(database, identified);
  const known = taken ?? knownErrorOf(error);
  if (!known) return { result: "failed", problem: { column: null, reason: failureReason(writer, error) } };
  const detail = known.details?.[0];
  // No value is taken, yet nothing was written: the person was edited at the same time.
  if (!taken && !detail) return { result: "edited", problem: { column: null, reason: formMessages.editedMeanwhile } };
  const problem = { column: detail?.attribute ?? null, reason: detail?.reason ?? known.message };
  return { result: known.status === 403 ? "refused" : "failed", problem };
}

/** The refusal that an error means; null for an error that nobody expected. */
function knownErrorOf(error: unknown): ServiceError | null {
  const known = error instanceof ServiceError ? error : knownRefusal(error);
  return known && known.status < 500 ? known : null;
}

const reported = new WeakSet<Error>();

/** The reason for a row's failure. Unexpected errors are reported once. */
export function failureReason({ deps }: BatchWriter, error: unknown): string {
  const known = knownErrorOf(error);
  if (known) return known.details?.[0]?.reason ?? known.message;
  // Rows of the same new class fail with the same error.
  if (!(error instanceof Error) || !reported.has(error)) deps.report(error);
  if (error instanceof Error) reported.add(error);
  return formMessages.notSaved;
}
