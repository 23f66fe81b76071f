import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { seedPeople } from "#packages/demo/src/people";
import { startEmbeddedPostgres } from "#server/postgres/embedded-postgres";
import { migrationsFolder } from "#server/project-root";
import { writeOneRosterZip } from "#tests/support/oneroster-files";
import { largeSource, type SourceContent } from "#tests/support/roster-content";
import { closeDatabases, connectDatabases } from "~/db/.server/connect";
import { migrateDatabase, readMigrations } from "~/db/.server/migrate";
import type { SyncCount } from "~/services/contracts/sync";
import { bundledProgram } from "./bundled-program";
import type { Measure } from "./measure";

/**
 * Syncs of 100,000 people from an uploaded archive, each in a separate process: the first one, one without changes, and
 * one with 1,000 changes. docs/performance.md#sync.
 */

const runProgram = promisify(execFile);

/** Megabytes. Without a bound, V8 lets its heap grow with the memory of the machine, and the measure says nothing about what the work needs. */
const heapBound = 200;

type Run = {
  ms: number;
  megabytes: { above: number; whole: number };
  statements: number;
  state: string;
  problem: unknown;
  counts: Record<SyncCount, number>;
  written: number;
};

export async function benchSync(_stage: unknown, people = 100_000): Promise<Measure[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "fabel-sync-"));
  const postgres = await startEmbeddedPostgres({ folder, settings: { fsync: "off", shared_buffers: "256MB" } });
  try {
    const urls = { eu: await postgres.database("fabel_eu"), us: await postgres.database("fabel_us") };
    const content = largeSource(people);
    await prepareSchools(urls, content);
    const program = await bundledProgram("packages/bench/src/sync-steps.ts");
    const sync = async (name: string, source: SourceContent): Promise<Run> => {
      const file = path.join(folder, `${name}.zip`);
      await writeOneRosterZip(file, source, { version: "1.2" });
      const { stdout, stderr } = await runProgram(process.execPath, [
        `--max-old-space-size=${heapBound}`,
        program,
        urls.eu,
        file,
      ]);
      if (stderr) console.error(stderr);
      const run: Run = JSON.parse(stdout);
      console.log(`${name}: ${stdout.trim()}`);
      if (run.state !== "done") throw new Error(`the sync is ${run.state}: ${JSON.stringify(run.problem)}`);
      return run;
    };
    const first = await sync("first", content);
    if (first.written !== people) throw new Error(`${first.written} of ${people} people were written`);
    // Autovacuum does this within a minute or so of a first run; the next run usually follows a night later.
    await inDatabase(urls.eu, (client) => client.query("analyze"));
    const before = await fingerprint(urls.eu);
    const unchanged = await sync("unchanged", content);
    const isUntouched = (await fingerprint(urls.eu)) === before;
    const changes = people / 100;
    const changed = await sync("changed", withChanges(content, changes));
    if (changed.written !== changes) throw new Error(`${changed.written} of ${changes} changes were written`);
    return measuresOf({ people, changes, first, unchanged, changed, isUntouched });
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The demo users, and the source's schools below the organisation of admin.se, by their codes. */
async function prepareSchools(urls: { eu: string; us: string }, { schools }: SourceContent): Promise<void> {
  const migrations = await readMigrations(migrationsFolder);
  for (const url of [urls.eu, urls.us]) await migrateDatabase(url, migrations);
  const databases = connectDatabases(urls);
  await seedPeople(databases);
  await closeDatabases(databases);
  await inDatabase(urls.eu, (client) =>
    client.query(
      `insert into directory.organizations (realm, type, name, parent_id, school_unit_code)
       select 'se', 'school', w.name, (
         select a.organization_id from directory.associations a join directory.users u on u.id = a.user_id
         where u.realm = 'se' and u.username = 'admin.se' limit 1), w.code
       from unnest($1::text[], $2::text[]) w (name, code)`,
      [schools.map(({ name }) => name), schools.map(({ unitCode }) => unitCode)],
    ),
  );
}

/** Of a hundred changes, 70 new names, 20 changed classes, 5 new people, 5 who left. */
function withChanges(content: SourceContent, changes: number): SourceContent {
  const share = (percent: number) => (changes * percent) / 100;
  const [renamed, moved, gone] = [share(70), share(90), share(95)];
  const people = content.people.flatMap((person, index) => {
    // Consecutive indexes are in different schools.
    if (index < renamed) return [{ ...person, familyName: `${person.familyName} Ek` }];
    if (index < moved) return [{ ...person, classes: person.classes.slice(1) }];
    return index < gone ? [] : [person];
  });
  const newcomers = content.people.slice(0, changes - gone).map((person, index) => ({
    ...person,
    id: `newcomer-${index}`,
    givenName: `Ny${index}`,
    username: `ny.${index}@skola.example`,
    externalId: `N-${index}`,
    email: `ny.${index}@mail.example`,
  }));
  return { ...content, people: [...people, ...newcomers] };
}

/** Differs after any write to the directory, its audit or the sync's data about people. */
async function fingerprint(url: string): Promise<string> {
  return inDatabase(url, async (client) => {
    const tables = ["users", "associations", "memberships", "groups", "organizations", "audit"].map(
      (name) => `directory.${name}`,
    );
    const parts: string[] = [];
    for (const table of [...tables, "sync.people", "sync.groups", "imports.rows"]) {
      const { rows } = await client.query(
        `select count(*)::text || ' ' || coalesce(max(xmin::text::bigint), 0) as mark from ${table}`,
      );
      parts.push(`${table} ${rows[0].mark}`);
    }
    return parts.join("\n");
  });
}

async function inDatabase<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

type Runs = {
  people: number;
  changes: number;
  first: Run;
  unchanged: Run;
  changed: Run;
  isUntouched: boolean;
};

function measuresOf({ people, changes, first, unchanged, changed, isUntouched }: Runs): Measure[] {
  const instrument = `${people} people with their places in classes, an uploaded archive of OneRoster 1.2, a process each`;
  const memory = `${instrument}; most of the process above its start`;
  const thousands = people / 1000;
  return [
    {
      name: "sync: the first run, all new",
      unit: "ms",
      ours: first.ms,
      beside: [],
      instrument,
    },
    {
      name: "sync: nothing has changed",
      unit: "ms",
      ours: unchanged.ms,
      beside: [],
      goal: { value: 60_000, better: "lower" },
      instrument,
    },
    {
      name: "sync: memory where nothing has changed",
      unit: "MB",
      ours: unchanged.megabytes.above,
      beside: [],
      goal: { value: 300, better: "lower" },
      instrument: memory,
    },
    {
      name: "sync: rows written where nothing has changed",
      unit: "rows",
      ours: isUntouched ? 0 : people,
      beside: [],
      goal: { value: 0, better: "lower" },
      instrument: "the directory, its log, and what the sync knows of people: count and youngest row of each table",
    },
    {
      name: `sync: ${changes} changes, all statements for 1,000 people`,
      unit: "queries",
      ours: changed.statements / thousands,
      beside: [],
      goal: { value: 3, better: "lower" },
      instrument: "all that goes to the database from the start to the end, begin and commit among it",
    },
    {
      name: `sync: ${changes} changes`,
      unit: "ms",
      ours: changed.ms,
      beside: [],
      instrument,
    },
    {
      name: "sync: memory with changes",
      unit: "MB",
      ours: changed.megabytes.above,
      beside: [],
      goal: { value: 300, better: "lower" },
      instrument: memory,
    },
  ];
}
