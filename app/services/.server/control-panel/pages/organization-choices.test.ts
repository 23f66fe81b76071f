import { expect, test } from "vitest";
import { pageReadScene } from "#tests/support/page-read-scene";
import { matrixTarget } from "#tests/support/permission-matrix";
import type { OrganizationChoice } from "~/services/contracts/pages/organization-choices";

const scene = pageReadScene();

const choices = (name: "getOrganizationChoices" | "getGroupChoices", username: string, query: object, id = "") =>
  scene.read(name, username, { params: { id }, query });

const target = (where: "school" | "part") => matrixTarget(scene.database, "se", "se-1001", where, "own");

const organizations = async (username: string, query: object): Promise<OrganizationChoice[]> =>
  (await choices("getOrganizationChoices", username, query)).organizations;

test("organisations to choose from are those that the caller administers, with type and city", async () => {
  const part = await target("part");
  const found = [{ id: part.school, name: `Part ${part.secret}`, type: "sub_school", city: null }];
  expect(await organizations("admin.se", { q: part.secret })).toEqual(found);
  expect(await organizations("admin.se", { ids: `${part.school},nobody` })).toEqual(found);
  expect(await organizations("teacher.se", { q: part.secret })).toEqual([]);
  expect(await organizations("teacher.se", { ids: part.school })).toEqual([]);
});

test("organisations below another are those whose school it is, without itself", async () => {
  const [part, whole] = [await target("part"), await target("school")];
  const below = await organizations("admin.se", { below: whole.school });
  expect(below).toContainEqual(expect.objectContaining({ id: part.school }));
  expect(below.map(({ id }) => id)).not.toContain(whole.school);
  expect(await organizations("admin.se", { below: part.school })).toEqual([]);
});

test("organisations for families are not offered as a parent", async () => {
  const typesOf = async (query: object) => new Set((await organizations("super.se", query)).map(({ type }) => type));
  expect(await typesOf({})).toContain("consumer");
  expect(await typesOf({ areParents: "true" })).not.toContain("consumer");
});

test("groups to choose from are those of the organisation itself, but for the excepted one", async () => {
  const part = await target("part");
  const groups = [{ id: part.group, name: `Group ${part.secret}` }];
  const inPart = (query: object) => choices("getGroupChoices", "admin.se", query, part.school);
  expect(await inPart({ q: part.secret })).toEqual({ groups, hasMore: false });
  expect(await inPart({ except: part.group })).toEqual({ groups: [], hasMore: false });
  const whole = await target("school");
  expect(await choices("getGroupChoices", "admin.se", { q: part.secret }, whole.school)).toMatchObject({ groups: [] });
});
