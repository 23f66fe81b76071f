import { readFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/temporary-folder";
import { realmRow, realms } from "~/realms/realm";
import { readSheets } from "~/services/.server/import/workbook/read-sheets";
import { templateColumns } from "~/services/contracts/import-columns";
import { buildTemplates, templates } from "./import-templates";

/** The committed templates and guides. docs/product/shell.md#users. */

let built: string;

beforeAll(async () => {
  built = await temporaryFolder("templates");
  await buildTemplates(built);
});

/** The files in a workbook as text, without the timestamps of the archive. */
function partsOf(folder: string, file: string) {
  const parts = unzipSync(readFileSync(join(folder, "import", file)));
  return Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]));
}

describe.each(templates)("the template $file", ({ file, realm, language }) => {
  test("equals what the script builds", () => {
    expect(partsOf("templates", file)).toEqual(partsOf(built, file));
  });

  test("has its country's columns with headings in its language, and no rows", async () => {
    const sheet = partsOf("templates", file)["xl/worksheets/sheet1.xml"] ?? "";
    const first = /<row r="1".*?<\/row>/s.exec(sheet)?.[0] ?? "";
    const headings = [...first.matchAll(/<v>([^<]*)<\/v>/g)].map(([, text]) => text);
    expect(headings).toEqual(
      templateColumns(realm).map(({ headings, isRequired }) => `${headings[language]}${isRequired ? " *" : ""}`),
    );
    const reading = readSheets(join("templates", "import", file), async () => true);
    await expect(reading).rejects.toMatchObject({ code: "empty" });
  });
});

test("every country's template is a ZIP archive, and its guide, if it has one, a PDF", () => {
  for (const realm of realms) {
    const { importTemplate, pdfGuide } = realmRow(realm);
    expect(readFileSync(join("templates/import", importTemplate)).subarray(0, 2).toString()).toBe("PK");
    if (pdfGuide) expect(readFileSync(join("templates/guides", pdfGuide)).subarray(0, 5).toString()).toBe("%PDF-");
  }
});

test("the committed guides equal what the script builds", () => {
  for (const realm of realms) {
    const { pdfGuide } = realmRow(realm);
    if (pdfGuide === null) continue;
    const [committed, fresh] = ["templates", built].map((folder) => readFileSync(join(folder, "guides", pdfGuide)));
    expect(committed?.equals(fresh ?? Buffer.alloc(0)), pdfGuide).toBe(true);
  }
});
