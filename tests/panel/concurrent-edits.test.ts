import { expect, test } from "vitest";
import { type Role, rolesWithPages, type Target, targetIn } from "#tests/support/page-matrix";
import type { FormFields } from "#tests/support/page-server";

/**
 * Two people edit the same pupil, group or school: the second sees the changes of the first and decides. Something that was
 * deleted meanwhile is not found.
 */

const scene = rolesWithPages();

const fresh = () => targetIn(scene.database, "se", "se-1001", "teacher.se", { where: "part" });
const gone = "Det som valdes finns inte längre";
const versionIn = (page: string) => /name="version" value="(\d+)"/.exec(page)?.[1] ?? "";

type Thing = [what: string, path: (target: Target) => string, form: FormFields];
const things: Thing[] = [
  ["a pupil", ({ student }) => `/controlpanel/students/${student}`, { username: "two.writers", status: "on" }],
  ["a group", ({ group }) => `/controlpanel/groups/${group}?tab=settings`, { type: "group" }],
  ["a school", ({ school }) => `/controlpanel/organizations/${school}`, { type: "sub_school", status: "on" }],
];

test.each(things)(
  "%s: a second person's outdated save returns 412 with the first's changes, and can be repeated",
  async (_what, path, form) => {
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
    expect(await (await scene.pages.get(scene.browsers.super, path(target))).text()).toContain(
      'value="Written second"',
    );
  },
);

/** The values with which a page's form was loaded, as a browser sends them. */
const readIn = (page: string) =>
  (/name="read" value="([^"]*)"/.exec(page)?.[1] ?? "").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** Loads a form as the administrator; `save` sends it with changes, from the loaded version, as anybody. */
async function loadedForm(path: string, form: FormFields) {
  const page = await (await scene.pages.get(scene.browsers.admin, path)).text();
  const read = readIn(page);
  const loaded = { intent: "save", ...form, ...JSON.parse(read), version: versionIn(page), read };
  const save = (role: Role, change: FormFields) =>
    scene.pages.post(scene.browsers[role], path, { ...loaded, ...change });
  return { read, save };
}

/** The field that the second person edits, and how many fields the first changed: first and last name follow the name. */
const beside: Array<[...Thing, field: string, changed: number]> = [
  [...(things[0] as Thing), "address", 3],
  [...(things[1] as Thing), "externalId", 1],
  [...(things[2] as Thing), "city", 1],
];

test.each(beside)(
  "%s: a field that only the first person changed is merged into the second's form (412)",
  async (_what, path, form, field, changed) => {
    const target = await fresh();
    const { save } = await loadedForm(path(target), form);

    expect((await save("super", { name: "Written first" })).status).toBe(302);
    const stale = await save("admin", { [field]: "Written second" });
    expect(stale.status).toBe(412);
    const answer = await stale.text();
    expect(answer).toContain('value="Written first"');
    expect(answer).toContain('value="Written second"');
    const changes = /<dl[^>]*>(.*?)<\/dl>/s.exec(answer.slice(answer.indexOf("har sparat ändringar")))?.[1] ?? "";
    expect(changes).toContain("Written first");
    expect(changes.match(/<dt/g)).toHaveLength(changed);

    const again = {
      name: "Written first",
      [field]: "Written second",
      version: versionIn(answer),
      read: readIn(answer),
    };
    expect((await save("admin", again)).status).toBe(302);
  },
);

const refused: Array<[...Thing, wrong: FormFields]> = [
  [...(things[0] as Thing), { username: "" }],
  [...(things[1] as Thing), { name: "" }],
  [...(things[2] as Thing), { name: "" }],
];

test.each(refused)(
  "%s: given a refused form (400) and another person's save meanwhile, then the corrected form returns 412",
  async (_what, path, form, wrong) => {
    const target = await fresh();
    const { read, save } = await loadedForm(path(target), form);

    expect((await save("super", { name: "Written first" })).status).toBe(302);
    const response = await save("admin", wrong);
    expect(response.status).toBe(400);
    const again = await response.text();
    expect(readIn(again)).toBe(read);
    expect((await save("admin", { version: versionIn(again), read: readIn(again) })).status).toBe(412);
  },
);

test("given two people who change a pupil's groups, then both changes are saved", async () => {
  const target = await fresh();
  const page = `/controlpanel/students/${target.student}`;
  const send = (role: Role, form: FormFields) =>
    scene.pages.post(scene.browsers[role], page, { intent: "groups", was: ["", target.group], ...form });
  const other = { name: "Second group", type: "group", organization: target.school };
  const made = await scene.pages.post(scene.browsers.super, "/controlpanel/groups/new", other);
  const group = made.headers.get("location") ?? "";
  const id = group.split("/").pop() ?? "";

  expect((await send("super", { groups: [target.group, id] })).status).toBe(302);
  expect((await send("admin", { groups: [] })).status).toBe(302);
  const groups = await (await scene.pages.get(scene.browsers.admin, page)).text();
  expect(groups).toContain(`href="${group}"`);
  expect(groups).not.toContain(`href="/controlpanel/groups/${target.group}"`);
});

test("given two people who change an employee's places, then both changes are saved", async () => {
  const target = await fresh();
  const page = `/controlpanel/employees/${target.employee}`;
  const read = JSON.stringify({ [`active:${target.school}`]: "on", [`below:${target.school}`]: "" });
  const send = (role: Role, form: FormFields) =>
    scene.pages.post(scene.browsers[role], page, { intent: "places", version: "1", read, ...form });
  const below = { [`active:${target.school}`]: "on", [`below:${target.school}`]: "on" };

  expect((await send("super", below)).status).toBe(302);
  expect((await send("admin", {})).status).toBe(302);
  const places = await (await scene.pages.get(scene.browsers.super, page)).text();
  const isOn = (name: string) => new RegExp(`name="${name}:${target.school}"[^>]* checked`).test(places);
  expect([isOn("below"), isOn("active")]).toEqual([true, false]);
});

test("a form for a person or group that was deleted meanwhile is not found (404)", async () => {
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

test("given an outdated page with a deleted group, then a notice reports it and the other groups stay", async () => {
  const target = await fresh();
  const { group } = await fresh();
  await scene.pages.post(scene.browsers.super, `/controlpanel/groups/${group}`, { intent: "delete", sure: "on" });
  const person = `/controlpanel/students/${target.student}`;
  const response = await scene.pages.post(scene.browsers.admin, person, {
    intent: "groups",
    groups: [target.group, group],
  });
  expect(response.status).toBe(302);
  scene.browsers.admin.take(response);
  const page = await (await scene.pages.get(scene.browsers.admin, person)).text();
  expect(page).toContain(gone);
  expect(page).toContain(`/controlpanel/groups/${target.group}`);
});

test("a selected person or school that was deleted meanwhile is reported on the page of the form", async () => {
  const target = await fresh();
  const other = await fresh();
  const { browsers, pages } = scene;
  for (const path of [`students/${other.student}`, `guardians/${other.guardian}`, `organizations/${other.school}`])
    await pages.post(browsers.super, `/controlpanel/${path}/delete`, { sure: "on" });
  const pupil = `/controlpanel/students/${target.student}`;
  const sent: Array<[string, FormFields]> = [
    [`/controlpanel/groups/${target.group}`, { intent: "addMember", id: other.student }],
    [pupil, { intent: "addRelative", id: other.guardian }],
    [pupil, { intent: "joinPlace", id: other.school }],
    [`/controlpanel/organizations/${target.school}`, { intent: "move", id: other.school }],
    ["/controlpanel/groups/new", { name: "Late", type: "class", organization: other.school }],
    ["/controlpanel/students/new", { intent: "save", name: "Late", username: "late.one", organizations: other.school }],
  ];
  for (const [path, form] of sent) {
    const response = await pages.post(browsers.super, path, form);
    if (response.status === 302) browsers.super.take(response);
    else expect(response.status, path).toBe(400);
    const page = response.status === 302 ? await pages.get(browsers.super, path) : response;
    expect(await page.text(), `${path} ${form.intent}`).toContain(gone);
  }
});
