import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import ExcelJS from "exceljs";
import { importColumns } from "~/services/contracts/import-columns";
import { bundledProgram } from "./bundled-program";
import type { Measure } from "./measure";
import { median } from "./measure";

/** Reading 100,000 rows of 12 columns compared with exceljs, each in a separate process. docs/performance.md#import. */

const run = promisify(execFile);
const people = 100_000;
const rounds = 3;

type Reading = { ms: number; megabytes: number; rows: number; hash: string };

export async function benchImportRead(): Promise<Measure[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "fabel-import-"));
  try {
    const file = path.join(folder, "people.xlsx");
    await writePeople(file);
    const program = await bundledProgram("packages/bench/src/import-readers.ts");
    const read = async (reader: string): Promise<Reading> =>
      JSON.parse((await run(process.execPath, [program, reader, file], { maxBuffer: 1024 * 1024 })).stdout);
    const ours: Reading[] = [];
    const theirs: Reading[] = [];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await read("ours"));
      theirs.push(await read("exceljs"));
    }
    const instrument = `${people} rows of 12 columns with å, ß, ñ and 中, a process each, median of ${rounds}`;
    const isEqual = ours.every(({ hash, rows }) => hash === theirs[0]?.hash && rows === people);
    return [
      {
        name: "import: reading a workbook",
        unit: "ms",
        ours: median(ours.map(({ ms }) => ms)),
        beside: [
          { name: "exceljs load", value: median(theirs.map(({ ms }) => ms)), goal: { ratio: 0.4, better: "lower" } },
        ],
        instrument,
      },
      {
        name: "import: memory while reading",
        unit: "MB",
        ours: median(ours.map(({ megabytes }) => megabytes)),
        beside: [
          {
            name: "exceljs load",
            value: median(theirs.map(({ megabytes }) => megabytes)),
            goal: { ratio: 0.35, better: "lower" },
          },
        ],
        instrument: `${instrument}; most of the process above its start`,
      },
      {
        name: "import: rows read as exceljs loads them",
        unit: "rows",
        ours: isEqual ? people : 0,
        beside: [],
        goal: { value: people, better: "higher" },
        instrument: "every cell of every row, by their digest",
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writePeople(file: string): Promise<void> {
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: file, useSharedStrings: true });
  const sheet = workbook.addWorksheet("People");
  const columns = importColumns.filter(({ inTemplate }) => inTemplate).slice(0, 12);
  sheet.addRow(columns.map(({ headings }) => headings.sv)).commit();
  for (let row = 0; row < people; row += 1) {
    const school = row % 40;
    const texts: Record<string, string> = {
      externalId: `E-${row}`,
      username: `åsa.ñandú.${row}`,
      firstName: ["Åsa", "Nuño", "Strauß", "中村"][row % 4] ?? "",
      lastName: `Ñandú-ß ${row % 5000} 中`,
      email: `asa.${row}@skola${school}.se`,
      role: "Elev",
      organization: `Skola ${school} å ß ñ 中`,
      organizationCode: `se-${school}`,
      groups: `${1 + (row % 9)}${"ABCD"[row % 4]}`,
      ageFilter: String(row % 21),
      password: `lösenord-ß-${row}`,
      eppn: `e.${row}@skola.se`,
    };
    sheet.addRow(columns.map(({ id }) => texts[id] ?? "")).commit();
  }
  sheet.commit();
  await workbook.commit();
}
