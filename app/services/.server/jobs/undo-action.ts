import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import { authoriseGroup, mayDoToPerson } from "~/services/.server/directory/authorisation";
import { moveBetweenGroups } from "~/services/.server/directory/groups/groups-store";
import { changePerson, type Person } from "~/services/.server/directory/people/people-store";
import { restorePerson } from "~/services/.server/directory/people/person-deletion";
import { isRestorableBy } from "~/services/.server/directory/people/restorable";
import { forbidden } from "~/services/contracts/service-error";
import { findDone, type StoredJob } from "./job-store";
import { type ActionDeps, type ActionResult, done, eachOf, notAllowed, type PeopleAction } from "./people-actions";
import type { MovedGroups } from "./tables";

/** Takes back what a job did. Rights are asked for each person anew, as if that person's page had been used. */

/** Who was deleted comes back; of everybody else only what the job itself changed is changed back. */
export function prepareUndo(
  { credentials }: ActionDeps,
  database: Database,
  access: Access,
  undone: StoredJob,
): PeopleAction {
  const { kind } = undone.asked;
  return async (people) => {
    const changes = await findDone(
      database,
      undone.id,
      people.map(({ uid }) => uid),
    );
    return eachOf(async (person) => {
      if (!changes.has(person.uid)) return done;
      switch (kind) {
        case "delete":
          return restore(person);
        case "activate":
        case "deactivate":
          return setStatus(person, kind === "activate" ? "inactive" : "active");
        case "move":
        case "leave":
          return moveBack(person, changes.get(person.uid) ?? null);
        default:
          throw forbidden();
      }
    })(people);
  };

  async function restore(person: Person): Promise<ActionResult> {
    if (person.status !== "deleted") return done;
    if (!mayDoToPerson(access, person, "RestoreUser", { exceptSelf: true })) return notAllowed;
    const isRestored = await restorePerson(database, access, person, null);
    return isRestored ? done : { outcome: "refused", reason: "not_found" };
  }

  async function setStatus(person: Person, status: "active" | "inactive"): Promise<ActionResult> {
    if (!mayDoToPerson(access, person, "EditUserInfo", { exceptSelf: true })) return notAllowed;
    if (person.status === status) return done;
    await changePerson(database, access, person, {
      columns: { status },
      attributes: ["status"],
      expectedVersion: null,
    });
    if (status === "inactive") await credentials.endSessions(access.realm, person.uid);
    return done;
  }

  async function moveBack(person: Person, moved: MovedGroups | null): Promise<ActionResult> {
    if (!mayDoToPerson(access, person, "EditUserInfo", { exceptSelf: true })) return notAllowed;
    if (!moved) return done;
    for (const uid of [...moved.left, ...moved.joined]) await authoriseGroup({ database, access }, uid, "EditGroup");
    const idsOf = async (uids: string[]) => {
      if (uids.length === 0) return [];
      const { rows } = await database.execute<{ id: number }>(
        sql`select id from directory.groups where uid in ${uids} and status <> 'deleted'`,
      );
      return rows.map(({ id }) => id);
    };
    await moveBetweenGroups(database, access, person, {
      join: await idsOf(moved.left),
      leave: await idsOf(moved.joined),
    });
    return done;
  }
}

/** The people of an undone job: uid and name, in its order. Whoever was deleted by it is among them while they can be restored. */
export function peopleOfJob(access: Access, undone: StoredJob) {
  const isThere = undone.asked.kind === "delete" ? isRestorableBy(access) : sql`u.status <> 'deleted'`;
  return sql`select u.uid, u.name from jobs.targets t join directory.users u on u.uid = t.uid and u.realm = ${access.realm}
    where t.job_id = ${undone.id} and t.outcome = 'done' and ${isThere} order by t.place`;
}
