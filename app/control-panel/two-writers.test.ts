import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, everybody, type Role, type Target, targetIn } from "../../tests/support/page-matrix";
import { type FormFields, type PageServer, pageServer } from "../../tests/support/page-server";
import type { Browser } from "../../tests/support/session-scene";
import { getWiring } from "../clients/wiring.server";

/**
 * Two people at the same pupil, group or school: the second is shown what the first wrote and chooses; what is gone meanwhile is
 * not found. Issue 5, "What bad input gets".
 */

let database: Database;
let browsers: Record<Role, Browser>;
let pages: PageServer;

beforeAll(async () => {
  ({ database, browsers } = await everybody());
  pages = await pageServer();
});

afterAll(() => getWiring().close());

const fresh = () => targetIn(database, "se", "se-1001", "teacher.se", { where: "part" });
const versionIn = (page: string) => /name="version" value="(\d+)"/.exec(page)?.[1] ?? "";

type Thing = [what: string, path: (target: Target) => string, form: FormFields];
const things: Thing[] = [
  ["a pupil", ({ student }) => `/controlpanel/students/${student}`, { username: "two.writers", status: "on" }],
  ["a group", ({ group }) => `/controlpanel/groups/${group}`, { type: "group" }],
  ["a school", ({ school }) => `/controlpanel/organizations/${school}`, { type: "sub_school", status: "on" }],
];

test.each(things)("%s", async (_what, path, form) => {
  const target = await fresh();
  const first = await (await pages.get(browsers.admin, path(target))).text();
  const version = versionIn(first);
  const save = (role: Role, name: string, read: string) =>
    pages.post(browsers[role], path(target), { intent: "save", ...form, name, version: read });

  expect((await save("super", "Written first", version)).status).toBe(302);
  const stale = await save("admin", "Written second", version);
  expect(stale.status).toBe(412);
  const page = await stale.text();
  expect(page).toContain("Written first");
  expect(page).toContain('value="Written second"');

  const stored = await (await pages.get(browsers.admin, path(target))).text();
  expect(stored).toContain('value="Written first"');
  expect((await save("admin", "Written second", versionIn(page))).status).toBe(302);
  expect(await (await pages.get(browsers.super, path(target))).text()).toContain('value="Written second"');
});

test("what somebody else has deleted meanwhile is not found", async () => {
  const target = await fresh();
  const sure = { sure: "on" };
  await pages.post(browsers.super, `/controlpanel/students/${target.student}/delete`, sure);
  await pages.post(browsers.super, `/controlpanel/groups/${target.group}`, { intent: "delete", ...sure });
  const sent: Array<[string, FormFields]> = [
    [`/controlpanel/students/${target.student}`, { intent: "save", name: "Late", username: "late", version: "1" }],
    [`/controlpanel/students/${target.student}`, { intent: "resetPassword" }],
    [`/controlpanel/students/${target.student}/delete`, sure],
    [`/controlpanel/groups/${target.group}`, { intent: "save", name: "Late", type: "class", version: "1" }],
    [`/controlpanel/groups/${target.group}`, { intent: "addMember", id: target.guardian }],
    [`/controlpanel/groups/${target.group}`, { intent: "delete", ...sure }],
  ];
  for (const [path, form] of sent) expect((await pages.post(browsers.admin, path, form)).status, path).toBe(404);
});

test("a stale page's group that is gone is said, and the person's other groups stay", async () => {
  const target = await fresh();
  const { group } = await fresh();
  await pages.post(browsers.super, `/controlpanel/groups/${group}`, { intent: "delete", sure: "on" });
  const person = `/controlpanel/students/${target.student}`;
  const answer = await pages.post(browsers.admin, person, { intent: "groups", groups: [target.group, group] });
  expect(answer.status).toBe(302);
  browsers.admin.take(answer);
  const page = await (await pages.get(browsers.admin, person)).text();
  expect(page).toContain("Fel format");
  expect(page).toContain(`/controlpanel/groups/${target.group}`);
});
