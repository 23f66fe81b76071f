import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import { createGroup } from "~/services/.server/directory/groups/groups-store";
import type { CredentialService } from "~/services/.server/directory/identity";
import { makePassword } from "~/services/.server/directory/people/first-passwords";
import {
  changePerson,
  createPerson,
  type Person,
  type PersonColumns,
  type PlaceWrite,
} from "~/services/.server/directory/people/people-store";
import { formMessages } from "~/services/contracts/form-messages";
import type { PasswordPolicy } from "~/services/contracts/imports";
import { ServiceError } from "~/services/contracts/service-error";
import type { ImportDeps } from "./import-deps";
import { foldedName, type ImportScope } from "./import-scope";
import { endRow, type RowEnd, type StoredRow } from "./import-store";
import type { RowWithPlan } from "./plan-batch";
import type { GroupPlan } from "./plan-places";

/** Writes one row with its result in one transaction: a row is never half written, and never written twice. */

/** What a person had before an import, as far as the import touched it. */
export type Before = {
  columns: PersonColumns;
  /** Places that were written over, as they were. */
  places: PlaceWrite[];
  /** Organisations that the person came to. */
  joined: number[];
  joinedGroups: number[];
  leftGroups: number[];
};

export type RowWriter = {
  deps: Pick<ImportDeps, "credentials" | "secrets">;
  database: Database;
  importId: string;
  access: Access;
  scope: ImportScope;
  passwords: PasswordPolicy;
  groupIds: GroupIds;
};

/** Ids of groups that the import makes on the way. */
export type GroupIds = (group: GroupPlan) => Promise<number>;

export function createGroupIds(database: Database, access: Access, scope: ImportScope): GroupIds {
  const made = new Map<string, Promise<number>>();
  return ({ organizationId, name, id }) => {
    if (id !== null) return Promise.resolve(id);
    const key = `${organizationId} ${foldedName(name)}`;
    const known = made.get(key) ?? make(organizationId, name);
    made.set(key, known);
    return known;
  };

  async function make(organizationId: number, name: string): Promise<number> {
    const { rows } = await database.execute<{ id: number }>(sql`select id from directory.groups
      where organization_id = ${organizationId} and lower(name) = lower(${name}) and status <> 'deleted' limit 1`);
    if (rows[0]) return rows[0].id;
    const organization = scope.organizations.get(organizationId) ?? scope.home;
    return (await createGroup(database, access, organization, { name, type: "class" })).id;
  }
}

export async function writeRow(writer: RowWriter, stored: StoredRow, found: RowWithPlan): Promise<void> {
  const { database, importId } = writer;
  const { person, plan, planned } = found;
  const refuse = (result: RowEnd["result"], reason: string) =>
    endRow(database, importId, stored.place, { result, problem: { column: null, reason } });
  if (person && stored.personVersion !== null && person.version !== stored.personVersion) {
    return refuse("edited", formMessages.editedMeanwhile);
  }
  if (planned.outcome === "refused") return refuse("refused", formMessages.insufficientPermission);
  const [problem] = plan.problems;
  if (problem || planned.outcome === "duplicate") return refuse("failed", problem?.reason ?? formMessages.duplicate);
  if (stored.outcome === "new" && person) return refuse("edited", formMessages.editedMeanwhile);
  try {
    await (person ? change(writer, stored, found, person) : create(writer, stored, found));
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    if (error.status === 412 || error.status === 404) return refuse("edited", formMessages.editedMeanwhile);
    const detail = error.details?.[0];
    const column = detail?.attribute ?? null;
    await endRow(database, importId, stored.place, {
      result: error.status === 403 ? "refused" : "failed",
      problem: { column, reason: detail?.reason ?? error.message },
    });
  }
}

async function create(writer: RowWriter, stored: StoredRow, { plan }: RowWithPlan): Promise<void> {
  const { deps, database, access, importId } = writer;
  const { username, name, ...columns } = plan.columns;
  const password = passwordOf(writer, stored, true);
  const groups = await Promise.all(plan.places.join.map(writer.groupIds));
  await createPerson(database, access, {
    type: plan.type ?? "student",
    columns: { ...columns, username: username ?? "", name: name ?? "" },
    places: plan.places.write,
    ...(password ? { setPassword: passwordSetter(deps.credentials, access, password) } : {}),
    async alongside(within, made) {
      await joinGroups(within, access, made.id, groups);
      const secret = password && writer.passwords === "generated" ? deps.secrets.seal(password) : null;
      const before: Before = { columns: {}, places: [], joined: [], joinedGroups: groups, leftGroups: [] };
      await endWritten(within, importId, stored.place, { result: "created", before, secret }, made);
    },
  });
}

async function change(writer: RowWriter, stored: StoredRow, { plan }: RowWithPlan, person: Person): Promise<void> {
  const { deps, database, access, importId } = writer;
  const { columns, places } = plan;
  const password = passwordOf(writer, stored, false);
  const groups = await Promise.all(places.join.map(writer.groupIds));
  await changePerson(database, access, person, {
    columns,
    placesToWrite: places.write,
    placesToLeave: places.leave,
    attributes: plan.changes.map(({ column }) => column),
    expectedVersion: person.version,
    ...(password ? { setPassword: passwordSetter(deps.credentials, access, password) } : {}),
    async alongside(within) {
      await leaveGroups(within, person.id, places.leaveGroups);
      await joinGroups(within, access, person.id, groups);
      const before = beforeOf(person, columns, { ...places, groups });
      await endWritten(within, importId, stored.place, { result: "changed", before, secret: null }, person);
    },
  });
}

function beforeOf(
  person: Person,
  columns: PersonColumns,
  {
    write,
    leave,
    leaveGroups: leftGroups,
    groups,
  }: { write: PlaceWrite[]; leave: number[]; leaveGroups: number[]; groups: number[] },
): Before {
  const written = new Set([...write.map(({ organizationId }) => organizationId), ...leave]);
  const places = person.places
    .filter(({ id }) => written.has(id))
    .map(({ id, admin, active, addToSubSchools }) => ({ organizationId: id, admin, active, addToSubSchools }));
  const joined = write
    .map(({ organizationId }) => organizationId)
    .filter((id) => !person.places.some((place) => place.id === id));
  const names = Object.keys(columns) as (keyof PersonColumns)[];
  const values = Object.fromEntries(names.map((name) => [name, person[name as keyof Person]]));
  return { columns: values as PersonColumns, places, joined, joinedGroups: groups, leftGroups };
}

/** Random for the new where they are generated, the row's own where the file's count; null for none. */
function passwordOf({ passwords, deps }: RowWriter, { secret }: StoredRow, isNew: boolean): string | null {
  if (passwords === "generated") return isNew ? makePassword() : null;
  if (passwords === "file" && secret) return deps.secrets.open(secret);
  return null;
}

function passwordSetter(credentials: CredentialService, access: Access, password: string) {
  return (within: Transaction, uid: string) =>
    credentials.setPassword(access.realm, uid, password, { temporary: true, within });
}

export async function leaveGroups(within: Transaction, userId: number, groups: readonly number[]): Promise<void> {
  if (groups.length === 0) return;
  await within.execute(sql`delete from directory.memberships
    where user_id = ${userId} and group_id = any (${sql.param([...groups])}::int[])`);
}

/** Living groups of organisations where the person is. */
export async function joinGroups(
  within: Transaction,
  { realm }: Access,
  userId: number,
  groups: readonly number[],
): Promise<void> {
  if (groups.length === 0) return;
  await within.execute(sql`insert into directory.memberships (user_id, group_id, realm)
    select ${userId}, g.id, ${realm} from directory.groups g
    join directory.associations a on a.organization_id = g.organization_id and a.user_id = ${userId}
    where g.id = any (${sql.param([...groups])}::int[]) and g.status <> 'deleted' on conflict do nothing`);
}

async function endWritten(
  within: Transaction,
  importId: string,
  place: number,
  end: Pick<RowEnd, "result" | "before" | "secret">,
  { id, uid }: { id: number; uid: string },
): Promise<void> {
  const { rows } = await within.execute<{ version: number }>(sql`select version from directory.users where id = ${id}`);
  await endRow(within, importId, place, {
    ...end,
    personUid: uid,
    personId: id,
    writtenVersion: rows[0]?.version ?? 0,
  });
}
