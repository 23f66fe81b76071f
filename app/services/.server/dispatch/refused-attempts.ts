import { sql } from "drizzle-orm";
import type { Database, Databases } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import type { Caller } from "~/services/.server/directory/caller";
import type { AnyEndpoint, AnyService } from "~/services/.server/dispatch/endpoint";
import type { AuditAction } from "~/services/contracts/audit-actions";
import type { JobKind } from "~/services/contracts/jobs";
import { ServiceError } from "~/services/contracts/service-error";
import { isUid } from "~/services/contracts/uid";

/** Logs actions that were refused with 403, with the user who tried. docs/security.md, line 26. */

const refused: AuditAction = "act.refused";

type Input = { params?: Record<string, unknown>; body?: { data?: { kind?: unknown } } };
type Attempt = AuditAction | ((input: Input) => AuditAction | undefined);

/** The audited action of each call that changes people, groups or organisations, in both directory services. */
export const attempts: Record<string, Attempt> = {
  createGroup: "group.created",
  updateGroup: "group.changed",
  putGroup: "group.changed",
  deleteGroup: "group.deleted",
  renewGroupCode: "group.changed",
  restoreGroup: "group.restored",
  putGroupUser: "user.groups_changed",
  deleteGroupUser: "user.groups_changed",
  putUserGroups: "user.groups_changed",
  putUserGroup: "user.groups_changed",
  deleteUserGroup: "user.groups_changed",
  createPerson: "user.created",
  updatePerson: "user.changed",
  appointAdministrator: "user.appointed_administrator",
  deletePerson: "user.deleted",
  restorePerson: "user.restored",
  deleteUser: "user.deleted",
  putPupil: "user.changed",
  deletePupil: "user.changed",
  putUserSchools: "user.changed",
  putUserSchool: "user.changed",
  deleteUserSchool: "user.changed",
  resetPassword: "user.password_set",
  endUserSessions: "user.sessions_ended",
  endUserSession: "user.sessions_ended",
  issueBadge: "user.badge_issued",
  voidBadge: "user.badge_voided",
  issuePictureCode: "user.picture_code_issued",
  voidPictureCode: "user.picture_code_voided",
  createSchoolUnit: "organization.created",
  updateSchoolUnit: "organization.changed",
  deleteSchoolUnit: "organization.deleted",
  restoreSchoolUnit: "organization.restored",
  createImport: "people.imported",
  startImport: "people.imported",
  undoImport: "people.import_undone",
  putSyncConfig: "sync.settings_changed",
  putSyncSetting: "sync.settings_changed",
  putSync: "sync.source_changed",
  putSyncFile: "sync.source_changed",
  deleteSync: "sync.source_deleted",
  triggerSync: "sync.started",
  releaseSyncJob: "sync.released",
  refuseSyncJob: "sync.refused",
  undoSyncJob: "people.import_undone",
  createUserPeriod: "period.created",
  updateUserPeriod: "period.changed",
  deleteUserPeriod: "period.deleted",
  createSchoolUnitPeriod: "period.created",
  updateSchoolUnitPeriod: "period.changed",
  deleteSchoolUnitPeriod: "period.deleted",
  createJob: ({ body }) => actionsOfJobs[body?.data?.kind as JobKind],
};

const actionsOfJobs: Record<JobKind, AuditAction> = {
  export: "people.exported",
  move: "user.groups_changed",
  leave: "user.groups_changed",
  undo: "user.changed",
  passwords: "user.password_set",
  badges: "user.badge_issued",
  "void-badges": "user.badge_voided",
  activate: "user.changed",
  deactivate: "user.changed",
  delete: "user.deleted",
};

/** A repeated call within this time is not logged again, so that a client in a loop cannot fill the log. */
const sameAttempt = "1 minute";

/** Wraps a service so that each 403 of a call in `attempts` is logged. */
export function auditingRefusals<Audited extends AnyService>(service: Audited, databases: Databases): Audited {
  const endpoints = Object.entries(service.endpoints).map(([name, endpoint]) => {
    const attempt = attempts[name];
    const isWrite = endpoint.contract.method !== "GET";
    return [name, attempt && isWrite ? auditing(name, attempt, endpoint, databases) : endpoint];
  });
  return { ...service, endpoints: Object.fromEntries(endpoints) };
}

function auditing(call: string, attempt: Attempt, endpoint: AnyEndpoint, databases: Databases): AnyEndpoint {
  async function watched<Result>(input: Input, caller: Caller, run: () => Result): Promise<Awaited<Result>> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof ServiceError && error.status === 403) {
        await writeRefusal(databases, caller, { call, attempt, input }, error);
      }
      throw error;
    }
  }
  const { alsoWrong } = endpoint;
  return {
    ...endpoint,
    async authorise(input, caller) {
      const handle = await watched(input, caller, () => endpoint.authorise(input, caller));
      return () => watched(input, caller, handle);
    },
    ...(alsoWrong && { alsoWrong: (input, caller) => watched(input, caller, () => alsoWrong(input, caller)) }),
  };
}

type Tried = { call: string; attempt: Attempt; input: Input };

async function writeRefusal(
  databases: Databases,
  caller: Caller,
  { call, attempt, input }: Tried,
  error: ServiceError,
): Promise<void> {
  const { realm, region, user, requestId, ipAddress } = caller;
  if (!user) return;
  const action = typeof attempt === "string" ? attempt : attempt(input);
  const attributes = (error.details ?? []).map(({ attribute }) => attribute).filter((name) => name !== "");
  const details = { call, act: action, ...(attributes.length > 0 && { attributes }) };
  const { type, uid } = await subjectOf(databases[region], realm, action, input.params ?? {});
  await databases[region].execute(sql`
    insert into directory.audit
      (realm, action, user_uid, actor_uid, subject_type, subject_uid, details, request_id, ip_address)
    select ${realm}, ${refused}, ${user.uid}, ${user.actor}, ${type}, ${uid ?? user.uid}, ${details}::jsonb, ${requestId}, ${ipAddress}
    where not exists (select 1 from directory.audit a
      where a.user_uid = ${user.uid} and a.actor_uid is not distinct from ${user.actor}::uuid and a.action = ${refused}
        and a.details ->> 'call' = ${call} and a.at > now() - ${sameAttempt}::interval)`);
}

/** Path parameters that can identify the subject; the first one present is used. */
const subjectParams = ["userId", "userUid", "uid", "id", "groupId"];
const tables = { user: sql`directory.users`, group: sql`directory.groups`, organization: sql`directory.organizations` };

/** The subject of the refused action; the user who tried if the id matches nothing in the realm. */
async function subjectOf(
  database: Database,
  realm: Realm,
  action: AuditAction | undefined,
  params: Record<string, unknown>,
) {
  const given = subjectParams.map((name) => params[name]).find((uid) => uid !== undefined);
  const type = action?.split(".")[0];
  const nobody = { type: "user" as const, uid: null };
  if ((type !== "user" && type !== "group" && type !== "organization") || !isUid(given)) return nobody;
  const { rows } = await database.execute<{ uid: string }>(
    sql`select uid from ${tables[type]} where realm = ${realm} and uid = ${String(given)}`,
  );
  return rows[0] ? { type, uid: rows[0].uid } : nobody;
}
