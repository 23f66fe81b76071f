import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { ask, callerOf } from "#tests/support/callers";
import { credentialsDouble } from "#tests/support/credentials-double";
import { ImportScene } from "#tests/support/import-scene";
import { columnsToExport, wordsToExport } from "~/control-panel/lists/export-columns";
import { i18nOf } from "~/i18n/i18n.server";
import { type Locale, locales } from "~/realms/realm";
import { createJobEndpoints } from "~/services/.server/control-panel/job-endpoints";
import type { Service } from "~/services/.server/dispatch/endpoint";
import { runJob } from "~/services/.server/jobs/job-runner";

/** Importing an unedited export changes nothing, in every language. docs/product/control-panel.md#validation. */

let scene: ImportScene;
let municipality: string;

beforeAll(async () => {
  scene = await ImportScene.open();
  const { database } = scene;
  const { rows } = await database.execute<{ uid: string }>(sql`
    with above as (insert into directory.organizations (realm, type, name) values ('se', 'school_unit', 'Kommun; "Öst", väst') returning id, uid),
      placed as (update directory.organizations o set parent_id = above.id from above
        where o.realm = 'se' and o.school_unit_code in ('se-1001', 'se-1002'))
    select uid from above`);
  municipality = rows[0]?.uid ?? "";
  // Values that spreadsheets often alter: formulas, leading zeros, separators, spaces, letters of other scripts.
  await database.execute(sql`
    update directory.users set external_id = '007', name = '=Åsa "O''Neil", 中', first_name = '=Åsa', last_name = '+46',
      email = 'a.o''neil@skola.example', age_filter = 0, eppn = 'Åsa@skola.example', gsuite_id = '0001234567890123456789'
    where username = 'student.se'`);
  await database.execute(sql`
    update directory.users set speaking_book_rights = true, name = 'Anna  Två Mellanslag' where username = 'teacher.se'`);
  await database.execute(
    sql`update directory.users set bankid = '199001010231', sms = '+46701740605', secure_auth_enabled = true,
        address = '=Storgatan 1', postal_code = '01234' where username = 'teacher.se'`,
  );
  await database.execute(sql`
    insert into directory.associations (user_id, organization_id, realm, role, active, add_to_sub_schools)
    select u.id, o.id, 'se', u.type, true, true from directory.users u, directory.organizations o
    where u.username in ('student.se', 'teacher.se') and o.uid = ${municipality}
    on conflict do nothing`);
  await database.execute(sql`
    insert into directory.associations (user_id, organization_id, realm, role)
    select u.id, o.id, 'se', 'student' from directory.users u, directory.organizations o
    where u.username = 'student.se' and o.school_unit_code = 'se-1002' on conflict do nothing`);
  await database.execute(sql`
    with made as (insert into directory.groups (realm, organization_id, name)
      select 'se', o.id, n.name from directory.organizations o cross join (values ('Kör; alt, bas'), ('1A > 1B'), (' "x"')) n (name)
      where school_unit_code = 'se-1002' returning id)
    insert into directory.memberships (user_id, group_id, realm)
    select u.id, made.id, 'se' from directory.users u, made where u.username = 'student.se'`);
});

/** The exported workbook of all people below the municipality. */
async function exported(locale: Locale, username: string): Promise<Buffer> {
  const { database, deps } = scene;
  const queue = {
    send: async (region: "eu" | "us", { id }: { id: string }) =>
      runJob({ ...deps, credentials: credentialsDouble }, region, id, () => false),
  };
  const endpoints = createJobEndpoints({ databases: deps.databases, queue });
  const service = { name: "control-panel", endpoints } as unknown as Service<never>;
  const caller = await callerOf(database, username);
  const call = (name: string, input: object) => ask(service, name as never, input, caller);
  const t = i18nOf(locale).getFixedT(null, "lists");
  const request = {
    ...{
      kind: "export",
      format: "xlsx",
      fileName: "people",
      selection: { match: { organization: municipality, list: "users" } },
    },
    columns: columnsToExport(t, "se", locale),
    words: wordsToExport(t, locale),
  };
  const { status, body } = await call("createJob", { body: { data: request } });
  if (status !== 201) throw new Error(`the export was answered by ${status}: ${JSON.stringify(body)}`);
  const parts: Buffer[] = [];
  for (let part = 0; ; part += 1) {
    const { data: file } = (await call("getJobFile", { params: { id: body.data.id }, query: { part } })).body;
    parts.push(Buffer.from(file.content, "base64"));
    if (file.isLast) return Buffer.concat(parts);
  }
}

test.each(locales)(
  "given all people exported in %s and that file imported, then every row is unchanged",
  async (locale) => {
    const who = { username: "super.se" };
    const { status, body } = await scene.send(await exported(locale, who.username), municipality, who);
    expect(status).toBe(201);
    const { id } = (body as { data: { id: string } }).data;
    const uploaded = await scene.look(id, who);
    const odd = (await scene.rows(id)).filter(({ outcome }) => outcome !== "unchanged");
    expect(odd.map(({ name, changes, problems }) => ({ name, changes, problems }))).toEqual([]);
    expect(uploaded).toMatchObject({
      state: "ready",
      outcomes: { new: 0, changed: 0, wrong: 0, refused: 0, duplicate: 0, likely: 0 },
    });
    expect(uploaded.outcomes.unchanged).toBeGreaterThan(250);
  },
);
