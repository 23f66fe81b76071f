import ExcelJS from "exceljs";
import { beforeAll, describe, expect, it } from "vitest";
import { type Cells, ImportScene } from "#tests/support/import-scene";
import { formMessages } from "~/services/contracts/form-messages";
import { correctionWords } from "~/services/contracts/imports";

/** Rows of one file for the same person, and rows of different people with one value. docs/product/control-panel.md#validation. */

let scene: ImportScene;
beforeAll(async () => {
  scene = await ImportScene.open("no");
  await scene.start((await scene.upload([pupil("kjent", "Aisha Marie", "Bakken", { externalId: "kjent-1" })])).id);
});

function pupil(username: string, firstName: string, lastName: string, more: Cells = {}): Cells {
  return { username, firstName, lastName, role: "Elev", ...more };
}

/** Of each row: the outcome, then column, cell, names and other row of each problem. */
async function preview(rows: readonly Cells[]) {
  const { id } = await scene.upload(rows);
  return (await scene.rows(id)).map(({ outcome, problems }) => [
    outcome,
    ...problems.map(({ column, address, people, reason, sameAs }) => {
      expect(reason).toBe(outcome === "duplicate" ? formMessages.twiceInFile : formMessages.sharedInFile);
      return `${column} ${address}: ${people.join(", ")} / ${sameAs?.row}`;
    }),
  ]);
}

describe("given two rows with one username", () => {
  it("of different people, then both are wrong, and each names the other row and both people", async () => {
    const rows = [pupil("to.navn", "Liv", "Berg"), pupil("en.annen", "Eva", "Vik"), pupil("To.Navn", "Ola", "Dal")];
    expect(await preview(rows)).toEqual([
      ["wrong", "username A2: Liv Berg, Ola Dal / 4"],
      ["new"],
      ["wrong", "username A4: Ola Dal, Liv Berg / 2"],
    ]);
  });

  it("of people with one last name, then both are wrong", async () => {
    const rows = [pupil("søsken", "Liv", "Berg"), pupil("søsken", "Ola", "Berg")];
    expect(await preview(rows)).toEqual([
      ["wrong", "username A2: Liv Berg, Ola Berg / 3"],
      ["wrong", "username A3: Ola Berg, Liv Berg / 2"],
    ]);
  });

  it("of three people, then the first names both others", async () => {
    const rows = [pupil("tre", "Liv", "Berg"), pupil("tre", "Ola", "Dal"), pupil("tre", "Eva", "Vik")];
    expect(await preview(rows)).toEqual([
      ["wrong", "username A2: Liv Berg, Ola Dal / 3", "username A2: Liv Berg, Eva Vik / 4"],
      ["wrong", "username A3: Ola Dal, Liv Berg / 2"],
      ["wrong", "username A4: Eva Vik, Liv Berg / 2"],
    ]);
  });

  it("of one name, then the second is a duplicate", async () => {
    const rows = [pupil("lik", "Liv", "Berg"), pupil("LIK", "Berg", "Liv")];
    expect(await preview(rows)).toEqual([["new"], ["duplicate", "null null:  / 2"]]);
  });

  it.each([
    ["the known person is first", 0],
    ["the known person is second", 1],
  ])("that is known, and %s, then both are wrong", async (_, place) => {
    const rows = [pupil("kjent", "Aksel", "Ny")];
    rows.splice(place, 0, pupil("kjent", "Aisha Marie", "Bakken", { email: "aisha@skole.example" }));
    const names = place === 0 ? ["Aisha Marie Bakken", "Aksel Ny"] : ["Aksel Ny", "Aisha Marie Bakken"];
    expect(await preview(rows)).toEqual([
      ["wrong", `username A2: ${names.join(", ")} / 3`],
      ["wrong", `username A3: ${[...names].reverse().join(", ")} / 2`],
    ]);
  });

  it("of the known person twice, then the second is a duplicate", async () => {
    const rows = [pupil("kjent", "Aisha Marie", "Bakken"), { username: "kjent", firstName: "Aisha Marie" }];
    expect(await preview(rows)).toEqual([["unchanged"], ["duplicate", "null null:  / 2"]]);
  });
});

describe("given two rows with one external ID", () => {
  it("and different usernames, then both are wrong", async () => {
    const rows = [
      pupil("ekstern.a", "Liv", "Berg", { externalId: "e-1" }),
      pupil("ekstern.b", "Ola", "Dal", { externalId: "e-1" }),
    ];
    expect(await preview(rows)).toEqual([
      ["wrong", "externalId E2: Liv Berg, Ola Dal / 3"],
      ["wrong", "externalId E3: Ola Dal, Liv Berg / 2"],
    ]);
  });

  it("that is known, and different names, then both are wrong", async () => {
    const rows = [
      pupil("kjent", "Aisha Marie", "Bakken", { externalId: "kjent-1" }),
      pupil("ny.kjent", "Ola", "Dal", { externalId: "kjent-1" }),
    ];
    expect(await preview(rows)).toEqual([
      ["wrong", "externalId E2: Aisha Marie Bakken, Ola Dal / 3"],
      ["wrong", "externalId E3: Ola Dal, Aisha Marie Bakken / 2"],
    ]);
  });
});

it("given a value that rows far apart share, then both are wrong, nobody of them is created, and both are in the rows to correct", async () => {
  const others = Array.from({ length: 1100 }, (_, place) => pupil(`fjern.${place}`, "Kari", `Nr${place}`));
  const rows = [pupil("fjern", "Liv", "Berg"), ...others, pupil("fjern", "Ola", "Dal")];
  const { id, outcomes } = await scene.upload(rows);
  expect(outcomes).toMatchObject({ new: 1100, wrong: 2 });
  const [first] = await scene.rows(id, { outcome: "wrong" });
  expect(first).toMatchObject({
    row: 2,
    problems: [{ column: "username", address: "A2", value: "fjern", people: ["Liv Berg", "Ola Dal"] }],
  });
  const query = { language: "nb", words: JSON.stringify({ [correctionWords.otherRow]: "ark {sheet}, rad {row}" }) };
  const { body } = await scene.call("getImportCorrections", { params: { id }, query });
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(Buffer.from(body.data.content, "base64") as never);
  const reasons = [2, 3].map((row) => [workbook.worksheets[0]?.getRow(row).values].flat().at(-1));
  expect(reasons).toEqual([
    `Brukernavn: ${formMessages.sharedInFile} (Liv Berg, Ola Dal, ark Personer, rad 1103)`,
    `Brukernavn: ${formMessages.sharedInFile} (Ola Dal, Liv Berg, ark Personer, rad 2)`,
  ]);
});
