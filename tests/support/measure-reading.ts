import { readSheets } from "~/services/.server/import/workbook/read-sheets";
import { WorkbookError } from "~/services/.server/import/workbook/workbook-error";

/**
 * Reads one workbook in a separate process and prints the result, in ms and MB above the start. CPU time, because tests
 * run in parallel.
 */
const path = process.argv[2] ?? "";
const megabytes = (kilobytes: number) => kilobytes / 1024;
const before = process.resourceUsage().maxRSS;
const start = process.cpuUsage();
let outcome: unknown = "read";
try {
  outcome = await readSheets(path, async () => true);
} catch (error) {
  if (!(error instanceof WorkbookError)) throw error;
  outcome = { code: error.code, place: error.place };
}
const used = process.cpuUsage(start);
const ms = (used.user + used.system) / 1000;
console.log(JSON.stringify({ outcome, ms, megabytes: megabytes(process.resourceUsage().maxRSS - before) }));
