import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import ExcelJS from "exceljs";
import { beforeAll, describe, expect, it } from "vitest";
import { Browser, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import type { CallContext } from "~/clients/client";
import { processBackend } from "~/composition/process-backend.server";
import { actOnImport } from "~/control-panel/import/one-import.server";
import { writeWorkbook } from "~/services/.server/import/workbook/write-workbook";
import { type ImportColumnId, importColumn } from "~/services/contracts/import-columns";
import type { Import } from "~/services/contracts/import-entity";
import type { ImportRow } from "~/services/contracts/import-rows";
import { optionalUser } from "~/session/guard.server";
import { submitLogin } from "~/session/sign-in/login.server";
import { readNotice } from "~/shell/notice.server";

/** Imports of people from the upload to the undo, through the service's API. docs/product/control-panel.md#validation. */

const databases = await sessionScene(["se"]);
const origin = "https://se.localhost";
type Cells = Partial<Record<ImportColumnId, string>>;
const columns: ImportColumnId[] = [
  "externalId",
  "username",
  "firstName",
  "lastName",
  "email",
  "role",
  "groups",
  "password",
  "uid",
];

let browser: Browser;
let admin: CallContext;
let school: string;
let name: string;

beforeAll(async () => {
  browser = await signedInBrowser(origin, "admin.se");
  admin = await contextOf("admin.se");
  const { rows } = await databases.eu.execute<{ uid: string; name: string }>(sql`
    select o.uid, o.name from directory.organizations o join directory.associations a on a.organization_id = o.id
    join directory.users u on u.id = a.user_id where u.username = 'admin.se' and a.admin`);
  school = rows[0]?.uid ?? "";
  name = rows[0]?.name ?? "";
});

async function contextOf(username: string): Promise<CallContext> {
  const browser = await signedInBrowser(origin, username);
  const person = await optionalUser(processBackend(), browser.request("/"));
  return person.credentials;
}

const panel = () => processBackend().clients.controlPanel;

async function workbook(rows: Cells[]): Promise<Buffer> {
  const stream = new PassThrough();
  const source = (async function* () {
    for (const cells of rows) yield { cells };
  })();
  const [content] = await Promise.all([
    buffer(stream),
    writeWorkbook(stream, { language: "sv", realm: "se", columns: columns.map(importColumn), rows: source }),
  ]);
  return content;
}

async function upload(rows: Cells[], context = admin): Promise<Import> {
  const body = Readable.toWeb(Readable.from([await workbook(rows)])) as ReadableStream<Uint8Array>;
  const input = { params: { id: school }, query: { fileName: "elever.xlsx" }, body };
  const { body: made } = await panel().createImport(input, context);
  return settled(made.data.id, context);
}

/** Waits until the import is neither reading, importing nor undoing: polls the service every 50 ms. */
async function settled(id: string, context = admin): Promise<Import> {
  for (;;) {
    const { body } = await panel().getImport({ params: { id } }, context);
    if (!["reading", "importing", "undoing"].includes(body.data.state)) return body.data;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function rowsOf(id: string): Promise<ImportRow[]> {
  const { body } = await panel().getImportRows({ params: { id }, query: { pageSize: 100 } }, admin);
  return body.data;
}

async function start(id: string, passwords: "none" | "file" = "none"): Promise<Import> {
  await panel().startImport({ params: { id }, body: { passwords } }, admin);
  return settled(id);
}

const find = async (username: string) => {
  const { rows } = await databases.eu.execute<{
    id: number;
    name: string;
    email: string | null;
    status: string;
    classes: string[];
  }>(sql`
    select u.id, u.name, u.email, u.status, coalesce((select array_agg(g.name order by g.name) from directory.memberships m
      join directory.groups g on g.id = m.group_id where m.user_id = u.id), '{}') as classes
    from directory.users u where u.username = ${username} order by u.status <> 'deleted' desc limit 1`);
  return rows[0];
};

const pupil = (username: string, changes: Cells = {}): Cells => ({
  username,
  firstName: "Åsa",
  lastName: `Öst ${username}`,
  role: "Elev",
  groups: "9Z",
  ...changes,
});

describe("uploading a workbook", () => {
  it("nothing is saved before the import, and everything by the import", async () => {
    const uploaded = await upload([pupil("asa.one"), pupil("asa.two", { email: "asa@skola.example" })]);
    expect(uploaded).toMatchObject({ state: "ready", outcomes: { new: 2, wrong: 0 }, newGroups: ["9Z"] });
    expect(await find("asa.one")).toBeUndefined();
    const done = await start(uploaded.id);
    expect(done).toMatchObject({ state: "imported", results: { created: 2, failed: 0 } });
    expect(await find("asa.two")).toMatchObject({
      name: "Åsa Öst asa.two",
      email: "asa@skola.example",
      classes: ["9Z"],
    });
  });

  it("a second upload of the same workbook changes nothing", async () => {
    const uploaded = await upload([pupil("asa.one"), pupil("asa.two", { email: "asa@skola.example" })]);
    expect(uploaded.outcomes).toMatchObject({ unchanged: 2, new: 0, changed: 0 });
  });

  it("a change has its old and new value, an empty cell keeps the value, and CLEAN erases it", async () => {
    const uploaded = await upload([
      pupil("asa.one", { lastName: "Väst", groups: "" }),
      pupil("asa.two", { email: "CLEAN", groups: "" }),
    ]);
    expect(uploaded.outcomes.changed).toBe(2);
    const [one, two] = await rowsOf(uploaded.id);
    expect(one?.changes).toContainEqual({ column: "lastName", before: "Öst asa.one", after: "Väst" });
    expect(two?.changes).toEqual([{ column: "email", before: "asa@skola.example", after: null }]);
    await start(uploaded.id);
    expect(await find("asa.one")).toMatchObject({ name: "Åsa Väst", classes: ["9Z"] });
    expect(await find("asa.two")).toMatchObject({ email: null });
  });

  it("an invalid cell is listed with column, cell and reason, and the corrected workbook has the reason", async () => {
    const uploaded = await upload([
      pupil("bad name!"),
      pupil("asa.three", { email: "nobody" }),
      pupil("asa.four", { username: "" }),
      pupil("asa.five", { firstName: "CLEAN" }),
      pupil("asa.nine", { role: "Rektor", email: "nobody" }),
      pupil("asa\u2063.ten\uFE0F"),
    ]);
    expect(uploaded.outcomes).toMatchObject({ wrong: 6, new: 0 });
    const rows = await rowsOf(uploaded.id);
    const problems = rows.map((row) => row.problems.map(({ column, address, reason }) => [column, address, reason]));
    expect(problems[0]).toEqual([["username", "B2", "Username contains unauthorized characters"]]);
    expect(problems[1]).toEqual([["email", "E3", "Invalid e-mail address"]]);
    expect(problems[2]).toEqual([["username", "B4", "This value is required"]]);
    expect(problems[3]).toContainEqual(["firstName", "C5", "CLEAN cannot be used in this column"]);
    expect(problems[4]?.map(([column, address]) => [column, address])).toEqual([
      ["role", "F6"],
      ["email", "E6"],
    ]);
    expect(problems[5]).toContainEqual([
      "username",
      "B7",
      "Username contains unauthorized characters that can’t be seen: U+2063, U+FE0F. Type it again instead of pasting it.",
    ]);
    const query = {
      language: "sv" as const,
      words: JSON.stringify({ "Invalid e-mail address": "Ogiltig e-postadress" }),
    };
    const { body } = await panel().getImportCorrections({ params: { id: uploaded.id }, query }, admin);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(Buffer.from(body.data.content, "base64") as never);
    const reasons = (workbook.worksheets[0]?.getSheetValues() ?? []).map((row) =>
      Array.isArray(row) ? row.at(-1) : row,
    );
    // Found by column headings, because cells have other addresses than in the uploaded file.
    expect(reasons).toContain("E-post: Ogiltig e-postadress");
    expect(reasons).toContain("Användarnamn: This value is required");
  });

  it("a second row of the same person is a duplicate of the first", async () => {
    const uploaded = await upload([pupil("asa.one", { email: "new@skola.example" }), pupil("ASA.ONE")]);
    expect(uploaded.outcomes).toMatchObject({ changed: 1, duplicate: 1 });
    const [, second] = await rowsOf(uploaded.id);
    expect(second?.duplicateOf).toMatchObject({ row: 2 });
  });

  it("a row that matches two people is wrong, and each id names its person", async () => {
    await databases.eu.execute(sql`update directory.users set external_id = 'E-1' where username = 'asa.one'`);
    const uploaded = await upload([pupil("asa.two", { externalId: "E-1" })]);
    const [row] = await rowsOf(uploaded.id);
    expect(row).toMatchObject({ outcome: "wrong" });
    const problems = row?.problems.map(({ column, value, reason, people }) => [column, value, reason, ...people]);
    expect(problems).toEqual([
      ["externalId", "E-1", "This row matches more than one person", "Åsa Väst"],
      ["username", "asa.two", "This row matches more than one person", "Åsa Öst asa.two"],
    ]);
  });

  it("given a new person with the name of a pupil, then the administrator's choice decides", async () => {
    const uploaded = await upload([pupil("asa.six", { firstName: "Åsa", lastName: "Väst", groups: "" })]);
    expect(uploaded).toMatchObject({ outcomes: { likely: 1 }, undecided: 1 });
    const [row] = await rowsOf(uploaded.id);
    const candidate = row?.candidates[0]?.id ?? "";
    // The row has the values of a new person and the changes that the existing pupil would get.
    expect(row?.changes).toContainEqual({ column: "username", before: null, after: "asa.six" });
    expect(row?.changes.map(({ column }) => column)).toContain("firstName");
    expect(row?.candidates[0]?.changes).toEqual([{ column: "username", before: "asa.one", after: "asa.six" }]);
    const path = `/controlpanel/import/${uploaded.id}`;
    const form = { intent: "choose", [`choice-${row?.place}`]: candidate, back: "?outcome=likely" };
    const saved = await actOnImport(processBackend(), browser.post(path, form), uploaded.id);
    expect(browser.take(saved)).toBe(`${path}?outcome=likely`);
    expect((await readNotice(browser.request(path))).notice).toMatchObject({ message: "Valen är sparade" });
    await panel().refreshImport({ params: { id: uploaded.id } }, admin);
    await settled(uploaded.id);
    expect((await rowsOf(uploaded.id))[0]).toMatchObject({ changes: row?.changes, candidates: row?.candidates });
    await start(uploaded.id);
    expect(await find("asa.one"), "renamed").toBeUndefined();
    expect(await find("asa.six")).toMatchObject({ name: "Åsa Väst" });
  });

  it("given an edit after the preview, then that person is left unchanged and counted as edited", async () => {
    const uploaded = await upload([pupil("asa.two", { email: "late@skola.example", groups: "" })]);
    await databases.eu.execute(sql`update directory.users set version = version + 1 where username = 'asa.two'`);
    const done = await start(uploaded.id);
    expect(done.results).toMatchObject({ edited: 1, changed: 0 });
    expect(await find("asa.two")).toMatchObject({ email: null });
  });

  it("a password signs its person in, is shown in no row, and is deleted after the import", async () => {
    const login = { username: "asa.seven", password: "lantern-otter-7" };
    const uploaded = await upload([pupil(login.username, { password: login.password })]);
    expect(JSON.stringify(await rowsOf(uploaded.id))).not.toContain("lantern-otter");
    expect(await submitLogin(processBackend(), new Browser(origin).post("/login", login))).toMatchObject({
      init: { status: 401 },
    });
    await start(uploaded.id, "file");
    expect(await submitLogin(processBackend(), new Browser(origin).post("/login", login))).toMatchObject({
      status: 302,
    });
    const { rows } = await databases.eu.execute(
      sql`select 1 from imports.rows where import_id = ${uploaded.id} and secret is not null`,
    );
    expect(rows).toEqual([]);
  });
});

describe("an import", () => {
  it("given an undo, then new people are deleted, changes are reverted, and edited people stay", async () => {
    const before = await find("asa.two");
    const uploaded = await upload([
      pupil("asa.eight"),
      pupil("asa.two", { email: "undo@skola.example", groups: "8Q" }),
      pupil("asa.nine"),
    ]);
    await start(uploaded.id);
    await databases.eu.execute(sql`update directory.users set version = version + 1 where username = 'asa.nine'`);
    await panel().undoImport({ params: { id: uploaded.id } }, admin);
    const undone = await settled(uploaded.id);
    expect(undone).toMatchObject({ state: "undone", undo: { restored: 2, kept: 1, failed: 0 } });
    expect(await find("asa.eight")).toMatchObject({ status: "deleted" });
    expect(await find("asa.two")).toMatchObject({ email: before?.email ?? null, classes: before?.classes });
    const { body } = await panel().getImportRows({ params: { id: uploaded.id }, query: { undo: "kept" } }, admin);
    expect(body.data.map(({ person }) => person?.username)).toEqual(["asa.nine"]);
  });

  it("given a running import, then another import of the school is rejected (409) with its user's name", async () => {
    const uploaded = await upload([pupil("asa.ten")]);
    await databases.eu.execute(
      sql`update imports.imports set state = 'importing', beat_at = now() where id = ${uploaded.id}`,
    );
    const reason = `${(await find("admin.se"))?.name} is importing people here right now`;
    await expect(upload([pupil("asa.eleven")])).rejects.toMatchObject({ status: 409, details: [{ reason }] });
    await databases.eu.execute(
      sql`update imports.imports set state = 'ready', beat_at = null where id = ${uploaded.id}`,
    );
  });

  it("is in the school's history and in the audit log", async () => {
    const { body } = await panel().getImports({ params: { id: school }, query: {} }, admin);
    expect(body.data[0]).toMatchObject({ organization: { name }, fileName: "elever.xlsx" });
    const { rows } = await databases.eu.execute<{ action: string }>(sql`
      select distinct action from directory.audit where action like 'people.import%' order by 1`);
    expect(rows.map(({ action }) => action)).toEqual(["people.import_undone", "people.imported"]);
  });
});

describe("given a user who may not import", () => {
  it("a teacher of the school may neither upload a workbook nor read an import (403)", async () => {
    const teacher = await contextOf("teacher.se");
    await expect(upload([pupil("asa.twelve")], teacher)).rejects.toMatchObject({ status: 403 });
    const { body } = await panel().getImports({ params: { id: school }, query: {} }, admin);
    const id = body.data[0]?.id ?? "";
    await expect(panel().getImport({ params: { id } }, teacher)).rejects.toMatchObject({ status: 403 });
  });
});

it("given an empty file, then it is rejected at once (400)", async () => {
  const body = Readable.toWeb(Readable.from([Buffer.alloc(0)])) as ReadableStream<Uint8Array>;
  const sent = panel().createImport({ params: { id: school }, query: { fileName: "empty.xlsx" }, body }, admin);
  await expect(sent).rejects.toMatchObject({ status: 400, details: [{ attribute: "file", reason: "empty" }] });
});

it("given a file that is not a workbook, then the import is unreadable with the problem not-xlsx", async () => {
  const body = Readable.toWeb(Readable.from([Buffer.from("name;class\nAda;1A\n")])) as ReadableStream<Uint8Array>;
  const { body: made } = await panel().createImport(
    { params: { id: school }, query: { fileName: "x.xlsx" }, body },
    admin,
  );
  expect(await settled(made.data.id)).toMatchObject({ state: "unreadable", problem: "not-xlsx" });
});
