import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { type Role, rolesWithPages, targetIn } from "#tests/support/page-matrix";
import type { FormFields } from "#tests/support/page-server";

/** Two people edit the same settings of a sync: the second sees what they would overwrite. Decision 35. */

const scene = rolesWithPages();

const fresh = () => targetIn(scene.database, "se", "se-1001", "teacher.se", { where: "part" });
const read = async (path: string) => (await scene.pages.get(scene.browsers.admin, path)).text();
const post = (path: string, form: FormFields, role: Role = "admin") =>
  scene.pages.post(scene.browsers[role], path, form);
const unescaped = (text: string) => text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
const revisionIn = (page: string) => /name="revision" value="(\d+)"/.exec(page)?.[1] ?? "";
const revisionOfForm = (page: string, button: string) =>
  revisionIn(page.split("<form").find((form) => form.includes(`value="${button}"`)) ?? "");

const readOf = (page: string) => unescaped(/name="read" value="([^"]*)"/.exec(page)?.[1] ?? "");
const inputOf = (page: string, name: string) =>
  /value="([^"]*)"/.exec(new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(page)?.[0] ?? "")?.[1];

const mapOf = async (school: string) =>
  (
    await scene.database.execute<{ map: unknown }>(sql`
      select t.organization_map as map from sync.settings t join directory.organizations o on o.id = t.organization_id where o.uid = ${school}`)
  ).rows[0]?.map;

test("schools: an outdated save returns 412 with the first's values, and hidden values are kept", async () => {
  const { school } = await fresh();
  const path = `/controlpanel/sync?organization=${school}`;
  const field = `school-${school}`;
  const revision = revisionOfForm(await read(path), "schools");
  expect((await post(path, { intent: "schools", [field]: "A-1", revision })).status).toBe(302);
  await scene.database.execute(sql`
    update sync.settings set organization_map = jsonb_set(organization_map, '{0,legacyId}', '77')
    where organization_id = (select id from directory.organizations where uid = ${school})`);

  const stale = await post(
    path,
    { intent: "schools", [field]: "B-2", revision, read: JSON.stringify({ [field]: "" }) },
    "super",
  );
  expect(stale.status).toBe(412);
  const page = unescaped(await stale.text());
  expect(page).toContain("Någon annan har sparat skolorna under tiden");
  expect(page).toContain("A-1");
  expect(page).toContain('value="B-2"');
  expect(
    (await post(path, { intent: "schools", [field]: "B-2, C", revision: revisionOfForm(page, "schools") })).status,
  ).toBe(302);
  expect(await mapOf(school)).toEqual([
    { uid: school, legacyId: 77, externalId: "B-2" },
    { uid: school, legacyId: 77, externalId: "C" },
  ]);
});

test("schools: one id at two schools is refused at both with what was typed, and saves nothing", async () => {
  const { school } = await fresh();
  const path = `/controlpanel/sync?organization=${school}`;
  const { rows } = await scene.database.execute<{ uid: string }>(sql`
    insert into directory.organizations (realm, type, name, parent_id)
    select o.realm, 'school', 'Twin', o.id from directory.organizations o where o.uid = ${school} returning uid`);
  const fields = [`school-${school}`, `school-${rows[0]?.uid}`] as const;
  const revision = revisionOfForm(await read(path), "schools");
  const typed = { [fields[0]]: "A-1, B-2", [fields[1]]: "b-2" };
  const refused = await post(path, { intent: "schools", ...typed, revision, read: "{}" });
  expect(refused.status).toBe(400);
  const page = unescaped(await refused.text());
  for (const [field, value] of Object.entries(typed)) {
    expect(inputOf(page, field)).toBe(value);
    expect(page).toMatch(new RegExp(`<input(?=[^>]*name="${field}")[^>]*aria-invalid="true"`));
    expect(page).toContain(`href="#schools-${field}"`);
  }
  expect(await mapOf(school)).toBeUndefined();
});

test("a search for further schools keeps the input, also of schools that it does not find, and saves nothing", async () => {
  const { school } = await fresh();
  const path = `/controlpanel/sync?organization=${school}`;
  const { rows } = await scene.database.execute<{ uid: string }>(sql`
    insert into directory.organizations (realm, type, name, parent_id)
    select o.realm, 'school', 'Searched ' || place, o.id
    from directory.organizations o, generate_series(100, 220) place where o.uid = ${school} returning uid`);
  const [first, last] = [rows[0]?.uid, rows.at(-1)?.uid];
  const before = unescaped(await read(path));
  expect(before).toContain(`name="school-${first}"`);
  expect(before).not.toContain(`name="school-${last}"`);

  const own = { [`school-${school}`]: "", [`school-${first}`]: "typed-1" };
  const searched = await post(path, {
    ...{ intent: "search-schools", schoolSearch: "Searched 220", revision: "0" },
    ...{ ...own, read: JSON.stringify({ [`school-${school}`]: "", [`school-${first}`]: "" }) },
  });
  expect(searched.status).toBe(200);
  const page = unescaped(await searched.text());
  expect(page).toContain('value="typed-1"');
  expect(page).toContain(`name="school-${last}"`);
  expect(page).not.toContain(`name="school-${school}"`);
  expect(await mapOf(school)).toBeUndefined();

  const form = page.split("<form").find((each) => each.includes('value="search-schools"')) ?? "";
  const sent = { revision: revisionIn(form), read: /name="read" value="(.*?)"\/>/.exec(form)?.[1] ?? "" };
  const saved = { [`school-${first}`]: "typed-1", [`school-${last}`]: "typed-2" };
  expect((await post(path, { intent: "schools", schoolSearch: "", ...saved, ...sent })).status).toBe(302);
  expect(await mapOf(school)).toEqual([
    { uid: first, legacyId: null, externalId: "typed-1" },
    { uid: last, legacyId: null, externalId: "typed-2" },
  ]);
});

test("a switch that another person has changed is not changed back, and another switch is not a conflict", async () => {
  const { school } = await fresh();
  const path = `/controlpanel/sync?organization=${school}`;
  const revision = revisionOfForm(await read(path), "dry-run");
  const turn = (intent: string, field: string, isOn: boolean) =>
    post(path, { intent, revision, read: String(!isOn), ...(isOn ? { [field]: "on" } : {}) });
  expect((await turn("dry-run", "dryRun", false)).status).toBe(302);
  expect((await turn("active", "active", true)).status).toBe(302);
  expect(await read(path)).toMatch(/name="dryRun"(?![^>]*checked="")/);
  // Submitted again with the values of the old page.
  const response = await post(path, { intent: "dry-run", revision, read: "true", dryRun: "on" });
  scene.browsers.admin.take(response);
  expect(unescaped(await read(path))).toContain("Någon annan har ändrat inställningen under tiden");
});

test("a source: an outdated save returns 412 with the first's name, and can be repeated", async () => {
  const { school } = await fresh();
  const syncId = crypto.randomUUID();
  const made = await post(`/controlpanel/sync/${school}/sources/new`, {
    intent: "save",
    name: "Ett",
    type: "file",
    syncId,
  });
  const path = new URL(made.headers.get("location") ?? "", "http://here").pathname;
  const first = await read(path);
  const form = { intent: "save", syncId, type: "file", version: "", revision: "1" };
  expect((await post(path, { ...form, name: "Två" })).status).toBe(302);
  const sent = { ...form, name: "Tre", read: readOf(first) };
  const stale = await post(path, sent, "super");
  expect(stale.status).toBe(412);
  const page = await stale.text();
  expect(page).toContain("Två");
  expect(page).toContain('value="Tre"');
  expect((await post(path, { ...sent, revision: revisionOfForm(page, "save") }, "super")).status).toBe(302);
  expect(await read(path)).toContain("Tre");
});

test("a source: a field that only the first person changed is merged into the second's form (412)", async () => {
  const { school } = await fresh();
  const syncId = crypto.randomUUID();
  const source = { name: "Ett", address: "https://first.example/rest", tokenAddress: "https://first.example/token" };
  const stored = { ...source, type: "oneroster", version: "", clientId: "client-1" };
  const form = { intent: "save", syncId, ...stored };
  const made = await post(`/controlpanel/sync/${school}/sources/new`, { ...form, secret: "secret-1" });
  expect(made.status).toBe(302);
  const path = new URL(made.headers.get("location") ?? "", "http://here").pathname;
  const page = await read(path);
  const sent = { ...form, revision: revisionOfForm(page, "save"), read: readOf(page) };
  expect((await post(path, { ...sent, name: "Två" })).status).toBe(302);
  const stale = await post(path, { ...sent, clientId: "client-2" }, "super");
  expect(stale.status).toBe(412);
  const merged = await stale.text();
  const valuesIn = (text: string) => ["name", "clientId", "address"].map((name) => inputOf(text, name));
  expect(valuesIn(merged)).toEqual(["Två", "client-2", source.address]);
  const changes = /<dl[^>]*>(.*?)<\/dl>/s.exec(merged)?.[1] ?? "";
  expect([changes.includes("Två"), changes.match(/<dt/g)?.length]).toEqual([true, 1]);

  const again = { ...sent, name: "Två", clientId: "client-2", read: readOf(merged) };
  expect((await post(path, { ...again, revision: revisionOfForm(merged, "save") }, "super")).status).toBe(302);
  expect(valuesIn(await read(path))).toEqual(["Två", "client-2", source.address]);
});
