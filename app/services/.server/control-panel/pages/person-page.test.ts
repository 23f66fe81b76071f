import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { credentialsDouble } from "#tests/support/credentials-double";
import { pageReadScene } from "#tests/support/page-read-scene";
import { type MatrixTarget, matrixTarget } from "#tests/support/permission-matrix";
import type { PersonDetails } from "~/services/contracts/pages/person-page";
import type { PersonKind } from "~/services/contracts/person-kinds";

let own: MatrixTarget;

const session = {
  id: "0b7c4f4e-0c4c-4c57-9d6e-2f8b6f6f0f4e",
  createdAt: "2026-11-01T08:00:00.000Z",
  lastUsedAt: "2026-11-02T08:00:00.000Z",
  ...{ ipAddress: null, userAgent: null, isSecure: false, staysUntil: null, device: null, actor: null },
};

const scene = pageReadScene({
  realms: ["se", "no"],
  credentials: { ...credentialsDouble, listSessions: async () => [session] },
});

beforeEach(async () => {
  own = await matrixTarget(scene.database, "se", "se-1001", "school", "own");
});

type Name = "getPersonPage" | "getPersonSummary" | "getPersonForm";
const read = (
  username: string,
  kind: PersonKind,
  id: string,
  query: object = {},
  name: Name = "getPersonPage",
): Promise<PersonDetails> => scene.read(name, username, { params: { kind, id }, query });

const newPerson = (username: string, kind: PersonKind, query: object) =>
  scene.read("getNewPersonPage", username, { params: { kind }, query });

describe("a pupil's page", () => {
  test("has the person, their relatives, sessions and the actions of the caller", async () => {
    const pupil = await read("admin.se", "students", own.student);
    expect(pupil).toMatchObject({
      ...{ id: own.student, type: "students", name: `Pupil ${own.secret}`, status: "active", lastSignIn: null },
      groups: [{ id: own.group, name: `Group ${own.secret}` }],
      organizations: [expect.objectContaining({ id: own.school, role: "student", active: true })],
      relatives: [{ id: own.guardian, type: "guardians", name: `Guardian ${own.secret}` }],
      sessions: [session],
      ...{ school: own.school, mayMove: true, mayGivePassword: true, mayEditOrganizations: true },
      ...{ hasBadge: false, hasPictureCode: false, foundRelatives: null, foundOrganizations: null },
    });
    expect(pupil.actions).toEqual(expect.arrayContaining(["EditUserInfo", "DeleteUser", "ViewAudit", "LoginAs"]));
    expect(pupil.groupOptions).toContainEqual({ id: own.group, name: `Group ${own.secret}` });
  });

  test("offers a teacher neither the deletion, the log nor another class", async () => {
    const pupil = await read("teacher.se", "students", own.student);
    expect(pupil.actions).toContain("EditUserInfo");
    for (const action of ["DeleteUser", "ViewAudit", "LoginAs"]) expect(pupil.actions).not.toContain(action);
    expect(pupil).toMatchObject({ mayMove: false, mayEditOrganizations: false, mayGivePassword: true });
    expect(pupil.fields.externalId).toMatchObject({ isEditable: false });
    expect(pupil.fields.name).toMatchObject({ isEditable: true, needs: null });
  });

  test("says what a secure login would make editable, and nothing of it to a super user", async () => {
    const fieldOf = async (username: string) =>
      (await read(username, "students", own.student)).fields.speakingBookRights;
    expect(await fieldOf("teacher.se")).toEqual({ value: false, isEditable: false, needs: "secure_login" });
    expect(await fieldOf("super.se")).toEqual({ value: false, isEditable: true, needs: null });
  });

  test("has only the fields of the kind of person and the country", async () => {
    const namesOf = async (...of: Parameters<typeof read>) => Object.keys((await read(...of)).fields);
    expect(await namesOf("admin.se", "students", own.student)).not.toContain("bankid");
    expect(await namesOf("admin.se", "employees", own.employee)).toContain("bankid");
    const { employee } = await matrixTarget(scene.database, "no", "no-1001", "school", "own");
    expect(await namesOf("admin.no", "employees", employee)).not.toContain("bankid");
  });

  test("finds guardians of the school who are not theirs yet, with username and classes", async () => {
    const other = await matrixTarget(scene.database, "se", "se-1001", "school", "own");
    const find = async (relative: string) =>
      (await read("admin.se", "students", own.student, { relative })).foundRelatives;
    expect(await find(other.secret)).toMatchObject([
      { id: other.guardian, name: `Guardian ${other.secret}`, groups: [] },
    ]);
    expect(await find(own.secret)).toEqual([]);
    expect(await find(" ")).toBeNull();
  });

  test("finds organisations that the caller administers and the pupil does not belong to", async () => {
    const part = await matrixTarget(scene.database, "se", "se-1001", "part", "own");
    const find = async (username: string) =>
      (await read(username, "students", own.student, { place: "Part" })).foundOrganizations?.map(({ id }) => id);
    expect(await find("admin.se")).toContain(part.school);
    expect(await find("teacher.se")).toBeUndefined();
  });

  test("uses the topmost of several schools, and names each group's school", async () => {
    const part = await matrixTarget(scene.database, "se", "se-1001", "part", "own");
    await scene.database.execute(sql`
      insert into directory.associations (user_id, organization_id, realm, role) select u.id, o.id, 'se', 'student'
      from directory.users u, directory.organizations o where u.uid = ${part.student} and o.uid = ${own.school}`);
    const pupil = await read("admin.se", "students", part.student);
    expect(pupil.organizations.map(({ id }) => id)).toEqual(expect.arrayContaining([own.school, part.school]));
    expect(pupil).toMatchObject({ school: own.school, mayMove: true });
    expect(pupil.groupOptions).toContainEqual(
      expect.objectContaining({ id: part.group, school: `Part ${part.secret}` }),
    );
  });
});

describe("an employee's page", () => {
  test("has the sessions for a caller who may end them, and no relatives", async () => {
    expect(await read("admin.se", "employees", own.employee)).toMatchObject({
      ...{ sessions: [session], relatives: [], mayMove: false, isPasswordOfOthers: false },
    });
  });

  test("has no sessions, and says that others set the password, for one who also belongs to another school", async () => {
    await scene.database.execute(sql`
      insert into directory.associations (user_id, organization_id, realm, role) select u.id, o.id, 'se', 'employee'
      from directory.users u, directory.organizations o where u.uid = ${own.employee} and o.school_unit_code = 'se-1002'`);
    const employee = await read("admin.se", "employees", own.employee);
    expect(employee).toMatchObject({ sessions: null, isPasswordOfOthers: true, mayGivePassword: false });
    expect(employee.organizations.map(({ id }) => id)).toEqual([own.school]);
    expect(employee.deletesAccount).toBe(false);
  });
});

test("the summary and the form have the version to send back with a change", async () => {
  const { version } = await read("teacher.se", "students", own.student);
  for (const name of ["getPersonSummary", "getPersonForm"] as const) {
    expect((await read("teacher.se", "students", own.student, {}, name)).version).toBe(version);
  }
});

describe("the form of a new person", () => {
  test("has the fields without values, and nothing else unless asked for", async () => {
    const { fields, ...beside } = await newPerson("admin.se", "students", {});
    expect(fields.name).toEqual({ value: null, isEditable: true, needs: null });
    expect(fields.bankid).toBeUndefined();
    const choices = { organizations: [], hasMore: false };
    expect(beside).toEqual({ mayEditOrganizations: true, choices, chosen: [], classes: [] });
  });

  test("has the classes of a pupil's only school, without those of its parts", async () => {
    const part = await matrixTarget(scene.database, "se", "se-1001", "part", "own");
    const { chosen, classes } = await newPerson("admin.se", "students", { chosen: own.school });
    expect(chosen).toMatchObject([{ id: own.school, type: "school" }]);
    const ids = classes.map(({ id }: { id: string }) => id);
    expect([ids.includes(own.group), ids.includes(part.group)]).toEqual([true, false]);
    expect((await newPerson("admin.se", "employees", { chosen: own.school })).classes).toEqual([]);
    expect((await newPerson("admin.se", "students", { chosen: `${own.school},${part.school}` })).classes).toEqual([]);
  });

  test("finds organisations by name, and chooses the only one that there is", async () => {
    const { choices, chosen } = await newPerson("admin.se", "students", { q: `Part ${own.secret}` });
    expect([choices.organizations, chosen]).toEqual([[], []]);
    const part = await matrixTarget(scene.database, "se", "se-1001", "part", "own");
    const found = await newPerson("admin.se", "students", { q: `Part ${part.secret}` });
    expect(found.chosen).toMatchObject([{ id: part.school }]);
    expect((await newPerson("admin.se", "students", { q: `Part ${part.secret}`, chosen: "" })).chosen).toEqual([]);
  });

  test("chooses no organisation that the caller does not administer", async () => {
    const { rows } = await scene.database.execute<{ uid: string }>(sql`
      select uid from directory.organizations where school_unit_code = 'se-1002'`);
    expect((await newPerson("admin.se", "students", { chosen: rows[0]?.uid })).chosen).toEqual([]);
  });
});
