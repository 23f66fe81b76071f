import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { authoriseGroup, mayDoToPerson } from "~/services/.server/directory/authorisation";
import { type Group, moveBetweenGroups } from "~/services/.server/directory/groups/groups-store";
import type { CredentialService } from "~/services/.server/directory/identity";
import { makePassword, setFirstPassword } from "~/services/.server/directory/people/first-passwords";
import { changePerson, type Person } from "~/services/.server/directory/people/people-store";
import { deletePerson } from "~/services/.server/directory/people/person-deletion";
import { formMessages } from "~/services/contracts/form-messages";
import type { JobAsked } from "~/services/contracts/jobs";

import { ServiceError } from "~/services/contracts/service-error";
import type { MovedGroups } from "./tables";

/** What a bulk action does to one person. Rights are asked for each, as if that person's page had been used. */

export type ActionDeps = { credentials: CredentialService };

export type ActionResult =
  | { outcome: "done"; secret?: string; before?: MovedGroups }
  | { outcome: "refused"; reason: string };

/** Does its work on some people at a time; answers for each in the same order. */
export type PeopleAction = (people: Person[]) => Promise<ActionResult[]>;

export const done: ActionResult = { outcome: "done" };
export const notAllowed: ActionResult = { outcome: "refused", reason: formMessages.insufficientPermission };

/** @throws ServiceError 404 for a group that is gone or out of reach */
export async function prepareAction(
  { credentials }: ActionDeps,
  database: Database,
  access: Access,
  asked: Exclude<JobAsked, { kind: "export" | "undo" }>,
): Promise<PeopleAction> {
  const { realm } = access;
  switch (asked.kind) {
    case "activate":
    case "deactivate": {
      const status = asked.kind === "activate" ? "active" : "inactive";
      return eachOf(async (person) => {
        if (!mayDoToPerson(access, person, "EditUserInfo", { exceptSelf: true })) return notAllowed;
        if (person.status === status) return done;
        const change = { columns: { status } as const, attributes: ["status"], expectedVersion: null };
        await changePerson(database, access, person, change);
        if (status === "inactive") await credentials.endSessions(realm, person.uid);
        return done;
      });
    }
    case "delete":
      return eachOf(async (person) => {
        if (!mayDoToPerson(access, person, "DeleteUser", { exceptSelf: true })) return notAllowed;
        await deletePerson(database, access, person);
        await credentials.endSessions(realm, person.uid);
        return done;
      });
    case "move": {
      const { group } = await authoriseGroup({ database, access }, asked.group, "AddGroupMember");
      return eachOf((person) => moveTo(database, access, person, group));
    }
    case "leave": {
      const { group } = await authoriseGroup({ database, access }, asked.group, "EditGroup");
      return eachOf((person) => leaveGroup(database, access, person, group));
    }
    case "passwords":
      return eachOf(async (person) => {
        if (!mayHandOut(access, person)) return notAllowed;
        const password = makePassword(realm, person.type);
        await setFirstPassword(credentials, database, access, person, password);
        return { outcome: "done", secret: password };
      });
    case "badges":
      return issueBadges;
    case "void-badges":
      return voidBadges;
  }

  /** Those whose badges may be touched, and what is done to all of them at once with its lines in the log. */
  async function applyToBadges<Touched extends { uid: string }>(
    people: Person[],
    action: "user.badge_issued" | "user.badge_voided",
    apply: (uids: string[], within: Transaction) => Promise<Touched[]>,
  ) {
    const allowed = people.filter((person) => person.type === "student" && mayHandOut(access, person));
    const touched = await database.transaction(async (within) => {
      const rows = await apply(
        allowed.map(({ uid }) => uid),
        within,
      );
      await writeAudit(
        within,
        access,
        rows.map(({ uid }) => ({ action, subjectType: "user", subjectUid: uid })),
      );
      return rows;
    });
    return { allowed, touched };
  }

  async function voidBadges(people: Person[]): Promise<ActionResult[]> {
    const { allowed } = await applyToBadges(people, "user.badge_voided", async (uids, within) => {
      await credentials.voidBadges(realm, uids, within);
      return uids.map((uid) => ({ uid }));
    });
    return people.map((person) => (allowed.includes(person) ? done : withoutBadge(person)));
  }

  async function issueBadges(people: Person[]): Promise<ActionResult[]> {
    const { allowed, touched } = await applyToBadges(people, "user.badge_issued", (uids, within) =>
      credentials.issueBadges(realm, uids, within),
    );
    const tokens = new Map(touched.map(({ uid, token }) => [uid, token]));
    return people.map((person) => {
      const token = tokens.get(person.uid);
      if (token) return { outcome: "done", secret: token };
      return allowed.includes(person) ? { outcome: "refused", reason: "badges_off" } : withoutBadge(person);
    });
  }
}

/** Badges are for pupils: a right to more people would change nothing. */
function withoutBadge(person: Person): ActionResult {
  return person.type === "student" ? notAllowed : { outcome: "refused", reason: "not_a_pupil" };
}

/** Nobody hands out a sign-in for oneself or while acting as somebody. docs/security.md, line 27. */
function mayHandOut(access: Access, person: Person): boolean {
  return access.actorUid === null && mayDoToPerson(access, person, "EditPassword", { exceptSelf: true });
}

/** One after the other; what is refused with a reason is that row's result, everything else ends the job. */
export function eachOf(action: (person: Person) => Promise<ActionResult>): PeopleAction {
  return async (people) => {
    const results: ActionResult[] = [];
    for (const person of people) {
      try {
        results.push(await action(person));
      } catch (error) {
        if (!(error instanceof ServiceError) || error.status >= 500) throw error;
        results.push({ outcome: "refused", reason: error.details?.[0]?.reason ?? error.message });
      }
    }
    return results;
  };
}

/** Into the group, and out of the others of its kind at the same organisation: who comes to 5A leaves 4A, not the choir. */
async function moveTo(database: Database, access: Access, person: Person, group: Group): Promise<ActionResult> {
  if (!mayDoToPerson(access, person, "EditUserInfo", { exceptSelf: true })) return notAllowed;
  if (!person.places.some((place) => place.id === group.organization.id)) {
    return { outcome: "refused", reason: "not_at_organization" };
  }
  const { rows } = await database.execute<{ id: number; uid: string }>(sql`
    select g.id, g.uid from directory.memberships m join directory.groups g on g.id = m.group_id
    where m.user_id = ${person.id} and g.organization_id = ${group.organization.id}
      and g.type = ${group.type} and g.id <> ${group.id}`);
  const isIn = person.groups.some((own) => own.uid === group.uid);
  await moveBetweenGroups(database, access, person, {
    join: isIn ? [] : [group.id],
    leave: rows.map(({ id }) => id),
  });
  return { outcome: "done", before: { left: rows.map(({ uid }) => uid), joined: isIn ? [] : [group.uid] } };
}

async function leaveGroup(database: Database, access: Access, person: Person, group: Group): Promise<ActionResult> {
  if (!mayDoToPerson(access, person, "EditUserInfo", { exceptSelf: true })) return notAllowed;
  if (!person.groups.some((own) => own.uid === group.uid)) return done;
  await moveBetweenGroups(database, access, person, { join: [], leave: [group.id] });
  return { outcome: "done", before: { left: [group.uid], joined: [] } };
}
