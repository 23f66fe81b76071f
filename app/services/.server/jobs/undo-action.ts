import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import {
  authoriseGroup,
  type GroupProof,
  mayDoToPerson,
  requireOnGroup,
  withEndedPlaces,
} from "~/services/.server/directory/authorisation";
import { isRestorableBy } from "~/services/.server/directory/deletion-times";
import type { Action } from "~/services/.server/directory/grants";
import { moveBetweenGroups } from "~/services/.server/directory/groups/group-moves";
import type { Person } from "~/services/.server/directory/people/people-store";
import { restorePerson } from "~/services/.server/directory/people/person-deletion";
import { notFound, ServiceError } from "~/services/contracts/service-error";
import { findDone, type StoredJob } from "./job-store";
import {
  type ActionDeps,
  type ActionResult,
  doneResult,
  forEachPerson,
  notAllowed,
  type PeopleAction,
  setStatus,
} from "./people-actions";
import type { MovedGroups, StateBefore } from "./tables";

/** Undoes a job. Permissions are checked again for each person, as on that person's page. */

/** Restores deleted people; for other actions reverts only what the job itself changed. */
export function prepareUndo(deps: ActionDeps, database: Database, access: Access, undone: StoredJob): PeopleAction {
  const { credentials } = deps;
  return async (people, record) => {
    const uids = people.map(({ uid }) => uid);
    const changes = await findDone(database, undone.id, uids);
    const groups = await groupsOf([...changes.values()]);
    const undo = forEachPerson(deps, database, async (within, person) => {
      const before = changes.get(person.uid);
      if (before === undefined) return doneResult;
      if (undone.kind === "delete") return restore(within, person);
      if (before === null) return doneResult;
      return "status" in before
        ? setStatus(credentials, within, access, person, before.status)
        : moveBack(within, person, before, groups);
    });
    await undo(people, record);
  };

  async function restore(within: Transaction, person: Person): Promise<ActionResult> {
    const position = await withEndedPlaces(within, access, person);
    if (person.status !== "deleted" && position.places.length === person.places.length) return doneResult;
    if (!mayDoToPerson(access, position, "RestoreUser", { exceptSelf: true })) return notAllowed;
    const isRestored = await restorePerson(within, access, person, null);
    return isRestored ? doneResult : { outcome: "refused", reason: "not_found" };
  }

  /** Re-adding to a group requires AddGroupMember, removing from one requires EditGroup. */
  async function moveBack(
    within: Transaction,
    person: Person,
    { left, joined }: MovedGroups,
    groups: ReachableGroups,
  ): Promise<ActionResult> {
    if (!mayDoToPerson(access, person, "EditUserInfo", { exceptSelf: true })) return notAllowed;
    const idsOf = (uids: string[], action: Action) =>
      uids.map((uid) => {
        const reachable = groups.get(uid);
        if (!reachable) throw notFound();
        requireOnGroup(reachable.relation, action);
        return reachable.group.id;
      });
    await moveBetweenGroups(within, access, person, {
      join: idsOf(left, "AddGroupMember"),
      leave: idsOf(joined, "EditGroup"),
    });
    return doneResult;
  }

  /** The groups of the changes by uid; those that are deleted or outside the caller's scope by now are omitted. */
  async function groupsOf(changes: ReadonlyArray<StateBefore | null>): Promise<ReachableGroups> {
    const uids = changes.flatMap((before) => (before && "left" in before ? [...before.left, ...before.joined] : []));
    const reachable: ReachableGroups = new Map();
    for (const uid of new Set(uids)) {
      try {
        reachable.set(uid, await authoriseGroup({ database, access }, uid, null));
      } catch (error) {
        if (!(error instanceof ServiceError) || error.status !== 404) throw error;
      }
    }
    return reachable;
  }
}

type ReachableGroups = Map<string, Pick<GroupProof, "group" | "relation">>;

/** Whether `directory.users u`, or a membership of theirs, can be restored. */
const isBack = (
  access: Access,
) => sql`(${isRestorableBy(access, sql`u.deleted_at`)} or exists (select 1 from directory.ended_associations e
  where e.user_id = u.id and ${isRestorableBy(access, sql`e.ended_at`)}))`;

/** The people of the job to undo: uid and name, in its order. People whom it deleted are included while they can be restored. */
export function peopleOfJob(access: Access, undone: StoredJob) {
  const isThere = undone.request.kind === "delete" ? isBack(access) : sql`u.status <> 'deleted'`;
  return sql`select u.uid, u.name from jobs.targets t join directory.users u on u.uid = t.uid and u.realm = ${access.realm}
    where t.job_id = ${undone.id} and t.outcome = 'done' and ${isThere} order by t.place`;
}
