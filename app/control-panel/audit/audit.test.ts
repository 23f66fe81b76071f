import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type Databases, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import type { Backend } from "~/clients/backend";
import { processBackend } from "~/composition/process-backend.server";
import { actOnGroup } from "~/control-panel/groups/group-actions.server";
import { actOnOrganization } from "~/control-panel/organizations/organization-actions.server";
import { submitPersonDeletion } from "~/control-panel/people/person-page.server";
import { finishSignIn } from "~/session/sign-in/sign-in.server";
import { submitActAs } from "~/session/step-up/step-up.server";
import { loadOrganizationAudit, loadPersonAudit } from "./audit.server";

/** The audit log of a person and of a school, through their loaders. docs/security.md, lines 26 and 27. */

const origin = "https://se.localhost";
let databases: Databases;

beforeAll(async () => {
  databases = await sessionScene(["se"]);
});

async function one(query: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await databases.eu.execute<{ uid: string }>(query);
  return String(rows[0]?.uid);
}

describe("acting as another user", () => {
  it("is logged with its reason for the pupil, the actor and the school", async () => {
    const pupil = await one(sql`select uid from directory.users where username = 'student.se'`);
    const actor = await one(sql`select uid from directory.users where username = 'admin.se'`);
    const school = await one(sql`select uid from directory.organizations where school_unit_code = 'se-1001'`);
    const acting = await signedInBrowser(origin, "admin.se");
    const result = await submitActAs(
      processBackend(),
      acting.post(`/login/act-as?user=${pupil}`, { reason: "helping on the phone" }),
    );
    if (!(result instanceof Response)) throw new Error("Not acting");
    acting.take(await finishSignIn(processBackend(), acting.request(acting.take(result))));

    const reader = await signedInBrowser(origin, "super.se");
    const request = reader.request("/?action=user.impersonated");
    const logs = [
      await loadPersonAudit(processBackend(), request, "students", pupil),
      await loadPersonAudit(processBackend(), request, "employees", actor),
      await loadOrganizationAudit(processBackend(), request, school),
    ];
    for (const { lines } of logs) {
      expect(lines).toMatchObject([
        { user: { uid: actor }, actor: null, subject: { uid: pupil }, details: { reason: "helping on the phone" } },
      ]);
    }
  });
});

it("a super user can read their own log, an administrator cannot (403 or 404)", async () => {
  const own = await one(sql`select uid from directory.users where username = 'super.se'`);
  const reader = await signedInBrowser(origin, "super.se");
  expect(await loadPersonAudit(processBackend(), reader.request("/"), "employees", own)).toMatchObject({ lines: [] });
  const other = await signedInBrowser(origin, "admin.se");
  const admin = await one(sql`select uid from directory.users where username = 'admin.se'`);
  for (const uid of [own, admin]) {
    await expect(loadPersonAudit(processBackend(), other.request("/"), "employees", uid)).rejects.toMatchObject({
      status: expect.toBeOneOf([403, 404]),
    });
  }
});

describe("the log of a form that submits every field", () => {
  const saved: Array<
    [
      what: string,
      table: string,
      submit: (backend: Backend, request: Request, id: string) => Promise<unknown>,
      form: Record<string, string>,
      changed: string[],
    ]
  > = [
    ["a school", "organizations", actOnOrganization, { type: "school", status: "on", city: "Ystad" }, ["city"]],
    ["a group", "groups", actOnGroup, { parent: "", externalId: "x-9" }, ["externalId"]],
  ];
  it.each(saved)(
    "lists only the changed attributes of %s, and nothing for an unchanged form",
    async (_what, table, submit, form, changed) => {
      const { rows } = await databases.eu.execute<Record<string, string | null>>(
        sql`select * from directory.${sql.identifier(table)} where realm = 'se' and status = 'active' and type in ('school', 'class') limit 1`,
      );
      const stored = Object.fromEntries(
        Object.entries(rows[0] ?? {}).map(([name, value]) => [camel(name), String(value ?? "")]),
      );
      const super_ = await signedInBrowser(origin, "super.se");
      const { uid = "" } = stored;
      const switches = {
        qrCodeLoginEnabled: on(stored.qrCodeLoginEnabled),
        secureAuthEnabled: on(stored.secureAuthEnabled),
        pictureLoginEnabled: on(stored.pictureLoginEnabled),
      };
      const send = (change: Record<string, string>) =>
        submit(processBackend(), super_.post(`/${uid}`, { intent: "save", ...stored, ...switches, ...change }), uid);
      expect(await send({ ...form, version: stored.version ?? "" })).toMatchObject({ status: 302 });
      // The same form again changes nothing, so nothing is logged.
      expect(await send({ ...form, version: String(Number(stored.version) + 1) })).toMatchObject({ status: 302 });
      const { rows: lines } = await databases.eu.execute<{ details: { attributes: string[] } }>(
        sql`select details from directory.audit where subject_uid = ${uid}`,
      );
      expect(lines).toEqual([{ details: { attributes: changed } }]);
    },
  );
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const on = (value = "") => (value === "true" ? "on" : "");
});

it("a log has a name and a back link, and is not found (404) for another kind of person or another country", async () => {
  const pupil = await one(sql`select uid from directory.users where username = 'student.se'`);
  const school = await one(sql`select uid from directory.organizations where school_unit_code = 'se-1001'`);
  const abroad = await one(sql`select uid from directory.organizations where realm <> 'se' limit 1`);
  const name = await one(sql`select name as uid from directory.users where username = 'student.se'`);
  const reader = await signedInBrowser(origin, "admin.se");
  const request = reader.request("/");
  expect(await loadPersonAudit(processBackend(), request, "students", pupil)).toMatchObject({
    name,
    backTo: `/controlpanel/students/${pupil}`,
  });
  expect(await loadOrganizationAudit(processBackend(), request, school)).toMatchObject({
    backTo: `/controlpanel/organizations/${school}`,
  });
  const nowhere = [
    () => loadPersonAudit(processBackend(), request, "guardians", pupil),
    () => loadPersonAudit(processBackend(), request, "students", school),
    () => loadOrganizationAudit(processBackend(), request, pupil),
    () => loadOrganizationAudit(processBackend(), request, abroad),
  ];
  for (const load of nowhere) await expect(load()).rejects.toMatchObject({ status: 404 });
});

it("the log's filter offers only the actions that apply to the kind of person", async () => {
  const pupil = await one(sql`select uid from directory.users where username = 'student.se'`);
  const guardian = await one(sql`select uid from directory.users where username = 'guardian.se'`);
  const reader = await signedInBrowser(origin, "super.se");
  const actionsOf = async (kind: "students" | "guardians", uid: string) =>
    (await loadPersonAudit(processBackend(), reader.request("/"), kind, uid)).actions;
  const ofPupil = await actionsOf("students", pupil);
  expect(ofPupil).toContain("user.badge_issued");
  expect(ofPupil).not.toContain("user.appointed_administrator");
  const ofGuardian = await actionsOf("guardians", guardian);
  expect(ofGuardian).toContain("user.password_set");
  expect(ofGuardian).not.toContain("user.badge_issued");
});

describe("a log's address", () => {
  it("given an invalid date, then it is an error on its field, and the log is not filtered by it", async () => {
    const school = await one(sql`select uid from directory.organizations where school_unit_code = 'se-1001'`);
    const reader = await signedInBrowser(origin, "super.se");
    const log = await loadOrganizationAudit(processBackend(), reader.request("/?from=2026-02-31"), school);
    expect(log.errors).toEqual({ from: "Incorrectly formatted" });
    expect(log.lines.length).toBeGreaterThan(0);
  });

  it("given a page beyond the last, then it keeps its number and has no lines", async () => {
    const school = await one(sql`select uid from directory.organizations where school_unit_code = 'se-1001'`);
    const reader = await signedInBrowser(origin, "super.se");
    const pageOf = (page: string) => loadOrganizationAudit(processBackend(), reader.request(`/?page=${page}`), school);
    expect((await pageOf("1")).lines.length).toBeGreaterThan(0);
    expect(await pageOf("9")).toMatchObject({ errors: {}, page: 9, lines: [], nextCursor: null });
  });
});

it("a teacher's rejected attempt to delete a pupil is in the log of the school", async () => {
  const pupil = await one(sql`select uid from directory.users where username = 'student.se'`);
  const teacher = await one(sql`select uid from directory.users where username = 'teacher.se'`);
  const school = await one(sql`select uid from directory.organizations where school_unit_code = 'se-1001'`);
  const trying = await signedInBrowser(origin, "teacher.se");
  const tried = submitPersonDeletion(processBackend(), trying.post("/", { sure: "on" }), "students", pupil);
  await expect(tried).rejects.toMatchObject({ status: 403 });
  const reader = await signedInBrowser(origin, "admin.se");
  const { lines } = await loadOrganizationAudit(processBackend(), reader.request("/?action=act.refused"), school);
  expect(lines).toMatchObject([{ user: { uid: teacher }, subject: { uid: pupil }, details: { act: "user.deleted" } }]);
});
