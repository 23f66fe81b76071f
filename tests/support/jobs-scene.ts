import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect } from "vitest";
import { seedRealm } from "#packages/demo/src/people";
import type { Database } from "~/db/.server/connect";
import { secretBox } from "~/security/secret-box.server";
import { createJobEndpoints } from "~/services/.server/control-panel/job-endpoints";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import type { Service } from "~/services/.server/dispatch/endpoint";
import { runJob } from "~/services/.server/jobs/job-runner";
import { ask, callerOf } from "./callers";
import { credentialsDouble } from "./credentials-double";
import { testDatabase } from "./database";

/** Jobs in a database, created over the endpoints and run at once. */

export let database: Database;
/** Calls of the credentials' double since the test began, e.g. `sessions {uid}`, and the passwords that were set. */
export const calls: { credentials: string[]; passwords: string[] } = { credentials: [], passwords: [] };

/** Errors that jobs have reported since the test began; a report fails the test unless it is expected. */
export const reports: { areExpected: boolean; errors: unknown[] } = { areExpected: false, errors: [] };

/** Registers the hooks: a database of its own for the file, with Sweden and Norway, and empty records of calls for each test. */
export function setUpJobs(): void {
  beforeAll(async () => {
    database = (await testDatabase()).database;
    await seedRealm(database, "se");
    await seedRealm(database, "no");
  });
  beforeEach(() => {
    calls.credentials = [];
    calls.passwords = [];
    reports.areExpected = false;
    reports.errors = [];
  });
}

export const deps = () => ({
  databases: { eu: database, us: database },
  identity: createIdentityDirectory({ eu: database, us: database }),
  credentials: {
    ...credentialsDouble,
    setPassword: async (_: string, uid: string, password: string) => {
      calls.credentials.push(`password ${uid}`);
      calls.passwords.push(password);
    },
    endSessions: async (_: string, uid: string) => {
      calls.credentials.push(`sessions ${uid}`);
    },
    issueBadges: async (_: string, uids: string[]) =>
      uids.slice(1).map((uid) => ({ uid, token: "0123456789ABCDEFGHJKMNPQRS" })),
    voidBadges: async (_: string, uids: string[]) => {
      calls.credentials.push(`void ${uids.length}`);
    },
  },
  secrets: secretBox("a secret of more than thirty-two letters", "jobs"),
  changed: () => undefined,
  report: (error: unknown) => {
    if (!reports.areExpected) throw error;
    reports.errors.push(error);
  },
});

/** Creates a job for all pupils that no worker runs. @returns its id */
export async function waitingJob(kind: "deactivate" | "void-badges", username = "admin.se"): Promise<string> {
  const endpoints = createJobEndpoints({ databases: deps().databases, queue: { send: async () => {} } });
  const waiting = { name: "control-panel", endpoints } as Service<never>;
  const body = { data: { kind, selection: await students() } };
  const made = await ask(waiting as never, "createJob" as never, { body }, await callerOf(database, username));
  return made.body.data.id;
}

/** Runs jobs immediately instead of sending them to a queue. */
function service(isStopping: () => boolean = () => false) {
  const queue = { send: async (region: "eu" | "us", { id }: { id: string }) => runJob(deps(), region, id, isStopping) };
  return {
    name: "control-panel",
    endpoints: createJobEndpoints({ databases: deps().databases, queue }),
  } as Service<never>;
}
// biome-ignore lint/suspicious/noExplicitAny: responses of any shape
export type Result = { status: number; body: any };
export const call = async (name: string, input: object, username = "admin.se", options = {}): Promise<Result> =>
  ask(service() as never, name as never, input, await callerOf(database, username, options));
export const create = (request: unknown, username?: string, options?: object) =>
  call("createJob", { body: { data: request } }, username, options);
export async function finished(request: unknown, username?: string) {
  const made = await create(request, username);
  expect(made.status).toBe(201);
  const { body } = await call("getJob", { params: { id: made.body.data.id } }, username);
  return body.data;
}
export const results = async (id: string, query = {}, username?: string) =>
  (await call("getJobResults", { params: { id }, query }, username)).body;
export async function fileOf(id: string, username?: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let part = 0; ; part += 1) {
    const { body } = await call("getJobFile", { params: { id }, query: { part } }, username);
    parts.push(Buffer.from(body.data.content, "base64"));
    if (body.data.isLast) return Buffer.concat(parts);
  }
}

export async function rows<Row extends Record<string, unknown>>(query: ReturnType<typeof sql>): Promise<Row[]> {
  return (await database.execute(query)).rows as Row[];
}
export const schoolOf = async (code: string) =>
  (await rows<{ uid: string }>(sql`select uid from directory.organizations where school_unit_code = ${code}`))[0]
    ?.uid ?? "";
export async function pupils(code: string, limit: number): Promise<Array<{ uid: string; username: string }>> {
  return rows(sql`select u.uid, u.username from directory.users u
    join directory.associations a on a.user_id = u.id join directory.organizations o on o.id = a.organization_id
    where o.school_unit_code = ${code} and u.type = 'student' and u.status = 'active' order by u.id desc limit ${limit}`);
}
export const students = async (list = "students") => ({ match: { organization: await schoolOf("se-1001"), list } });
export const columns = ["name", "username", "type", "organizations", "groups", "id"].map((id) => ({
  id,
  head: id.toUpperCase(),
}));
export const words = { title: "T", hint: "H", name: "N", username: "U", password: "P", withoutGroup: "W" };
