import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type Cells, ImportScene } from "#tests/support/import-scene";
import { textsOfPdf } from "#tests/support/pdf-text";

/** The printed sheets of an import's generated passwords. docs/decisions/0072-replaced-passwords-on-sheets.md. */

let scene: ImportScene;

beforeAll(async () => {
  scene = await ImportScene.open();
});

const pupils = (prefix: string, count: number, changes: Cells = {}): Cells[] =>
  Array.from({ length: count }, (_, place) => ({
    username: `${prefix}.${place}`,
    firstName: "Åsa",
    lastName: `Ñandú ${prefix}${place}`,
    role: "Elev",
    groups: "9Z",
    ...changes,
  }));

describe("given generated passwords", () => {
  it("then prints them by class for the user who started the import, and keeps them encrypted", async () => {
    const rows = [...pupils("slip", 2), ...pupils("slap", 1, { groups: "8A" })];
    const { id } = await scene.upload(rows);
    const sheets = {
      fileName: "lösenord",
      words: {
        title: "Lösenord",
        hint: "Byt det",
        name: "Namn",
        username: "Användarnamn",
        password: "Lösenord",
        withoutGroup: "Ingen klass",
      },
    };
    const done = await scene.start(id, { passwords: "generated", sheets });
    expect(done).toMatchObject({
      state: "imported",
      results: { created: 3 },
      slips: { name: expect.stringMatching(/^lösenord .* \d{4}-\d\d-\d\d\.pdf$/) },
    });
    const { body } = await scene.call("getImportSlips", { params: { id }, query: {} });
    const text = textsOfPdf(Buffer.from(body.data.content, "base64")).join("\n");
    expect(text.indexOf("8A")).toBeGreaterThan(-1);
    expect(text.indexOf("8A")).toBeLessThan(text.indexOf("9Z"));
    for (const name of ["slip.0", "slip.1", "slap.0"]) expect(text).toContain(name);
    // Passwords of three short words, which a child can read and type.
    expect(text.match(/^[a-z]{3,8}-[a-z]{3,8}-[a-z]{3,8}$/gm)).toHaveLength(3);
    const [row] = (
      await scene.database.execute<{ secret: Buffer }>(sql`
      select secret from imports.rows where import_id = ${id} and secret is not null`)
    ).rows;
    expect(scene.deps.secrets.open(row?.secret ?? Buffer.alloc(0))).toMatch(/^[a-z]{3,8}-[a-z]{3,8}-[a-z]{3,8}$/);
    expect(row?.secret.toString("latin1")).not.toMatch(/[a-z]{3,8}-[a-z]{3,8}-[a-z]{3,8}/);
    expect(done.hasPasswords).toBe(false);
    expect((await scene.call("getImportSlips", { params: { id }, query: {} }, { username: "super.se" })).status).toBe(
      404,
    );
  });

  it("then a pupil of two schools stands under the school of their class, and no other school is named", async () => {
    const { rows: made } = await scene.database.execute<{ uid: string }>(sql`
      insert into directory.organizations (realm, type, name) values ('se', 'school_unit', 'Arkens kommun') returning uid`);
    const municipality = made[0]?.uid ?? "";
    await scene.database.execute(sql`
      update directory.organizations set parent_id = (select id from directory.organizations where uid = ${municipality})
      where realm = 'se' and school_unit_code in ('se-1001', 'se-1002')`);
    const superUser = { username: "super.se" };
    const organization = "Ekbackens skola; Sjöängsskolan";
    const rows = [
      ...pupils("both", 1, { organization, groups: "Sjöängsskolan > 6Q" }),
      ...pupils("home", 1, { organization: "Ekbackens skola", groups: "6Q" }),
    ];
    const { id } = await scene.upload(rows, municipality, superUser);
    const words = { title: "T", hint: "H", name: "N", username: "U", password: "P", withoutGroup: "W" };
    const sheets = { fileName: "lösenord", words };
    const done = await scene.start(id, { passwords: "generated", sheets }, superUser);
    expect(done.results.created).toBe(2);
    const { body } = await scene.call("getImportSlips", { params: { id }, query: {} }, superUser);
    const texts = textsOfPdf(Buffer.from(body.data.content, "base64"));
    const where = texts.filter((text) => text.startsWith("6Q") || /^(both|home)\.0$/.test(text));
    expect(where).toEqual([
      ...["6Q · Ekbackens skola · T", "6Q · Ekbackens skola", "home.0"],
      ...["6Q · Sjöängsskolan · T", "6Q · Sjöängsskolan", "both.0"],
    ]);
    expect(done.slips?.name).not.toContain("6Q");
  });

  it("then one that has been replaced since is marked and not printed", async () => {
    const rows = [...pupils("bytt", 1), ...pupils("kvar", 1)];
    const { id } = await scene.upload(rows);
    const words = {
      title: "T",
      hint: "H",
      name: "N",
      username: "U",
      password: "P",
      withoutGroup: "W",
      replaced: "Har bytts",
    };
    await scene.start(id, { passwords: "generated", sheets: { fileName: "lösenord", words } });
    const printed = async () => {
      const { body } = await scene.call("getImportSlips", { params: { id }, query: {} });
      expect(body.data).toMatchObject({ isLast: true, size: Buffer.from(body.data.content, "base64").length });
      return textsOfPdf(Buffer.from(body.data.content, "base64"));
    };
    const password = /^[a-z]{3,8}-[a-z]{3,8}-[a-z]{3,8}$/;
    const before = (await printed()).filter((text) => password.test(text));
    expect(before).toHaveLength(2);
    const uid = (await scene.person("bytt.0"))?.uid ?? "";
    scene.deps.credentials.passwordTimes = async () => new Map([[uid, new Date()]]);
    const texts = await printed();
    expect(texts.join("\n")).toContain("Har bytts");
    expect(texts).toContain("bytt.0");
    expect(texts.filter((text) => password.test(text))).toEqual([before[1]]);
  });
});
