import { expect, test } from "vitest";
import { everybodyAtPages, type Role, type Target, targetIn } from "../../tests/support/page-matrix";
import type { FormFields } from "../../tests/support/page-server";

/**
 * Two people at the same pupil, group or school: the second is shown what the first wrote and chooses; what is gone meanwhile is
 * not found. Issue 5, "What bad input gets".
 */

const scene = everybodyAtPages();

const fresh = () => targetIn(scene.database, "se", "se-1001", "teacher.se", { where: "part" });
const versionIn = (page: string) => /name="version" value="(\d+)"/.exec(page)?.[1] ?? "";

type Thing = [what: string, path: (target: Target) => string, form: FormFields];
const things: Thing[] = [
  ["a pupil", ({ student }) => `/controlpanel/students/${student}`, { username: "two.writers", status: "on" }],
  ["a group", ({ group }) => `/controlpanel/groups/${group}`, { type: "group" }],
  ["a school", ({ school }) => `/controlpanel/organizations/${school}`, { type: "sub_school", status: "on" }],
];

test.each(things)("%s", async (_what, path, form) => {
  const target = await fresh();
  const first = await (await scene.pages.get(scene.browsers.admin, path(target))).text();
  const version = versionIn(first);
  const save = (role: Role, name: string, read: string) =>
    scene.pages.post(scene.browsers[role], path(target), { intent: "save", ...form, name, version: read });

  expect((await save("super", "Written first", version)).status).toBe(302);
  const stale = await save("admin", "Written second", version);
  expect(stale.status).toBe(412);
  const page = await stale.text();
  expect(page).toContain("Written first");
  expect(page).toContain('value="Written second"');

  const stored = await (await scene.pages.get(scene.browsers.admin, path(target))).text();
  expect(stored).toContain('value="Written first"');
  expect((await save("admin", "Written second", versionIn(page))).status).toBe(302);
  expect(await (await scene.pages.get(scene.browsers.super, path(target))).text()).toContain('value="Written second"');
});

test("what somebody else has deleted meanwhile is not found", async () => {
  const target = await fresh();
  const sure = { sure: "on" };
  await scene.pages.post(scene.browsers.super, `/controlpanel/students/${target.student}/delete`, sure);
  await scene.pages.post(scene.browsers.super, `/controlpanel/groups/${target.group}`, { intent: "delete", ...sure });
  const sent: Array<[string, FormFields]> = [
    [`/controlpanel/students/${target.student}`, { intent: "save", name: "Late", username: "late", version: "1" }],
    [`/controlpanel/students/${target.student}`, { intent: "resetPassword" }],
    [`/controlpanel/students/${target.student}/delete`, sure],
    [`/controlpanel/groups/${target.group}`, { intent: "save", name: "Late", type: "class", version: "1" }],
    [`/controlpanel/groups/${target.group}`, { intent: "addMember", id: target.guardian }],
    [`/controlpanel/groups/${target.group}`, { intent: "delete", ...sure }],
  ];
  for (const [path, form] of sent)
    expect((await scene.pages.post(scene.browsers.admin, path, form)).status, path).toBe(404);
});

test("a stale page's group that is gone is said, and the person's other groups stay", async () => {
  const target = await fresh();
  const { group } = await fresh();
  await scene.pages.post(scene.browsers.super, `/controlpanel/groups/${group}`, { intent: "delete", sure: "on" });
  const person = `/controlpanel/students/${target.student}`;
  const answer = await scene.pages.post(scene.browsers.admin, person, {
    intent: "groups",
    groups: [target.group, group],
  });
  expect(answer.status).toBe(302);
  scene.browsers.admin.take(answer);
  const page = await (await scene.pages.get(scene.browsers.admin, person)).text();
  expect(page).toContain("Fel format");
  expect(page).toContain(`/controlpanel/groups/${target.group}`);
});
