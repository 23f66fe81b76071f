import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { rolesWithPages } from "#tests/support/page-matrix";

/** A form lists only the first of thousands of schools and groups: the others are found by search, without script too. */

const scene = rolesWithPages();
let last = "";
let group = "";

beforeAll(async () => {
  await scene.database.execute(sql`
    insert into directory.organizations (realm, type, name)
    select 'se', 'school', 'Massaskolan ' || n from generate_series(1, 130) n`);
  const { rows } = await scene.database.execute<{ uid: string }>(
    sql`select uid from directory.organizations where name = 'Massaskolan 130'`,
  );
  last = rows[0]?.uid ?? "";
  const { rows: groups } = await scene.database.execute<{ uid: string }>(sql`
    with above as (insert into directory.groups (realm, organization_id, name)
      select 'se', id, 'Öööverst' from directory.organizations where school_unit_code = 'se-1001' returning id, organization_id),
    many as (insert into directory.groups (realm, organization_id, name)
      select 'se', above.organization_id, 'A-grupp ' || n from above, generate_series(1, 130) n)
    insert into directory.groups (realm, organization_id, name, parent_group_id)
      select 'se', organization_id, 'Underst', id from above returning uid`);
  group = groups[0]?.uid ?? "";
});

const page = async (path: string) => (await scene.pages.get(scene.browsers.super, path)).text();
const send = async (path: string, form: Record<string, string>) => {
  const response = await scene.pages.post(scene.browsers.super, path, form);
  return { status: response.status, text: await response.text() };
};
const isChosen = (text: string, id: string) => new RegExp(`<input[^>]*checked=""[^>]*value="${id}"`).test(text);

describe("given more schools than a page lists", () => {
  test.each(["groups", "students"])("the form for new %s preselects the school that was open", async (list) => {
    const text = await page(`/controlpanel/${list}/new?organization=${last}`);
    expect(isChosen(text, last)).toBe(true);
  });

  test.each([
    ["groups", "organization"],
    ["students", "organizations"],
  ])("without script, the form for new %s finds a school by search and keeps the input", async (list, field) => {
    const form = { intent: "searchChoices", name: "Namnet står kvar", [`${field}Search`]: "massaskolan 130" };
    const { status, text } = await send(`/controlpanel/${list}/new`, form);
    expect(status).toBe(200);
    expect(text).toContain(`value="${last}"`);
    expect(text).toContain('value="massaskolan 130"');
    expect(text).toContain("Namnet står kvar");
    expect(text).not.toContain("Massaskolan 129");
    expect(text).not.toContain('role="alert"');
  });

  test("GET /controlpanel/choices finds the same school, and returns 400 for an unknown kind of choice", async () => {
    const response = await scene.pages.get(
      scene.browsers.super,
      "/controlpanel/choices?of=organizations&q=massaskolan 130",
    );
    expect(await response.json()).toMatchObject({ choices: [{ id: last, name: "Massaskolan 130" }], hasMore: false });
    expect((await scene.pages.get(scene.browsers.super, "/controlpanel/choices?of=books")).status).toBe(400);
  });
});

describe("given a group whose parent is not among the listed choices", () => {
  test("then the parent is selected, and saving the form keeps it", async () => {
    const path = `/controlpanel/groups/${group}?tab=settings`;
    const text = await page(path);
    const [, parent = ""] =
      /<input type="radio"[^>]*name="parent"[^>]*checked=""[^>]*value="([0-9a-f-]{36})"/.exec(text) ?? [];
    expect(parent).not.toBe("");
    const { status } = await send(path, { intent: "save", name: "Underst", type: "class", parent, version: "1" });
    expect(status).toBe(302);
    const { rows } = await scene.database.execute(
      sql`select 1 from directory.groups where uid = ${group} and parent_group_id is not null`,
    );
    expect(rows).toHaveLength(1);
  });
});

describe("given a new school whose chosen parent no longer exists", () => {
  const path = "/controlpanel/organizations/new";
  const form = { name: "Nya skolan", type: "sub_school", parent: crypto.randomUUID() };

  test("then another parent can be found by search without script, and a selected parent stays selected", async () => {
    const back = await send(path, form);
    expect(back.status).toBe(400);
    expect(back.text).toContain('name="parentSearch"');
    const found = await send(path, { ...form, intent: "searchChoices", parentSearch: "massaskolan 130" });
    expect(found.status).toBe(200);
    expect(found.text).toContain('value="Nya skolan"');
    expect(isChosen(found.text, "")).toBe(true);
    const again = await send(path, { ...form, parent: last, intent: "searchChoices", parentSearch: "massaskolan 129" });
    expect(again.text).toContain("Massaskolan 129");
    expect(isChosen(again.text, last)).toBe(true);
  });

  test("then the organisations of families are not offered as parents", async () => {
    await scene.database.execute(
      sql`insert into directory.organizations (realm, type, name) values ('se', 'consumer', 'Massaskolan familj')`,
    );
    const choicesOf = async (of: string) => {
      const response = await scene.pages.get(
        scene.browsers.super,
        `/controlpanel/choices?of=${of}&q=massaskolan familj`,
      );
      return ((await response.json()) as { choices: unknown[] }).choices.length;
    };
    expect([await choicesOf("organizations"), await choicesOf("parents")]).toEqual([1, 0]);
  });
});
