import { sql } from "drizzle-orm";
import type { Transaction } from "~/db/.server/connect";
import { type Access, isPermittedAt, isPermittedEverywhere } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { endMemberships, findEndedPlaces, restoreMemberships } from "./ended-memberships";
import { type PersonToChange, recordset, type SavedPerson, savedColumns } from "./many-people";
import { findPeople } from "./people-store";
import { endOtherMemberships } from "./person-deletion";
import { restoredColumns } from "./restorable";

/** Bulk versions of `deletePerson` and `restorePerson`, in the caller's transaction, for callers who have checked the permission. */

type PersonToDelete = Omit<PersonToChange, "columns">;

const wanted = (people: readonly PersonToDelete[]) => recordset(people, sql`key int, id int, version int`);

/**
 * Deletes people, or ends their memberships where the caller may not delete them everywhere, and writes the audit log. Skips deleted people
 * and those whose version has changed.
 * @returns also the uids of those whose account was deleted, whose sessions the caller ends
 */
export async function deletePeople(
  within: Transaction,
  access: Access,
  people: readonly PersonToDelete[],
): Promise<{ saved: SavedPerson[]; deleted: string[] }> {
  if (people.length === 0) return { saved: [], deleted: [] };
  const { rows: locked } = await within.execute<{ key: number; id: number }>(sql`
    select w.key, u.id from directory.users u join ${wanted(people)} w on w.id = u.id and w.version = u.version
    where u.status <> 'deleted' order by u.id for update of u`);
  const keys = new Map(locked.map(({ id, key }) => [id, key]));
  const stored = await findPeople(within, [...keys.keys()], access.userId);
  const isEnded = (person: (typeof stored)[number]) => isPermittedEverywhere(access, person, "DeleteUser");
  const ended = stored.filter(isEnded);
  const staying = stored.filter((person) => !isEnded(person));
  for (const person of staying) {
    await endMemberships(within, access, person, isPermittedAt(access, person.type, "DeleteUser"));
  }
  await within.execute(sql`
    update directory.users set status_before = status, status = 'deleted', deleted_at = now(), updated_at = now(),
      version = version + 1 where id = any (${sql.param(ended.map(({ id }) => id))}::int[])`);
  await writeAudit(
    within,
    access,
    ended.map(({ uid }) => ({ action: "user.deleted", subjectType: "user", subjectUid: uid })),
  );
  const { rows: saved } = await within.execute<SavedPerson>(sql`
    select w.key, ${savedColumns} from directory.users u join ${wanted(people)} w on w.id = u.id
    where u.id = any (${sql.param([...keys.keys()])}::int[])`);
  return { saved, deleted: ended.map(({ uid }) => uid) };
}

/**
 * Restores deleted people; memberships that the caller may not restore stay ended. Skips people who are not deleted or whose version has
 * changed. The caller writes the audit log.
 */
export async function restorePeople(
  within: Transaction,
  access: Access,
  people: readonly PersonToDelete[],
): Promise<SavedPerson[]> {
  if (people.length === 0) return [];
  const { rows } = await within.execute<{ id: number; deletedAt: string }>(sql`
    with before as materialized (select u.id, u.deleted_at from directory.users u
      join ${wanted(people)} w on u.id = w.id and u.version = w.version and u.status = 'deleted' for update of u)
    update directory.users u set ${restoredColumns} from before where u.id = before.id
    returning u.id, to_json(before.deleted_at) #>> '{}' as "deletedAt"`);
  for (const { id, deletedAt } of rows) await endOtherMemberships(within, access, id, deletedAt);
  const { rows: saved } = await within.execute<SavedPerson>(sql`
    select w.key, ${savedColumns} from directory.users u join ${wanted(people)} w on w.id = u.id
    where u.id = any (${sql.param(rows.map(({ id }) => id))}::int[])`);
  return saved;
}

/** Restores the ended memberships that the caller may restore, of people who are not deleted. Skips those whose version has changed. */
export async function restoreEnded(
  within: Transaction,
  access: Access,
  people: readonly PersonToDelete[],
): Promise<SavedPerson[]> {
  if (people.length === 0) return [];
  const { rows: locked } = await within.execute<{ id: number }>(sql`
    select u.id from directory.users u join ${wanted(people)} w on w.id = u.id and w.version = u.version
    where u.status <> 'deleted' order by u.id for update of u`);
  const ids = locked.map(({ id }) => id);
  for (const person of await findPeople(within, ids, access.userId)) {
    const ended = await findEndedPlaces(within, access, person.id);
    await restoreMemberships(within, access, person, ended.filter(isPermittedAt(access, person.type, "RestoreUser")));
  }
  const { rows: saved } = await within.execute<SavedPerson>(sql`
    select w.key, ${savedColumns} from directory.users u join ${wanted(people)} w on w.id = u.id
    where u.id = any (${sql.param(ids)}::int[])`);
  return saved;
}
