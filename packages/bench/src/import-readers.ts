import { createHash } from "node:crypto";
import ExcelJS from "exceljs";
import { readWorkbook } from "~/services/.server/import/workbook/read-workbook";
import { importColumns } from "~/services/contracts/import-columns";

/** Reads one workbook with one of the readers in a separate process, and prints its cost: `node import-readers.mjs ours FILE`. */
const [reader, path = ""] = process.argv.slice(2);
const hash = createHash("sha256");
let rows = 0;

function take(texts: readonly string[]): void {
  rows += 1;
  hash.update(texts.join("\u0000")).update("\n");
}

/** Columns in the order of the file. */
const ids = importColumns.filter(({ inTemplate }) => inTemplate).map(({ id }) => id);

async function byUs(): Promise<void> {
  await readWorkbook(path, {
    onRows: async (batch) => {
      for (const { cells } of batch) take(ids.slice(0, 12).map((id) => cells[id]?.text ?? ""));
    },
  });
}

async function byExceljs(): Promise<void> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(path);
  workbook.worksheets[0]?.eachRow((row, number) => {
    if (number > 1) take(Array.from({ length: 12 }, (_, column) => row.getCell(column + 1).text));
  });
}

const before = process.resourceUsage().maxRSS;
const start = performance.now();
await (reader === "ours" ? byUs() : byExceljs());
const ms = performance.now() - start;
const megabytes = (process.resourceUsage().maxRSS - before) / 1024;
console.log(JSON.stringify({ ms, megabytes, rows, hash: hash.digest("hex") }));
