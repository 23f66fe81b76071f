import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { writeOneRosterZip } from "#tests/support/oneroster-files";
import { largeSource } from "#tests/support/roster-content";
import { bundledProgram } from "./bundled-program";
import type { Measure } from "./measure";
import { median } from "./measure";

/** Reading 100,000 people with their class memberships from a OneRoster archive, in a separate process. docs/performance.md#sync. */

const run = promisify(execFile);
const people = 100_000;
const rounds = 3;

type Reading = { outcome: { people: number; places: number }; ms: number; elapsed: number; megabytes: number };

export async function benchRosterRead(): Promise<Measure[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "fabel-roster-"));
  try {
    const file = path.join(folder, "export.zip");
    const content = largeSource(people);
    const places = content.people.reduce((sum, { classes }) => sum + classes.length, 0);
    await writeOneRosterZip(file, content, { version: "1.2" });
    const program = await bundledProgram("tests/support/measure-roster.ts");
    const readings: Reading[] = [];
    for (let round = 0; round < rounds; round += 1) {
      readings.push(JSON.parse((await run(process.execPath, [program, file])).stdout));
    }
    const isWhole = readings.every(({ outcome }) => outcome.people === people && outcome.places === places);
    const instrument = `${people} people, ${places} places in classes, OneRoster 1.2, a process each, median of ${rounds}`;
    return [
      {
        name: "sync: reading an archive",
        unit: "ms",
        ours: median(readings.map(({ elapsed }) => elapsed)),
        beside: [],
        goal: { value: 20_000, better: "lower" },
        instrument,
      },
      {
        name: "sync: memory while reading",
        unit: "MB",
        ours: median(readings.map(({ megabytes }) => megabytes)),
        beside: [],
        goal: { value: 300, better: "lower" },
        instrument: `${instrument}; most of the process above its start`,
      },
      {
        name: "sync: people read with all their places",
        unit: "rows",
        ours: isWhole ? people : 0,
        beside: [],
        goal: { value: people, better: "higher" },
        instrument: "counted",
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
