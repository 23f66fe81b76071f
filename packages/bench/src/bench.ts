import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { benchActivity } from "./bench-activity";
import { benchExport } from "./bench-export";
import { benchFirstPage, benchManyChapters, benchNotes } from "./bench-first-page";
import { benchHeap, benchLongHeap } from "./bench-heap";
import { benchHighlight, benchHighlightBesidePanel } from "./bench-highlight";
import { benchImportRead } from "./bench-import-read";
import { benchImportPasswords, benchImportWrite } from "./bench-import-write";
import { benchOfflineBook } from "./bench-offline-book";
import { benchPeopleList } from "./bench-people-list";
import { benchProcesses } from "./bench-processes";
import { benchReadingLog } from "./bench-reading-log";
import { benchRosterRead } from "./bench-roster-read";
import { benchSaves } from "./bench-saves";
import { benchGuard, benchPages, benchSignIn } from "./bench-server";
import { benchShelf } from "./bench-shelf";
import { type Stage, startStage } from "./bench-stage";
import { benchSync } from "./bench-sync";
import { benchTogether } from "./bench-together";
import { benchFixedTurns, benchTurns } from "./bench-turns";
import { benchVoice } from "./bench-voice";
import { benchWeight } from "./bench-weight";
import { benchWords } from "./bench-words";
import { formatMeasures, type Measure } from "./measure";

/** Benches by the name that `--only` takes. docs/performance.md; docs/product/choices.md#running. */
const benches: Record<string, (stage: Stage) => Promise<Measure[]>> = {
  "first-page": benchFirstPage,
  "many-chapters": benchManyChapters,
  notes: benchNotes,
  turns: benchTurns,
  "fixed-turns": benchFixedTurns,
  heap: benchHeap,
  "long-heap": benchLongHeap,
  highlight: benchHighlight,
  "highlight-beside-panel": benchHighlightBesidePanel,
  saves: benchSaves,
  together: benchTogether,
  voice: benchVoice,
  weight: benchWeight,
  words: benchWords,
  "reading-log": benchReadingLog,
  shelf: benchShelf,
  "offline-book": benchOfflineBook,
  "sign-in": benchSignIn,
  guard: benchGuard,
  pages: benchPages,
  processes: benchProcesses,
  "people-list": benchPeopleList,
  export: benchExport,
  "import-read": benchImportRead,
  "roster-read": benchRosterRead,
  sync: benchSync,
  activity: benchActivity,
  "import-write": benchImportWrite,
  "import-passwords": benchImportPasswords,
};

/** `npm run bench`: our values and the ones they are compared with, in one run; prints the table of ratios. */
async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: "string" }, only: { type: "string", multiple: true } },
  });
  const names = [...(values.only ?? []), ...positionals].flatMap((name) => name.split(","));
  const unknown = names.find((name) => !benches[name]);
  if (unknown) throw new Error(`There is no bench ${unknown}: it is one of ${Object.keys(benches).join(", ")}`);
  const chosen = names.length > 0 ? names : Object.keys(benches);
  const stage = await startStage();
  const measures: Measure[] = [];
  const broken: string[] = [];
  try {
    for (const name of chosen) {
      console.log(`${name} …`);
      try {
        const found = (await benches[name]?.(stage)) ?? [];
        measures.push(...found);
        console.log(formatMeasures(found));
      } catch (error) {
        broken.push(name);
        console.log(`${name} could not be measured: ${error instanceof Error ? error.message.split("\n")[0] : error}`);
      }
    }
  } finally {
    await stage.stop();
  }
  console.log(`\nNode ${process.version}, ${cpus().length} cores\n`);
  console.log(formatMeasures(measures));
  if (values.json) await writeFile(values.json, `${JSON.stringify(measures, null, 2)}\n`);
  return broken.length === 0;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
// All results are printed; the builder's threads and services would keep the process alive.
process.exit();
