import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { origin } from "#tests/support/page-matrix";
import { type MatrixTarget, matrixTarget } from "#tests/support/permission-matrix";
import { sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { processBackend } from "~/composition/process-backend.server";
import type { Database } from "~/db/.server/connect";
import type { Contract } from "~/services/contracts/contract";
import { controlPanelContracts } from "~/services/contracts/control-panel";
import { customerManagementContracts } from "~/services/contracts/customer-management";
import { importContracts } from "~/services/contracts/imports";
import { jobContracts } from "~/services/contracts/jobs";
import { savedListContracts } from "~/services/contracts/saved-lists";
import { ServiceError } from "~/services/contracts/service-error";
import { syncContracts } from "~/services/contracts/sync";
import { optionalUser } from "~/session/guard.server";

/**
 * Every write with an idempotency key of the control panel, customer management and sync, repeated after the caller lost the right: the stored
 * response is refused, over HTTP and in process. Payment's are in its `access.test.ts`. docs/security.md, lines 19 and 21.
 */

type Username = "admin.se" | "super.se";
type Credentials = Awaited<ReturnType<typeof optionalUser>>["credentials"];

let database: Database;
const credentials = {} as Record<Username, Credentials>;

beforeAll(async () => {
  database = (await sessionScene(["se"])).eu;
  for (const username of ["admin.se", "super.se"] as const) {
    credentials[username] = (
      await optionalUser(processBackend(), (await signedInBrowser(origin, username)).request("/"))
    ).credentials;
  }
  await database.execute(
    sql`update directory.organizations set qr_code_login_enabled = true, picture_login_enabled = true where realm = 'se'`,
  );
});

afterAll(() => processBackend().close());

const idOf = (username: string) => sql`(select id from directory.users where username = ${username})`;
const schoolOf = (code: string) => sql`(select id from directory.organizations where school_unit_code = ${code})`;

/** SQL that takes a right away, and SQL that restores it. */
const losses: Record<string, (target: MatrixTarget) => [lose: SQL, regain: SQL]> = {
  "the admin flag is gone": () => [
    sql`update directory.associations set admin = false where user_id = ${idOf("admin.se")}`,
    sql`update directory.associations set admin = true where user_id = ${idOf("admin.se")}`,
  ],
  "the association has ended": () => [
    sql`update directory.associations set active = false where user_id = ${idOf("admin.se")}`,
    sql`update directory.associations set active = true where user_id = ${idOf("admin.se")}`,
  ],
  "the pupil has moved to another school": ({ student }) => {
    const move = (code: string) => sql`update directory.associations set organization_id = ${schoolOf(code)}
      where user_id = (select id from directory.users where uid = ${student})`;
    return [
      sql`with left_behind as (delete from directory.memberships
      where user_id = (select id from directory.users where uid = ${student})) ${move("se-1002")}`,
      move("se-1001"),
    ];
  },
  "a second factor is asked for": () => [
    sql`update directory.organizations set secure_auth_enabled = true where school_unit_code = 'se-1001'`,
    sql`update directory.organizations set secure_auth_enabled = false where school_unit_code = 'se-1001'`,
  ],
  "the realm's scope is gone": () => [
    sql`update directory.users set scopes = '{}' where username = 'super.se'`,
    sql`update directory.users set scopes = '{ilt.user.se.write}' where username = 'super.se'`,
  ],
};

type Input = { params?: Record<string, string>; body?: object };
type Call = {
  client: "controlPanel" | "customerManagement" | "sync";
  by: Username;
  input(target: MatrixTarget): Input | Promise<Input>;
  /** The status of the replay after each loss. */
  refused: Record<keyof typeof losses, number>;
};

const values = (attributes: Record<string, unknown>) => ({
  data: { attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, { value }])) },
});
const pupil = ({ student }: MatrixTarget) => ({ version: "v1", type: "students", id: student });
const deleted = async (table: SQL, uid: string, more = sql``) => {
  await database.execute(sql`update ${table} set status = 'deleted', status_before = 'active', deleted_at = now() ${more}
    where uid = ${uid}`);
};
const stepUp = { "a second factor is asked for": 403 };
const outOfScope = { ...stepUp, "the association has ended": 404, "the pupil has moved to another school": 404 };

const calls: Record<string, Call> = {
  createGroup: {
    client: "controlPanel",
    by: "admin.se",
    input: ({ school, secret }) => ({ body: values({ name: `New ${secret}`, organization: school }) }),
    // The school is a value of the body: outside the scope it is invalid (400).
    refused: { ...stepUp, "the admin flag is gone": 403, "the association has ended": 400 },
  },
  updateGroup: {
    client: "controlPanel",
    by: "admin.se",
    input: ({ group, secret }) => ({ params: { id: group }, body: values({ name: `Other ${secret}`, code: true }) }),
    refused: { ...stepUp, "the association has ended": 404 },
  },
  renewGroupCode: {
    client: "controlPanel",
    by: "admin.se",
    async input({ group }) {
      await database.execute(
        sql`update directory.groups set code = upper(left(md5(uid::text), 8)) where uid = ${group}`,
      );
      return { params: { id: group } };
    },
    refused: { ...stepUp, "the association has ended": 404 },
  },
  restoreGroup: {
    client: "controlPanel",
    by: "super.se",
    async input({ group }) {
      await deleted(sql`directory.groups`, group);
      return { params: { id: group } };
    },
    refused: { "the realm's scope is gone": 404 },
  },
  createPerson: {
    client: "controlPanel",
    by: "admin.se",
    input: ({ school, secret }) => ({
      params: { version: "v1", type: "students" },
      body: values({ name: "New", username: `new.${secret}`, organizations: [school] }),
    }),
    refused: { ...stepUp, "the admin flag is gone": 403, "the association has ended": 403 },
  },
  updatePerson: {
    client: "controlPanel",
    by: "admin.se",
    input: (target) => ({ params: pupil(target), body: values({ name: `Other ${target.secret}` }) }),
    refused: outOfScope,
  },
  restorePerson: {
    client: "controlPanel",
    by: "super.se",
    async input(target) {
      await deleted(sql`directory.users`, target.student);
      return { params: pupil(target) };
    },
    refused: { "the realm's scope is gone": 404 },
  },
  resetPassword: {
    client: "controlPanel",
    by: "admin.se",
    input: (target) => ({ params: pupil(target) }),
    refused: outOfScope,
  },
  issueBadge: {
    client: "controlPanel",
    by: "admin.se",
    input: ({ student }) => ({ params: { id: student } }),
    refused: outOfScope,
  },
  issuePictureCode: {
    client: "controlPanel",
    by: "admin.se",
    input: ({ student }) => ({ params: { id: student } }),
    refused: outOfScope,
  },
  createJob: {
    client: "controlPanel",
    by: "admin.se",
    input: ({ school, secret }) => ({
      body: {
        data: { kind: "void-badges", selection: { match: { organization: school, list: "employees", q: secret } } },
      },
    }),
    refused: { ...stepUp, "the admin flag is gone": 403, "the association has ended": 404 },
  },
  createListView: {
    client: "controlPanel",
    by: "admin.se",
    input: ({ secret }) => ({ params: { list: "students" }, body: { data: { name: secret, query: "" } } }),
    refused: stepUp,
  },
  createSchoolUnit: {
    client: "customerManagement",
    by: "super.se",
    input: ({ secret }) => ({ body: { name: `School ${secret}`, type: "school" } }),
    refused: { "the realm's scope is gone": 403 },
  },
  updateSchoolUnit: {
    client: "customerManagement",
    by: "admin.se",
    input: ({ school, secret }) => ({ params: { uid: school }, body: { city: secret } }),
    refused: { ...stepUp, "the admin flag is gone": 403, "the association has ended": 403 },
  },
  restoreSchoolUnit: {
    client: "customerManagement",
    by: "super.se",
    async input() {
      const { school } = await matrixTarget(database, "se", "se-1001", "part");
      await deleted(sql`directory.organizations`, school, sql`, deleted_with = uid`);
      return { params: { uid: school } };
    },
    refused: { "the realm's scope is gone": 403 },
  },
  createUserPeriod: {
    client: "customerManagement",
    by: "super.se",
    input: ({ student }) => ({ body: { userUid: student, type: "fabel-preschool", ...dayOfItsOwn() } }),
    refused: { "the realm's scope is gone": 403 },
  },
  createSchoolUnitPeriod: {
    client: "customerManagement",
    by: "super.se",
    input: ({ school }) => ({ body: { schoolUnitUid: school, type: "fabel-preschool", ...dayOfItsOwn() } }),
    refused: { "the realm's scope is gone": 403 },
  },
  triggerSync: {
    client: "sync",
    by: "admin.se",
    async input({ school, secret }) {
      const { rows } = await database.execute<{ id: string }>(sql`
        insert into sync.sources (id, realm, organization_id, type, name, address)
        select gen_random_uuid(), 'se', id, 'skolon', ${secret}, 'https://roster.example/'
        from directory.organizations where uid = ${school} returning id`);
      return { params: { orgId: school, syncId: String(rows[0]?.id) } };
    },
    refused: { ...stepUp, "the admin flag is gone": 403, "the association has ended": 404 },
  },
};

let daysUsed = 0;

/** A new day for each call, because periods of one owner must not overlap. */
function dayOfItsOwn() {
  daysUsed += 1;
  const day = new Date(Date.UTC(2040, 0, daysUsed)).toISOString().slice(0, 10);
  return { start: day, end: day };
}

const contracts: Record<Call["client"], Record<string, Contract>> = {
  controlPanel: { ...controlPanelContracts, ...jobContracts, ...importContracts, ...savedListContracts },
  customerManagement: customerManagementContracts,
  sync: syncContracts,
};
const services = { controlPanel: "control-panel", customerManagement: "customer-management", sync: "sync" };

type Reply = { status: number; body: unknown };
type Way = (name: string, call: Call, input: Input, key: string) => Promise<Reply>;

const ways: Record<string, Way> = {
  async "in process"(name, { client, by }, input, idempotencyKey) {
    type Send = (input: Input, by: Credentials, options: { idempotencyKey: string }) => Promise<Reply>;
    const send = (processBackend().clients[client] as unknown as Record<string, Send>)[name] as Send;
    try {
      // A new object for each call, because the caller is cached per credentials object.
      const { status, body } = await send(input, { ...credentials[by] }, { idempotencyKey });
      return { status, body };
    } catch (error) {
      if (error instanceof ServiceError) return { status: error.status, body: error.toJSON() };
      throw error;
    }
  },
  async "over HTTP"(name, { client, by }, { params = {}, body }, key) {
    const { method, path } = contracts[client][name] as Contract;
    const address = path.replaceAll(/:(\w+)/g, (_, parameter: string) => String(params[parameter]));
    const request = new Request(`${origin}/services/${services[client]}${address}`, {
      method,
      headers: {
        authorization: `Bearer ${credentials[by].accessToken}`,
        "idempotency-key": key,
        "content-type": "application/json",
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const reply = await processBackend().serveServices(request, { ipAddress: null, requestId: randomUUID() });
    return { status: reply.status, body: await reply.json() };
  },
};

test("this file covers every write that accepts an idempotency key, each with at least one lost right", () => {
  const keyed = Object.values(contracts).flatMap((all) =>
    Object.entries(all).flatMap(([name, { method, auth, bodyType }]) =>
      // A file stream cannot be repeated.
      auth === "bearer" && bodyType !== "file" && (method === "POST" || method === "PATCH") ? [name] : [],
    ),
  );
  expect(Object.keys(calls).sort()).toEqual(keyed.sort());
  expect(Object.values(calls).every(({ refused }) => Object.keys(refused).length > 0)).toBe(true);
});

const rows = Object.entries(calls).flatMap(([name, call]) =>
  Object.entries(call.refused).map(([loss, status]) => [name, loss, status, call] as const),
);

describe.each(Object.entries(ways))("replays %s", (_, send) => {
  test.each(rows)(
    "a replay of %s is refused once %s, and served again when the right is restored",
    async (name, loss, status, call) => {
      const target = await matrixTarget(database, "se", "se-1001", "school");
      const input = await call.input(target);
      const key = randomUUID();
      const first = await send(name, call, input, key);
      expect(Object.keys(contracts[call.client][name]?.responses ?? {})).toContain(`${first.status}`);
      expect(await send(name, call, input, key)).toEqual(first);
      const [lose, regain] = (losses[loss] as (typeof losses)[string])(target);
      try {
        await database.execute(lose);
        const { status: repeated, body } = await send(name, call, input, key);
        expect(repeated, JSON.stringify(body)).toBe(status);
      } finally {
        await database.execute(regain);
      }
      expect(await send(name, call, input, key)).toEqual(first);
    },
  );
});
