import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { Caller, CallerUser } from "~/services/.server/directory/caller";
import type { IdentifiedPerson } from "~/services/.server/directory/identity";
import type { RawInput } from "~/services/.server/dispatch/dispatch";
import { type MatrixTarget, matrixTarget } from "./permission-matrix";

/** Replayed writes: app/services/.server/dispatch/replay-after-lost-right.test.ts. */

export type ReplayTarget = MatrixTarget & { database: Database };

/** Removes a right from the caller or from the stored data. */
export type Loss = (caller: Caller, target: ReplayTarget) => Caller | Promise<Caller>;
/** By what happens: the loss, and the status and code of the replay's refusal. */
export type Losses = Record<string, [loss: Loss, status: number, code: string]>;
export type ReplayedWrite = [
  service:
    | "auth"
    | "account"
    | "library"
    | "activity"
    | "submissions"
    | "control-panel"
    | "customer-management"
    | "sync",
  name: string,
  by: "teacher" | "classTeacher" | "family" | "pupil" | "reader" | "admin" | "super",
  input: RawInput | ((target: ReplayTarget) => RawInput | Promise<RawInput>),
  losses: Losses,
];

/** The caller with other data. */
export function changed(caller: Caller, change: Partial<CallerUser>, person: Partial<IdentifiedPerson> = {}): Caller {
  if (!caller.user) throw new Error("A caller with a token is needed");
  return { ...caller, user: { ...caller.user, ...change, person: { ...caller.user.person, ...person } } };
}

const roleWasLost: Loss = (caller) => changed(caller, {}, { roles: ["student"], type: "student" });
const stepUpBecameRequired: Loss = (caller) => changed(caller, { acr: null }, { isStepUpRequired: true });
export const associationEnded: Loss = (caller) => changed(caller, {}, { places: [] });
const flagWasLost: Loss = (caller) => {
  const { places = [] } = caller.user?.person ?? {};
  return changed(caller, {}, { places: places.map((place) => ({ ...place, admin: false })), roles: ["employee"] });
};
const scopeWasLost: Loss = (caller) => changed(caller, {}, { scopes: [] });
const pupilMoved: Loss = async (caller, { database, student }) => {
  const pupil = sql`(select id from directory.users where uid = ${student})`;
  await database.execute(sql`delete from directory.memberships where user_id = ${pupil}`);
  await database.execute(sql`update directory.associations set organization_id =
    (select id from directory.organizations where school_unit_code = 'se-1002') where user_id = ${pupil}`);
  return caller;
};

export const notForPupils: Losses = { "the caller lost the role": [roleWasLost, 403, "forbidden"] };
const ended = (status: number, code: string): Losses => ({ "the association ended": [associationEnded, status, code] });
const hidden = ended(404, "not_found");
const flag: Losses = { "the admin flag was lost": [flagWasLost, 403, "forbidden"] };
const stepUp: Losses = { "a second factor became required": [stepUpBecameRequired, 403, "secure_login_needed"] };
const ofPupil: Losses = { ...stepUp, ...hidden, "the pupil moved to another school": [pupilMoved, 404, "not_found"] };
const scope = (status: number, code: string): Losses => ({ "the scope was lost": [scopeWasLost, status, code] });
const ofAdministration = scope(403, "forbidden");

const values = (attributes: Record<string, unknown>) => ({
  data: { attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, { value }])) },
});
const pupil = ({ student }: MatrixTarget) => ({ version: "v1", type: "students", id: student });
const remove = async (database: Database, table: SQL, uid: string, more = sql``) => {
  await database.execute(sql`
    update ${table} set status = 'deleted', status_before = 'active', deleted_at = now() ${more} where uid = ${uid}`);
};
const period = { type: "fabel-preschool", start: "2040-01-01", end: "2040-01-01" };

/** The writes of the control panel, customer management and sync, with the ways of losing the right to each. */
export const panelWrites: ReplayedWrite[] = [
  [
    "control-panel",
    "createGroup",
    "admin",
    ({ school, secret }) => ({ body: values({ name: `New ${secret}`, organization: school }) }),
    // The school is a value of the body: outside the scope it is invalid (400).
    { ...stepUp, ...flag, ...ended(400, "ValidationError") },
  ],
  [
    "control-panel",
    "updateGroup",
    "admin",
    ({ group: id }) => ({ params: { id }, body: values({ name: "Other" }) }),
    { ...stepUp, ...hidden },
  ],
  [
    "control-panel",
    "renewGroupCode",
    "admin",
    async ({ database, group: id }) => {
      await database.execute(sql`update directory.groups set code = upper(left(md5(uid::text), 8)) where uid = ${id}`);
      return { params: { id } };
    },
    { ...stepUp, ...hidden },
  ],
  [
    "control-panel",
    "restoreGroup",
    "super",
    async ({ database, group: id }) => {
      await remove(database, sql`directory.groups`, id);
      return { params: { id } };
    },
    scope(404, "not_found"),
  ],
  [
    "control-panel",
    "createPerson",
    "admin",
    ({ school, secret }) => ({
      params: { version: "v1", type: "students" },
      body: values({ name: "New", username: `new.${secret}`, organizations: [school] }),
    }),
    { ...stepUp, ...flag, ...ended(403, "forbidden") },
  ],
  [
    "control-panel",
    "updatePerson",
    "admin",
    (target) => ({ params: pupil(target), body: values({ name: "Other" }) }),
    ofPupil,
  ],
  [
    "control-panel",
    "restorePerson",
    "super",
    async (target) => {
      await remove(target.database, sql`directory.users`, target.student);
      return { params: pupil(target) };
    },
    scope(404, "not_found"),
  ],
  ["control-panel", "resetPassword", "admin", (target) => ({ params: pupil(target) }), ofPupil],
  ["control-panel", "issueBadge", "admin", ({ student: id }) => ({ params: { id } }), ofPupil],
  ["control-panel", "issuePictureCode", "admin", ({ student: id }) => ({ params: { id } }), ofPupil],
  [
    "control-panel",
    "createJob",
    "admin",
    ({ school, secret: q }) => {
      const match = { organization: school, list: "employees", q };
      return { body: { data: { kind: "void-badges", selection: { match } } } };
    },
    { ...stepUp, ...flag, ...hidden },
  ],
  [
    "control-panel",
    "createListView",
    "admin",
    { params: { list: "students" }, body: { data: { name: "One", query: "" } } },
    { ...notForPupils, ...stepUp },
  ],
  ["customer-management", "createSchoolUnit", "super", { body: { name: "New", type: "school" } }, ofAdministration],
  [
    "customer-management",
    "updateSchoolUnit",
    "admin",
    ({ school: uid }) => ({ params: { uid }, body: { city: "Ystad" } }),
    { ...stepUp, ...flag, ...ended(403, "forbidden") },
  ],
  [
    "customer-management",
    "restoreSchoolUnit",
    "super",
    async ({ database }) => {
      const { school: uid } = await matrixTarget(database, "se", "se-1001", "part");
      await remove(database, sql`directory.organizations`, uid, sql`, deleted_with = uid`);
      return { params: { uid } };
    },
    ofAdministration,
  ],
  [
    "customer-management",
    "createUserPeriod",
    "super",
    ({ student: userUid }) => ({ body: { userUid, ...period } }),
    ofAdministration,
  ],
  [
    "customer-management",
    "createSchoolUnitPeriod",
    "super",
    ({ school: schoolUnitUid }) => ({ body: { schoolUnitUid, ...period } }),
    ofAdministration,
  ],
  [
    "sync",
    "triggerSync",
    "admin",
    async ({ database, school, secret }) => {
      const { rows } = await database.execute<{ id: string }>(sql`
        insert into sync.sources (id, realm, organization_id, type, name, address)
        select gen_random_uuid(), realm, id, 'skolon', ${secret}, 'https://roster.example/'
        from directory.organizations where uid = ${school} returning id`);
      return { params: { orgId: school, syncId: String(rows[0]?.id) } };
    },
    { ...stepUp, ...flag, ...hidden },
  ],
];
