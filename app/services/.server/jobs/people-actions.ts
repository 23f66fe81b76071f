import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { retryOnceIfUnavailable } from "~/db/.server/unavailable";
import { type Access, permissionContextOf } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { authoriseGroup, mayDoToPerson } from "~/services/.server/directory/authorisation";
import { refusalReason } from "~/services/.server/directory/forbidden-attributes";
import { moveBetweenGroups } from "~/services/.server/directory/groups/group-moves";
import type { Group } from "~/services/.server/directory/groups/groups-store";
import type { CredentialService, StaffCredentials } from "~/services/.server/directory/identity";
import { mailPassword, makePassword, setFirstPassword } from "~/services/.server/directory/people/first-passwords";
import { changePerson, type Person } from "~/services/.server/directory/people/people-store";
import { deletePerson } from "~/services/.server/directory/people/person-deletion";
import { attributeLevel, statusLevel } from "~/services/.server/directory/permissions";
import { formMessages } from "~/services/contracts/form-messages";
import type { JobRequest } from "~/services/contracts/jobs";
import { ServiceError } from "~/services/contracts/service-error";
import { inHalves } from "./in-halves";
import type { StateBefore } from "./tables";

/** Bulk actions on people. Permissions are checked for each person, as on that person's page. */

export type ActionDeps = { credentials: StaffCredentials; report(error: unknown): void };

export type ActionResult =
  | { outcome: "done"; secret?: string; before?: StateBefore }
  | { outcome: "refused"; reason: string };

/**
 * Stores the results by uid, in the action's own transaction: if a job is interrupted, each person is either done and recorded, or not
 * done.
 */
export type RecordResults = (
  within: Pick<Database, "execute">,
  results: ReadonlyMap<string, ActionResult>,
) => Promise<void>;

/** Applies an action to a batch of people and records each result. */
export type PeopleAction = (people: Person[], record: RecordResults) => Promise<void>;

export const doneResult: ActionResult = { outcome: "done" };
export const notAllowed: ActionResult = { outcome: "refused", reason: formMessages.insufficientPermission };

/**
 * @param origin of the addresses in mails
 * @throws ServiceError 404 if the group is deleted or outside the caller's scope
 */
export async function prepareAction(
  deps: ActionDeps,
  database: Database,
  access: Access,
  request: Exclude<JobRequest, { kind: "export" | "undo" }>,
  origin: string,
): Promise<PeopleAction> {
  const { realm } = access;
  const { credentials } = deps;
  const forEach = (action: PersonAction) => forEachPerson(deps, database, action);
  switch (request.kind) {
    case "activate":
    case "deactivate": {
      const status = request.kind === "activate" ? "active" : "inactive";
      return forEach((within, person) => setStatus(credentials, within, access, person, status));
    }
    case "delete":
      return forEach(async (within, person) => {
        if (!mayDoToPerson(access, person, "DeleteUser", { exceptSelf: true })) return notAllowed;
        const result = await deletePerson(within, access, person);
        if (result === "deleted") await credentials.endSessions(realm, person.uid, within);
        return doneResult;
      });
    case "move": {
      const { group } = await authoriseGroup({ database, access }, request.group, "AddGroupMember");
      return forEach((within, person) => moveTo(within, access, person, group));
    }
    case "leave": {
      const { group } = await authoriseGroup({ database, access }, request.group, "EditGroup");
      return forEach((within, person) => leaveGroup(within, access, person, group));
    }
    case "passwords":
      return forEach(async (within, person) => {
        if (mayDoToPerson(access, person, "MailPassword", { exceptSelf: true })) {
          await mailPassword(credentials, within, access, person, origin);
          return passwordMailed;
        }
        if (!mayDoToPerson(access, person, "EditPassword", { exceptSelf: true }))
          return withoutPassword(access, person);
        const password = makePassword(realm, person.type);
        await setFirstPassword(credentials, within, access, person, password);
        return { outcome: "done", secret: password };
      });
    case "badges": {
      const { renewBadges, printBadges } = badgeActions(deps, database, access);
      return (people, record) => (request.renew ? renewBadges(people, record) : printBadges(people, record));
    }
    case "void-badges":
      return badgeActions(deps, database, access).voidBadges;
  }
}

type BadgeAction = "user.badge_issued" | "user.badge_reprinted" | "user.badge_voided";

/** Actions on badges of many people in one transaction. If it fails, each half is tried, so that one person does not stop the others. */
function badgeActions(
  deps: ActionDeps,
  database: Database,
  access: Access,
): Record<"voidBadges" | "renewBadges" | "printBadges", PeopleAction> {
  const { realm } = access;
  const { credentials } = deps;

  /** Applies an action to all people whose badges the caller may change, with their audit entries. */
  async function applyToBadges(
    people: Person[],
    record: RecordResults,
    action: BadgeAction | ((uid: string) => BadgeAction),
    apply: (uids: string[], within: Transaction) => Promise<Map<string, ActionResult>>,
  ): Promise<void> {
    const actionOf = typeof action === "string" ? () => action : action;
    const applyToPart = (part: readonly Person[]) =>
      inTransaction(database, async (within) => {
        const allowed = part.filter((person) => mayDoToPerson(access, person, "EditBadge", { exceptSelf: true }));
        const applied = await apply(
          allowed.map(({ uid }) => uid),
          within,
        );
        const touched = [...applied].filter(([, { outcome }]) => outcome === "done");
        await writeAudit(
          within,
          access,
          touched.map(([uid]) => ({ action: actionOf(uid), subjectType: "user", subjectUid: uid })),
        );
        await record(
          within,
          new Map(part.map((person) => [person.uid, applied.get(person.uid) ?? withoutBadge(person)])),
        );
      });
    await inHalves(people, applyToPart, ({ uid }, error) => record(database, new Map([[uid, failureOf(deps, error)]])));
  }

  function voidBadges(people: Person[], record: RecordResults): Promise<void> {
    return applyToBadges(people, record, "user.badge_voided", async (uids, within) => {
      await credentials.voidBadges(realm, uids, within);
      return new Map(uids.map((uid) => [uid, doneResult]));
    });
  }

  function renewBadges(people: Person[], record: RecordResults): Promise<void> {
    return applyToBadges(people, record, "user.badge_issued", async (uids, within) => {
      const tokens = await issue(uids, within);
      return new Map(uids.map((uid) => [uid, printed(tokens.get(uid))]));
    });
  }

  /**
   * Prints existing badges again and issues first ones. Badges that cannot be printed again are refused: replacing them would void them.
   */
  async function printBadges(people: Person[], record: RecordResults): Promise<void> {
    let present = new Map<string, string | null>();
    const actionOf = (uid: string) => (present.has(uid) ? "user.badge_reprinted" : "user.badge_issued");
    await applyToBadges(people, record, actionOf, async (uids, within) => {
      present = await credentials.readBadges(realm, uids, within);
      const first = await issue(
        uids.filter((uid) => !present.has(uid)),
        within,
      );
      return new Map(
        uids.map((uid) => [uid, present.get(uid) === null ? tooOld : printed(present.get(uid) ?? first.get(uid))]),
      );
    });
  }

  async function issue(uids: string[], within: Transaction): Promise<Map<string, string>> {
    const issued = await credentials.issueBadges(realm, uids, within);
    return new Map(issued.map(({ uid, token }) => [uid, token]));
  }

  return { voidBadges, renewBadges, printBadges };
}

const tooOld: ActionResult = { outcome: "refused", reason: "badge_too_old" };

function printed(secret: string | undefined): ActionResult {
  return secret ? { outcome: "done", secret } : { outcome: "refused", reason: "badges_off" };
}

/** Why a person gets no badge: only pupils have one. */
function withoutBadge(person: Person): ActionResult {
  return person.type === "student" ? notAllowed : { outcome: "refused", reason: "not_a_pupil" };
}

/** Nothing to print: the person got a link by mail instead. */
const passwordMailed: ActionResult = { outcome: "refused", reason: "password_mailed" };

/** Why the caller may not set a person's password. */
function withoutPassword(access: Access, person: Person): ActionResult {
  const level = attributeLevel(permissionContextOf(access, person), "password");
  return { outcome: "refused", reason: refusalReason(level) };
}

type PersonAction = (within: Transaction, person: Person) => Promise<ActionResult>;

/** Runs an action for each person in a transaction of its own. An error becomes the row's result, and the next person follows. */
export function forEachPerson(
  deps: Pick<ActionDeps, "report">,
  database: Database,
  action: PersonAction,
): PeopleAction {
  return async (people, record) => {
    for (const person of people) {
      const apply = () =>
        inTransaction(database, async (within) => {
          await record(within, new Map([[person.uid, await action(within, person)]]));
        });
      try {
        await retryOnceIfUnavailable(apply);
      } catch (error) {
        await record(database, new Map([[person.uid, failureOf(deps, error)]]));
      }
    }
  };
}

/** The result of a person for whom an action failed. Errors that nobody expected are reported. */
function failureOf({ report }: Pick<ActionDeps, "report">, error: unknown): ActionResult {
  if (error instanceof ServiceError && error.status < 500) {
    return { outcome: "refused", reason: error.details?.[0]?.reason ?? error.message };
  }
  report(error);
  return { outcome: "refused", reason: formMessages.notDone };
}

/** Sets the status of a person who is not deleted. A person who already has it is not changed, and an undo will not change them. */
export async function setStatus(
  credentials: CredentialService,
  within: Transaction,
  access: Access,
  person: Person,
  status: "active" | "inactive",
): Promise<ActionResult> {
  if (!mayDoToPerson(access, person, "EditUserInfo", { exceptSelf: true })) return notAllowed;
  const level = statusLevel(permissionContextOf(access, person));
  if (level.editable === 0) return { outcome: "refused", reason: refusalReason(level) };
  if (person.status === status || person.status === "deleted") return doneResult;
  const before = { status: person.status };
  await changePerson(within, access, person, { columns: { status }, attributes: ["status"], expectedVersion: null });
  if (status === "inactive") await credentials.endSessions(access.realm, person.uid, within);
  return { outcome: "done", before };
}

/**
 * Moves a person into a group and out of other groups of the same type at the same organisation: moving to 5A leaves 4A, but not the choir.
 */
async function moveTo(within: Transaction, access: Access, person: Person, group: Group): Promise<ActionResult> {
  if (!mayDoToPerson(access, person, "EditUserInfo", { exceptSelf: true })) return notAllowed;
  if (!person.places.some((place) => place.id === group.organization.id)) {
    return { outcome: "refused", reason: "not_at_organization" };
  }
  const { rows } = await within.execute<{ id: number; uid: string }>(sql`
    select g.id, g.uid from directory.memberships m join directory.groups g on g.id = m.group_id
    where m.user_id = ${person.id} and g.organization_id = ${group.organization.id}
      and g.type = ${group.type} and g.id <> ${group.id}`);
  const isIn = person.groups.some((own) => own.uid === group.uid);
  await moveBetweenGroups(within, access, person, {
    join: isIn ? [] : [group.id],
    leave: rows.map(({ id }) => id),
  });
  return { outcome: "done", before: { left: rows.map(({ uid }) => uid), joined: isIn ? [] : [group.uid] } };
}

async function leaveGroup(within: Transaction, access: Access, person: Person, group: Group): Promise<ActionResult> {
  if (!mayDoToPerson(access, person, "EditUserInfo", { exceptSelf: true })) return notAllowed;
  if (!person.groups.some((own) => own.uid === group.uid)) return doneResult;
  await moveBetweenGroups(within, access, person, { join: [], leave: [group.id] });
  return { outcome: "done", before: { left: [group.uid], joined: [] } };
}
