import { sql } from "drizzle-orm";
import ExcelJS from "exceljs";
import { describe, expect, it } from "vitest";
import {
  call,
  calls,
  columns,
  create,
  database,
  fileOf,
  finished,
  pupils,
  results,
  rows,
  schoolOf,
  setUpJobs,
  students,
  words,
} from "#tests/support/jobs-scene";
import { textsOfPdf } from "#tests/support/pdf-text";

setUpJobs();

describe("a bulk action", () => {
  it("is described by the first three names in alphabetical order, and by the chosen class", async () => {
    const own = await pupils("se-1001", 4);
    const [group] = await rows<{ uid: string; name: string }>(sql`select g.uid, g.name from directory.groups g
      join directory.memberships m on m.group_id = g.id join directory.users u on u.id = m.user_id
      where u.uid = ${own[0]?.uid ?? ""} limit 1`);
    const ofSome = await finished({ kind: "activate", selection: { ids: own.map(({ uid }) => uid) } });
    expect(ofSome.total).toBe(4);
    const named = await rows<{ name: string }>(sql`select name from directory.users
      where uid in ${own.map(({ uid }) => uid)}`);
    const byName = named.map(({ name }) => name).sort(new Intl.Collator("sv").compare);
    expect(ofSome.about).toEqual({ names: byName.slice(0, 3), group: null });
    const { match } = await students();
    const filters = JSON.stringify({ group: group?.uid });
    const ofClass = await finished({ kind: "activate", selection: { match: { ...match, filters } } });
    expect(ofClass.about.group).toBe(group?.name);
  });

  it("processes the rows within the starter's scope and refuses the others as not_found", async () => {
    const own = await pupils("se-1001", 2);
    const foreign = await pupils("se-1002", 1);
    const elsewhere = await pupils("no-1001", 1);
    const ids = [...own, ...foreign, ...elsewhere].map(({ uid }) => uid);
    const job = await finished({ kind: "deactivate", selection: { ids } });
    expect(job).toMatchObject({ state: "done", total: 4, done: 4, refused: 2 });
    const all = await results(job.id);
    expect(all.meta.totalCount).toBe(4);
    const refused = await results(job.id, { outcome: "refused" });
    expect(refused.data).toEqual([
      { id: foreign[0]?.uid, name: null, outcome: "refused", reason: "not_found" },
      { id: elsewhere[0]?.uid, name: null, outcome: "refused", reason: "not_found" },
    ]);
    const states = await rows<{ status: string }>(
      sql`select status from directory.users where uid in ${ids} order by status`,
    );
    expect(states.map(({ status }) => status)).toEqual(["active", "active", "inactive", "inactive"]);
    expect(calls.credentials.sort()).toEqual(own.map(({ uid }) => `sessions ${uid}`).sort());
    await database.execute(sql`update directory.users set status = 'active' where status = 'inactive'`);
  });

  it("activates inactive people and audits nothing for those who are active already", async () => {
    const ids = (await pupils("se-1001", 2)).map(({ uid }) => uid);
    await database.execute(sql`update directory.users set status = 'inactive' where uid = ${ids[0]}`);
    const lines = () =>
      rows(sql`
      select 1 from directory.audit where action = 'user.changed' and subject_uid in ${ids}`);
    const before = (await lines()).length;
    const job = await finished({ kind: "activate", selection: { ids } });
    expect(job).toMatchObject({ state: "done", total: 2, done: 2, refused: 0 });
    const states = await rows<{ status: string }>(sql`select status from directory.users where uid in ${ids}`);
    expect(states.map(({ status }) => status)).toEqual(["active", "active"]);
    expect((await lines()).length - before).toBe(1);
  });

  it("refuses people who were deleted meanwhile as not_found", async () => {
    const [gone, staying] = await pupils("se-1001", 2);
    await database.execute(
      sql`update directory.users set status = 'deleted', status_before = 'active', deleted_at = now() where uid = ${gone?.uid}`,
    );
    const ids = [gone?.uid, staying?.uid];
    const job = await finished({ kind: "void-badges", selection: { ids } });
    expect(job).toMatchObject({ state: "done", total: 2, done: 2, refused: 1 });
    const reason = { id: gone?.uid, name: null, outcome: "refused", reason: "not_found" };
    expect((await results(job.id, { outcome: "refused" })).data).toEqual([reason]);
    const alone = await finished({ kind: "void-badges", selection: { ids: [gone?.uid] } });
    expect(alone).toMatchObject({ state: "done", total: 1, done: 1, refused: 1 });
    await database.execute(
      sql`update directory.users set status = 'active', status_before = null, deleted_at = null where uid = ${gone?.uid}`,
    );
  });

  it("processes everyone who matches the list's search", async () => {
    const [{ count = 0 } = {}] = await rows<{ count: number }>(sql`
      select count(distinct u.id)::int as count from directory.users u
      join directory.associations a on a.user_id = u.id join directory.organization_closure c on c.descendant_id = a.organization_id
      join directory.organizations o on o.id = c.ancestor_id
      where o.school_unit_code = 'se-1001' and u.type = 'student' and lower(u.name) like '%andersson%'`);
    const selection = { match: { ...(await students()).match, q: "andersson" } };
    const written = () =>
      rows<{ count: number }>(
        sql`select count(*)::int as count from directory.audit where action = 'user.badge_voided'`,
      );
    const [before] = await written();
    const job = await finished({ kind: "void-badges", selection });
    expect(job.total).toBe(count);
    expect(count).toBeGreaterThan(0);
    const [after] = await written();
    expect((after?.count ?? 0) - (before?.count ?? 0)).toBe(count);
  });

  it("moves pupils out of other groups of the same type, but not out of groups of another type", async () => {
    const [school] = await rows<{ id: number }>(
      sql`select id from directory.organizations where school_unit_code = 'se-1001'`,
    );
    const [pupil] = await pupils("se-1001", 1);
    const [choir] = await rows<{ id: number }>(sql`insert into directory.groups (realm, organization_id, name, type)
      values ('se', ${school?.id}, 'Choir', 'group') returning id`);
    await database.execute(sql`insert into directory.memberships (user_id, group_id, realm)
      select id, ${choir?.id}, 'se' from directory.users where uid = ${pupil?.uid}`);
    const [target] = await rows<{ uid: string; name: string }>(sql`select uid, name from directory.groups g
      where organization_id = ${school?.id} and type = 'class' and not exists (select 1 from directory.memberships m
        join directory.users u on u.id = m.user_id where m.group_id = g.id and u.uid = ${pupil?.uid}) limit 1`);
    const job = await finished({ kind: "move", selection: { ids: [pupil?.uid] }, group: target?.uid });
    expect(job).toMatchObject({ state: "done", refused: 0 });
    const after = await rows<{ name: string }>(sql`select g.name from directory.memberships m
      join directory.groups g on g.id = m.group_id join directory.users u on u.id = m.user_id
      where u.uid = ${pupil?.uid} and g.organization_id = ${school?.id} order by g.name`);
    expect(after.map(({ name }) => name).sort()).toEqual(["Choir", target?.name].sort());
  });

  it("returns 403 for deleted people, even for a super user", async () => {
    const match = { ...(await students()).match, filters: JSON.stringify({ status: ["deleted"] }) };
    for (const username of ["admin.se", "super.se"]) {
      const refused = await create({ kind: "delete", selection: { match } }, username);
      expect([refused.status, refused.body.error], username).toEqual([403, "forbidden"]);
    }
  });

  it("returns 404 for a group of another school", async () => {
    const [group] = await rows<{ uid: string }>(sql`select g.uid from directory.groups g
      join directory.organizations o on o.id = g.organization_id where o.school_unit_code = 'se-1002' limit 1`);
    expect((await create({ kind: "move", selection: await students(), group: group?.uid })).status).toBe(404);
  });

  it("deletes a pupil for an administrator and refuses it for a teacher", async () => {
    const [pupil] = await pupils("se-1001", 1);
    const request = { kind: "delete", selection: { ids: [pupil?.uid] } };
    expect(await finished(request, "teacher.se")).toMatchObject({ done: 1, refused: 1 });
    expect(await finished(request)).toMatchObject({ done: 1, refused: 0 });
    expect(
      await rows(sql`select 1 from directory.users where uid = ${pupil?.uid} and status = 'deleted'`),
    ).toHaveLength(1);
  });
});

describe("sheets", () => {
  it("give each pupil a new password, which is stored nowhere else, and expire within an hour", async () => {
    const own = await pupils("se-1001", 3);
    const selection = { ids: own.map(({ uid }) => uid) };
    const job = await finished({ kind: "passwords", selection, fileName: "4A: lösenord", words });
    expect(job).toMatchObject({
      state: "done",
      done: 3,
      refused: 0,
      file: { name: expect.stringMatching(/^4A lösenord .*\d{4}-\d\d-\d\d\.pdf$/), type: "application/pdf" },
    });
    const pdf = await fileOf(job.id);
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(pdf.length).toBe(job.file.size);
    expect(calls.passwords).toHaveLength(3);
    expect(new Set(calls.passwords).size).toBe(3);
    expect(await rows(sql`select 1 from jobs.targets where secret is not null`)).toEqual([]);
    expect(new Date(job.expiresAt).getTime() - Date.now()).toBeLessThanOrEqual(3_600_000);
  });

  it("print for a shared account that its password stays", async () => {
    const [own, tablet] = await pupils("se-1001", 2);
    await database.execute(
      sql`update directory.users set shared = uid = ${tablet?.uid} where uid in ${[own?.uid, tablet?.uid]}`,
    );
    const selection = { ids: [own?.uid, tablet?.uid] };
    const request = { kind: "passwords", selection, fileName: "x", words: { ...words, shared: "It stays" } };
    const texts = textsOfPdf(await fileOf((await finished(request)).id));
    expect(texts.filter((text) => text === "It stays")).toHaveLength(1);
    expect(texts).toContain(words.hint);
    expect(texts).toContain(tablet?.username);
  });

  it.each([
    ["Log in at {{address}}", "Log in at localhost:3000/login"],
    ["Log in at evil.example/login", "localhost:3000/login"],
  ])("print the realm's own login page where the caller says %j", async (address, printed) => {
    const ids = (await pupils("se-1001", 3)).map(({ uid }) => uid);
    for (const kind of ["passwords", "badges"]) {
      const request = { kind, selection: { ids }, fileName: "x", words: { ...words, address } };
      const texts = textsOfPdf(await fileOf((await finished(request)).id));
      expect(texts).toContain(printed);
      expect(texts.join(" ")).not.toContain("evil");
    }
  });

  it("are headed by the group that the list was filtered by, else by the class", async () => {
    const [pupil] = await pupils("se-1001", 1);
    const made = await rows<{ uid: string; name: string }>(sql`
      with made as (
        insert into directory.groups (realm, organization_id, name, type)
        select 'se', o.id, g.name, g.type from directory.organizations o,
          (values ('Aftonkören', 'group'), ('Bandyn', 'group')) as g (name, type)
        where o.school_unit_code = 'se-1001' returning id, uid, name)
      , joined as (
        insert into directory.memberships (realm, group_id, user_id)
        select 'se', made.id, u.id from made, directory.users u where u.uid = ${pupil?.uid})
      select uid, name from made`);
    const bandy = made.find(({ name }) => name === "Bandyn")?.uid;
    const heads = async (selection: object) => {
      const job = await finished({ kind: "passwords", selection, fileName: "x", words });
      return textsOfPdf(await fileOf(job.id)).flatMap((text) => /^(.*) · T$/.exec(text)?.[1] ?? []);
    };
    expect(await heads({ ids: [pupil?.uid] })).toEqual([expect.stringMatching(/^\d\w$/)]);
    const { match } = await students();
    expect(await heads({ match: { ...match, filters: JSON.stringify({ group: bandy }) } })).toEqual(["Bandyn"]);
  });

  it("omit people for whom badges are disabled, and refuse them as badges_off", async () => {
    const own = await pupils("se-1001", 3);
    const job = await finished({ kind: "badges", selection: { ids: own.map(({ uid }) => uid) }, fileName: "x", words });
    expect(job).toMatchObject({ done: 3, refused: 1, file: { type: "application/pdf" } });
    const { data } = await results(job.id, { outcome: "refused" });
    expect(data[0].reason).toBe("badges_off");
  });

  it.each(["badges", "void-badges"])("%s refuses people other than pupils as not_a_pupil", async (kind) => {
    const [guardian] = await rows<{ uid: string }>(sql`select u.uid from directory.users u
      join directory.associations a on a.user_id = u.id join directory.organizations o on o.id = a.organization_id
      where o.school_unit_code = 'se-1001' and u.type = 'guardian' and u.status = 'active' limit 1`);
    const sheet = kind === "badges" ? { fileName: "x", words } : {};
    const job = await finished({ kind, selection: { ids: [guardian?.uid] }, ...sheet });
    expect((await results(job.id, { outcome: "refused" })).data).toMatchObject([{ reason: "not_a_pupil" }]);
  });

  it("return 403 to a user who impersonates someone", async () => {
    const request = { kind: "passwords", selection: await students(), fileName: "x", words };
    const job = await finished(request);
    const acting = { actor: "00000000-0000-4000-8000-000000000001" };
    expect((await create(request, "admin.se", acting)).status).toBe(403);
    expect((await call("getJobFile", { params: { id: job.id } }, "admin.se", acting)).status).toBe(403);
  });
});

describe("an export", () => {
  it("contains each person once, as CSV and as XLSX, without formulas", async () => {
    const [first] = await pupils("se-1001", 1);
    await database.execute(sql`update directory.users set name = '=HYPERLINK("x")' where uid = ${first?.uid}`);
    const selection = await students("users");
    const csv = await finished({
      kind: "export",
      selection,
      format: "csv",
      fileName: "people",
      columns,
      words: { student: "Elev" },
    });
    const lines = (await fileOf(csv.id))
      .toString("utf8")
      .replace(/^\uFEFF/, "")
      .trimEnd()
      .split("\r\n");
    expect(lines[0]).toBe("NAME;USERNAME;TYPE;ORGANIZATIONS;GROUPS;ID");
    expect(lines).toHaveLength(csv.total + 1);
    expect(new Set(lines.slice(1).map((line) => line.split(";").at(-1))).size).toBe(csv.total);
    expect(lines.some((line) => line.startsWith(`"'=HYPERLINK(""x"")";`))).toBe(true);
    expect(lines.some((line) => line.includes(";Elev;"))).toBe(true);

    const xlsx = await finished({ kind: "export", selection, format: "xlsx", fileName: "people", columns, words: {} });
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load((await fileOf(xlsx.id)) as never);
    const sheet = workbook.worksheets[0];
    expect(sheet?.rowCount).toBe(xlsx.total + 1);
    const names = sheet?.getColumn(1).values.map(String) ?? [];
    expect(names).toContain(`'=HYPERLINK("x")`);
    expect(sheet?.getRow(1).getCell(2).value).toBe("USERNAME");
  });

  it("contains for a teacher only the people that their lists show", async () => {
    const job = await finished(
      { kind: "export", selection: await students("users"), format: "csv", fileName: "p", columns },
      "teacher.se",
    );
    const text = (await fileOf(job.id, "teacher.se")).toString("utf8");
    expect(text).toContain("student");
    expect(text).not.toContain("employee");
  });

  it("returns 404 for another school's list and 403 for a list that the caller may not see", async () => {
    const jobInput = (organization: string, list: string) => ({
      ...{ kind: "export", format: "csv", fileName: "p", columns },
      selection: { match: { organization, list } },
    });
    expect((await create(jobInput(await schoolOf("no-1001"), "users"))).status).toBe(404);
    expect((await create(jobInput(await schoolOf("se-1002"), "users"))).status).toBe(404);
    expect((await create(jobInput(await schoolOf("se-1001"), "employees"), "teacher.se")).status).toBe(403);
    expect((await create(jobInput(await schoolOf("se-1001"), "students"), "student.se")).status).toBe(403);
  });
});
