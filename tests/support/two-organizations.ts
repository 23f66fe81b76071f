import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { secretBox } from "~/security/secret-box.server";
import { createJobEndpoints } from "~/services/.server/control-panel/job-endpoints";
import { createControlPanelService } from "~/services/.server/control-panel/service";
import { createCustomerManagementService } from "~/services/.server/customer-management/customer-management-service";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import type { Person } from "~/services/.server/directory/people/people-store";
import type { Service } from "~/services/.server/dispatch/endpoint";
import { runJob } from "~/services/.server/jobs/job-runner";
import type { PersonKind } from "~/services/contracts/person-kinds";
import { afterFile } from "./after-file";
import { ask, callerOf } from "./callers";
import { credentialsDouble } from "./credentials-double";
import { ImportScene } from "./import-scene";
import { matrixTarget } from "./permission-matrix";

/**
 * People of two organisations, and callers who are over one of them (`admin.se`, school A), over the other (`chief.se`, school B) and over
 * both (`over.se`, the municipality). docs/security.md, line 36.
 */

export let scene: ImportScene;
export let database: Database;
/** What the credentials were asked: `password UID`, `sessions UID`, `mail UID PAGE`. */
export const calls: string[] = [];
/** Number of the last person that was made. */
export let made = 0;

const credentials = {
  ...credentialsDouble,
  setPassword: async (_: string, uid: string) => void calls.push(`password ${uid}`),
  endSessions: async (_: string, uids: string | readonly string[]) =>
    void calls.push(`sessions ${[uids].flat().join()}`),
  mailPasswordLink: async (_: string, uid: string, page: string) => {
    calls.push(`mail ${uid} ${page}`);
    return "e…@exempel.se";
  },
};

/** Schools: A, where admin.se and teacher.se work, and B. */
export const schoolA = sql`(select id from directory.organizations where school_unit_code = 'se-1001')`;
export const schoolB = sql`(select id from directory.organizations where school_unit_code = 'se-1002')`;

export async function one<Row extends Record<string, unknown>>(query: ReturnType<typeof sql>): Promise<Row> {
  return (await database.execute<Row>(query)).rows[0] as Row;
}

export async function join(uid: string, school: ReturnType<typeof sql>, admin = false): Promise<void> {
  await database.execute(sql`
    insert into directory.associations (user_id, organization_id, realm, role, admin)
    select u.id, ${school}, u.realm, u.type, ${admin} from directory.users u where u.uid = ${uid}`);
}

export async function administrator(username: string, school: ReturnType<typeof sql>): Promise<void> {
  await database.execute(sql`
    with made as (insert into directory.users (realm, type, username, name) values ('se', 'employee', ${username}, ${username})
      returning id, realm)
    insert into directory.associations (user_id, organization_id, realm, role, admin)
    select made.id, ${school}, made.realm, 'employee', true from made`);
}

export type Both = {
  uid: string;
  id: number;
  username: string;
  kind: PersonKind;
  group: string;
  groupB: string;
  pupil: string;
};

/**
 * Somebody of both schools, with an e-mail address. A guardian is a member of A only: their other child goes to B.
 * @param elsewhere false: of A alone
 */
export async function person(type: Person["type"], { elsewhere = true, isConfirmed = false } = {}): Promise<Both> {
  made += 1;
  const here = await matrixTarget(database, "se", "se-1001", "school");
  const there = await matrixTarget(database, "se", "se-1002", "school");
  const uid = type === "student" ? here.student : type === "guardian" ? here.guardian : here.employee;
  const pupilB = there.student;
  const { id, username } = await one<{ id: number; username: string }>(sql`
    update directory.users set email = ${`both${made}@exempel.se`} where uid = ${uid} returning id, username`);
  // A changed address is unconfirmed: so in a second statement.
  if (isConfirmed) await database.execute(sql`update directory.users set email_verified = true where uid = ${uid}`);
  if (elsewhere && type === "guardian") {
    await database.execute(sql`
      insert into directory.guardianships (guardian_id, student_id, realm)
      select ${id}, s.id, s.realm from directory.users s where s.uid = ${pupilB}`);
  } else if (elsewhere) await join(uid, schoolB);
  for (const group of type === "guardian" ? [] : elsewhere ? [here.group, there.group] : [here.group]) {
    await database.execute(sql`
      insert into directory.memberships (user_id, group_id, realm)
      select ${id}, g.id, g.realm from directory.groups g where g.uid = ${group} on conflict do nothing`);
  }
  const kind = ({ student: "students", guardian: "guardians", employee: "employees" } as const)[type];
  return { uid, id, username, kind, group: here.group, groupB: there.group, pupil: here.student };
}

export const databases = () => ({ eu: database, us: database });

export async function call(username: string, name: string, input: object) {
  const services = [
    createControlPanelService({ databases: databases(), credentials }),
    createCustomerManagementService({ databases: databases(), credentials }),
    { name: "control-panel", endpoints: createJobEndpoints({ databases: databases(), queue: { send: runQueued } }) },
  ] as unknown as Service<never>[];
  const service = services.find(({ endpoints }) => name in endpoints) as Service<never>;
  return ask(service, name as never, input, await callerOf(database, username));
}

async function runQueued(region: "eu" | "us", { id }: { id: string }): Promise<void> {
  const deps = { databases: databases(), identity: createIdentityDirectory(databases()), credentials };
  const secrets = secretBox("a secret of more than thirty-two letters", "jobs");
  const report = (error: unknown) => {
    throw error;
  };
  await runJob({ ...deps, secrets, changed: () => undefined, report }, region, id, () => false);
}

/** A bulk job on one person: its id, and the result for them. */
export async function job(username: string, uid: string, request: object) {
  const body = { data: { selection: { ids: [uid] }, ...request } };
  const { id } = (await call(username, "createJob", { body })).body.data;
  const { body: results } = await call(username, "getJobResults", { params: { id }, query: {} });
  const [row] = results.data;
  return { id, outcome: row?.outcome ?? "done", reason: row?.reason ?? null };
}

export const paramsOf = ({ kind, uid }: Both, version = "v1") => ({ version, type: kind, id: uid });
export const read = (username: string, who: Both) => call(username, "getPerson", { params: paramsOf(who) });
export const write = (attributes: Record<string, unknown>) => ({
  data: { attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, { value }])) },
});
export const update = (username: string, who: Both, attributes: Record<string, unknown>, version = "v1") =>
  call(username, "updatePerson", { params: paramsOf(who, version), body: write(attributes) });

export async function places(
  who: Both,
): Promise<{ status: string; schools: string[]; groups: string[]; pupils: string[] }> {
  return one(sql`select u.status,
    array(select coalesce(o.school_unit_code, o.name) from directory.associations a
      join directory.organizations o on o.id = a.organization_id where a.user_id = u.id order by 1) as schools,
    array(select g.uid::text from directory.memberships m join directory.groups g on g.id = m.group_id where m.user_id = u.id
      order by 1) as groups,
    array(select s.uid::text from directory.guardianships w join directory.users s on s.id = w.student_id
      where w.guardian_id = u.id order by 1) as pupils
    from directory.users u where u.id = ${who.id}`);
}

let isOpen = false;

/** Opens the scene for the first test of a file, and forgets what the credentials were asked before. */
export async function openTwoOrganizations(): Promise<void> {
  calls.length = 0;
  if (isOpen) return;
  scene = await ImportScene.open();
  database = scene.database;
  isOpen = true;
  // Its database is dropped after the file, which shares this module with others.
  afterFile(async () => {
    isOpen = false;
  });
  await administrator("over.se", sql`(select id from directory.organizations where municipality_key = 'se-0001')`);
  await administrator("chief.se", schoolB);
  await database.execute(sql`update directory.organizations set teachers_see = 'school' where id = ${schoolA}`);
}
