import { createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { unzipSync, zipSync } from "fflate";
import { type Locale, type Realm, realmRow, realms } from "~/realms/realm";
import { writeTemplate } from "~/services/.server/import/workbook/write-workbook";
import { templateColumns } from "~/services/contracts/import-columns";
import { writeGuide } from "./import-guides";

/** Builds templates/import/ and templates/guides/ from the column definitions: `npm run import-templates`. docs/product/shell.md#users. */

/** A fixed date, so that each build produces the same bytes. */
const createdAt = new Date(Date.UTC(2026, 0, 1));

export type Template = { file: string; realm: Realm; language: Locale };

/** One per file name: countries without their own template share the English one. */
export const templates: readonly Template[] = realms
  .map((realm): Template => {
    const { importTemplate, locale } = realmRow(realm);
    return { file: importTemplate, realm, language: locale };
  })
  .filter(({ file }, index, all) => all.findIndex((other) => other.file === file) === index);

export async function buildTemplates(folder: string): Promise<void> {
  mkdirSync(join(folder, "import"), { recursive: true });
  mkdirSync(join(folder, "guides"), { recursive: true });
  for (const { file, realm, language } of templates) {
    const out = new PassThrough();
    const [bytes] = await Promise.all([
      buffer(out),
      writeTemplate(out, { realm, language, columns: templateColumns(realm), createdAt }),
    ]);
    writeFileSync(join(folder, "import", file), zipSync(unzipSync(bytes), { mtime: createdAt }));
  }
  for (const realm of realms) {
    const { pdfGuide, locale } = realmRow(realm);
    if (pdfGuide === null) continue;
    const out = createWriteStream(join(folder, "guides", pdfGuide));
    await writeGuide(out, { realm, language: locale, createdAt });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildTemplates("templates");
