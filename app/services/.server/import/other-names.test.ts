import ExcelJS from "exceljs";
import { beforeAll, describe, expect, it } from "vitest";
import { type Cells, ImportScene } from "#tests/support/import-scene";
import { formMessages } from "~/services/contracts/form-messages";
import { correctionWords } from "~/services/contracts/imports";

/** Rows whose id is somebody's with another name, and rows of the same person. docs/product/control-panel.md#validation. */

let scene: ImportScene;

beforeAll(async () => {
  scene = await ImportScene.open("no");
  const { id } = await scene.upload([person({ externalId: "navn-1" })]);
  await scene.start(id);
});

const person = (changes: Cells = {}): Cells => ({
  ...{ username: "navn.bakken", firstName: "Aisha Marie", lastName: "Bakken", role: "Elev" },
  ...changes,
});
const stored = () => scene.person("navn.bakken");

describe("given a known username with another first and last name", () => {
  const other = person({ firstName: "Aksel", lastName: "Ny" });

  it("then asks, names the person, and changes nobody without an answer", async () => {
    const uploaded = await scene.upload([other]);
    expect(uploaded).toMatchObject({ outcomes: { likely: 1, changed: 0 }, undecided: 1, undecidedNew: 0 });
    expect(uploaded.actions).toContainEqual({ id: "start", active: false });
    const [row] = await scene.rows(uploaded.id);
    expect(row).toMatchObject({ name: "Aksel Ny", person: null, mayBeNew: false, changes: [], choice: null });
    expect(row?.problems).toEqual([
      {
        column: "username",
        address: "A2",
        value: "navn.bakken",
        reason: formMessages.otherName,
        people: ["Aisha Marie Bakken"],
      },
    ]);
    expect(row?.candidates).toMatchObject([{ name: "Aisha Marie Bakken", username: "navn.bakken" }]);
    expect(row?.candidates[0]?.changes).toContainEqual({ column: "lastName", before: "Bakken", after: "Ny" });
  });

  it("and `new` for all rows, or for this one, then the row stays undecided", async () => {
    const { id } = await scene.upload([other]);
    await scene.call("putImportChoices", { params: { id }, body: { rest: "new" } });
    expect((await scene.look(id)).undecided).toBe(1);
    const choices = [{ place: 1, choice: "new" }];
    expect((await scene.call("putImportChoices", { params: { id }, body: { choices } })).status).toBe(400);
  });

  it("and rows to correct that are sent in unchanged, then nobody is changed or added", async () => {
    const rows = [
      other,
      person({ username: "navn.ny", firstName: "Liv", lastName: "Berg" }),
      person({ username: "navn.feil", email: "feil" }),
      person({ username: "navn.ny", firstName: "Liv", lastName: "Berg", email: "liv@skole.example" }),
    ];
    const { id } = await scene.upload(rows);
    expect((await scene.start(id)).results).toMatchObject({ created: 1, changed: 0 });
    const query = { language: "nb", words: JSON.stringify({ [correctionWords.otherRow]: "ark {sheet}, rad {row}" }) };
    const { body } = await scene.call("getImportCorrections", { params: { id }, query });
    const file = Buffer.from(body.data.content, "base64");
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(file as never);
    const reasons = [2, 3, 4].map((number) => String([workbook.worksheets[0]?.getRow(number).values].flat().at(-1)));
    expect(reasons[0]).toContain(`${formMessages.otherName} (Aisha Marie Bakken)`);
    expect(reasons[2]).toMatch(/^This person is already in another row of the file \(ark \S+, rad 3\)$/);
    const again = (await scene.send(file)).body as { data: { id: string } };
    const uploaded = await scene.look(again.data.id);
    expect(uploaded.outcomes).toMatchObject({ new: 0, changed: 0, likely: 2, wrong: 1, duplicate: 0 });
    expect(await scene.person("navn.ny")).toMatchObject({ name: "Liv Berg", email: null });
  });

  it("and the answer that it is this person, then renames them", async () => {
    const { id } = await scene.upload([person({ firstName: "Aicha", lastName: "Gift" })]);
    const choices = [{ place: 1, choice: (await stored())?.uid }];
    await scene.call("putImportChoices", { params: { id }, body: { choices } });
    expect((await scene.start(id)).results).toMatchObject({ changed: 1 });
    expect((await stored())?.name).toBe("Aicha Gift");
    expect((await scene.undo(id)).undo).toMatchObject({ restored: 1 });
    expect((await stored())?.name).toBe("Aisha Marie Bakken");
  });
});

it("given a second row of a person that was left out and is sent in alone, then asks before it changes them", async () => {
  const first = person({ username: "igjen.a", firstName: "Igjen", lastName: "Dal" });
  const second = { ...first, email: "igjen@skole.example" };
  await scene.start((await scene.upload([first, second])).id);
  const { id, outcomes } = await scene.upload([second]);
  expect(outcomes).toMatchObject({ likely: 1, changed: 0 });
  expect((await scene.rows(id))[0]?.problems).toMatchObject([{ column: null, reason: formMessages.leftOutBefore }]);
  const choices = [{ place: 1, choice: (await scene.person("igjen.a"))?.uid }];
  await scene.call("putImportChoices", { params: { id }, body: { choices } });
  expect((await scene.start(id)).results).toMatchObject({ changed: 1 });
  expect((await scene.person("igjen.a"))?.email).toBe("igjen@skole.example");
});

describe("given a known external ID with another first and last name", () => {
  it("then asks, and names the column", async () => {
    const row = { externalId: "navn-1", username: "navn.other", firstName: "Aksel", lastName: "Ny", role: "Elev" };
    const { id } = await scene.upload([row]);
    expect((await scene.rows(id))[0]).toMatchObject({ outcome: "likely", problems: [{ column: "externalId" }] });
  });
});

it.each([
  ["another first name", { firstName: "Aicha" }],
  ["another last name", { lastName: "Gift" }],
  ["the same words in another order", { firstName: "Bakken", lastName: "Aisha Marie" }],
  ["the same words divided otherwise", { firstName: "Aisha", lastName: "Marie Bakken" }],
  ["other letters and accents", { firstName: "AÏSHA MARIE", lastName: "bakken " }],
  ["only a first name, which leaves the last name", { firstName: "Aksel", lastName: "" }],
])("given a known username with %s, then plans a change without a question", async (_, changes) => {
  const { outcomes } = await scene.upload([person({ ...changes, email: "aisha@skole.example" })]);
  expect(outcomes).toMatchObject({ changed: 1, likely: 0 });
});

it("given values that are not allowed, then the reason names those that are", async () => {
  const school = await scene.call("getImports", { params: { id: await scene.school() }, query: {} });
  const name = school.body.data[0].organization.name;
  const rows = [
    person({ username: "lov.a", organization: "Nowhere" }),
    person({ username: "lov.b", role: "Rektor" }),
    person({ username: "lov.c", ageFilter: "ni" }),
  ];
  const { id } = await scene.upload(rows);
  expect((await scene.rows(id)).map(({ problems }) => problems)).toMatchObject([
    [{ reason: formMessages.unknownOrganization, allowed: expect.arrayContaining([name]) }],
    [{ reason: formMessages.unknownType }],
    [{ reason: "Must be between 0 and 21" }],
  ]);
});

it("given first and last names that are too long together, then the cell is wrong, and nothing is written", async () => {
  const long = person({ username: "lang.navn", firstName: "Å".repeat(200), lastName: "Ø".repeat(200) });
  const { id } = await scene.upload([long, person({ username: "kort.navn", firstName: "Kort", lastName: "Navn" })]);
  const [row] = await scene.rows(id);
  expect(row).toMatchObject({ outcome: "wrong", problems: [{ column: "lastName", reason: formMessages.joinedName }] });
  expect((await scene.start(id)).results).toMatchObject({ created: 1, failed: 0 });
});

it("given a long first name for a person with a long last name, then the cell is wrong", async () => {
  await scene.start(
    (await scene.upload([person({ username: "lang.to", firstName: "Ø", lastName: "Å".repeat(200) })])).id,
  );
  const { id } = await scene.upload([person({ username: "lang.to", firstName: "B".repeat(200), lastName: "" })]);
  expect((await scene.rows(id))[0]?.problems).toMatchObject([{ column: "firstName", reason: formMessages.joinedName }]);
});
