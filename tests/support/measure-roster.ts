import { readOneRosterZip } from "~/services/.server/sync/roster/oneroster/read-zip";
import { RosterSourceError } from "~/services/.server/sync/roster/roster";

/**
 * Reads one roster archive in a separate process and prints the result, in ms and MB above the start. CPU time, because
 * tests run in parallel.
 */
const path = process.argv[2] ?? "";
const before = process.resourceUsage().maxRSS;
const start = process.cpuUsage();
const startedAt = performance.now();
let outcome: unknown;
try {
  const roster = await readOneRosterZip(path, { signal: new AbortController().signal, now: () => new Date() });
  let people = 0;
  let places = 0;
  for await (const person of roster.people) {
    people += 1;
    places += person.groups.length;
  }
  outcome = { people, places, organizations: roster.organizations.length, notes: roster.notes };
  Object.assign(outcome as object, { refused: roster.refused?.rows ?? [] });
} catch (error) {
  if (!(error instanceof RosterSourceError)) throw error;
  outcome = { code: error.code, values: error.values };
}
const used = process.cpuUsage(start);
const ms = (used.user + used.system) / 1000;
const megabytes = (process.resourceUsage().maxRSS - before) / 1024;
console.log(JSON.stringify({ outcome, ms, elapsed: performance.now() - startedAt, megabytes }));
