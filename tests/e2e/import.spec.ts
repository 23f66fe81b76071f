import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import ExcelJS from "exceljs";
import { test } from "#tests/support/browser-test";
import { inlineRows, workbookBytes } from "#tests/support/make-workbook";
import { at, logIn } from "#tests/support/open-page";

/** Importing a workbook and undoing it, as a school's administrator. The texts are those of the realm, Swedish. */

// In order: one school imports once at a time, and a second import would be refused.
test.describe.configure({ mode: "default" });

let folder: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fabel-import-"));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

const head = ["Användarnamn", "Förnamn", "Efternamn", "Typ", "E-post", "Allergier"];

async function workbook(name: string, rows: readonly (readonly string[])[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, workbookBytes({ sheets: { Elever: inlineRows([head, ...rows]) } }));
  return path;
}

async function upload(page: Page, file: string) {
  await page.getByLabel("Excel-fil").setInputFiles(file);
  await page.getByRole("button", { name: "Ladda upp och förhandsgranska" }).click();
}

async function startWithoutPasswords(page: Page) {
  await page.getByRole("radio", { name: "Inga lösenord" }).check();
  await page.getByRole("button", { name: "Importera 1 person" }).click();
  await expect(page.getByText("1 person importerades")).toBeVisible();
}

/** Undoes the import; the page shows the consequences first. */
async function undo(page: Page) {
  await page.getByRole("link", { name: "Vad skulle ångras?" }).click();
  await expect(page.getByText("1 person som importen lade till tas bort.")).toBeVisible();
  await page.getByRole("button", { name: "Ångra importen" }).click();
  await expect(page.getByText("1 person är som före importen")).toBeVisible();
}

test("given a file with a wrong row, then the rest is imported; the corrected row is imported and undone", async ({
  page,
}) => {
  const file = await workbook("klass.xlsx", [
    ["import.ett", "Åsa", "Ñandú", "Elev", "", "nötter"],
    ["import.två", "Bo", "Straße", "Elev", "bo(a)skola", ""],
  ]);
  await logIn(page, "admin.se", "/controlpanel/import");
  await upload(page, file);
  await expect(page.getByText("1 person kommer att läggas till eller ändras.")).toBeVisible();
  await expect(page.getByText("Ogiltig e-postadress")).toBeVisible();
  await expect(page.getByText("E-post · Cell E3")).toBeVisible();
  await page.getByText("En kolumn hoppades över").click();
  await expect(page.getByText("Allergier (bladet Elever)")).toBeVisible();
  // No option is preselected, so that people without passwords are a deliberate choice.
  await page.getByRole("button", { name: "Importera 1 person" }).click();
  await expect(page.getByRole("radio", { name: "Inga lösenord" })).not.toBeChecked();
  await startWithoutPasswords(page);

  const fetched = page.waitForEvent("download");
  await page.getByRole("link", { name: "Ladda ner raderna" }).click();
  expect((await fetched).suggestedFilename()).toMatch(/ rader att rätta \d{4}-\d\d-\d\d\.xlsx$/);
  const corrections = new ExcelJS.Workbook();
  await corrections.xlsx.readFile(await (await fetched).path());
  const row = corrections.worksheets[0]?.getRow(2);
  expect(String(row?.values)).toContain("Ogiltig e-postadress");
  row?.eachCell((cell) => {
    if (cell.text === "bo(a)skola") cell.value = "bo@skola.example";
  });
  const corrected = join(folder, "corrected.xlsx");
  await corrections.xlsx.writeFile(corrected);

  await page.goto(at("se", "/controlpanel/import"));
  await upload(page, corrected);
  await expect(page.getByText("1 person kommer att läggas till eller ändras.")).toBeVisible();
  // The added column with the corrections is not reported as an ignored one.
  await expect(page.getByText("hoppades över")).toHaveCount(0);
  await startWithoutPasswords(page);
  await page.getByRole("link", { name: "Bo Straße" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bo Straße");
  await page.goBack();
  await undo(page);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("given no file, then the form shows an error; given one, then it is imported and undone", async ({ page }) => {
    await logIn(page, "admin.se", "/controlpanel/import");
    await page.getByRole("button", { name: "Ladda upp och förhandsgranska" }).click();
    await expect(page.getByText("Välj en fil först.")).toBeVisible();
    await upload(page, await workbook("utan.xlsx", [["import.tre", "Eva", "Berg", "Elev", "", ""]]));
    // The page reloads itself until the preview is ready.
    await startWithoutPasswords(page);
    await undo(page);
  });
});
