import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { seedRealm } from "#packages/demo/src/people";
import { startEmbeddedPostgres } from "#server/postgres/embedded-postgres";
import { migrationsFolder } from "#server/project-root";
import { callerOf } from "#tests/support/callers";
import { connectDatabase, type Database } from "~/db/.server/connect";
import { migrateDatabase, readMigrations } from "~/db/.server/migrate";
import type { Caller } from "~/services/.server/directory/caller";
import { dispatch } from "~/services/.server/dispatch/dispatch";
import { createSubmissions } from "~/services/.server/submissions/submissions-service";
import type { Stage } from "./bench-stage";
import { type Measure, quantile } from "./measure";

/** 30 pupils save their drafts every 3 seconds, compared with a write without any checks. docs/performance.md#saves. */

const pupils = 30;
const every = 3_000;
const rounds = 12;
/** Warm-up rounds: connections parse and plan each statement once. */
const warmUp = 3;

const bookId = "a-book";
const exercises = Array.from({ length: 5 }, (_, index) => ({
  id: `question-${index}`,
  content: [{ type: "open-question", phrase: "What happens on this page, and why?" }],
}));

type Saver = { caller: Caller; id: string; version: number };

export async function benchSaves(_stage: Stage): Promise<Measure[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "fabel-saves-"));
  const postgres = await startEmbeddedPostgres({ folder });
  try {
    const url = await postgres.database("fabel_saves");
    await migrateDatabase(url, await readMigrations(migrationsFolder));
    const database = connectDatabase(url);
    try {
      return await measureSaves(database);
    } finally {
      await database.$client.end();
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureSaves(database: Database): Promise<Measure[]> {
  await seedRealm(database, "se");
  const service = createSubmissions({
    databases: { eu: database, us: database },
    bookTitleOf: async () => "A book",
  });
  const savers = await startClass(database, service);
  let statements = 0;
  const query = database.$client.query.bind(database.$client) as (...given: unknown[]) => unknown;
  Object.assign(database.$client, {
    query: (...given: unknown[]) => {
      statements += 1;
      return query(...given);
    },
  });

  const save = async (saver: Saver, round: number) => {
    const body = JSON.stringify({ status: "InProgress", answers: answersOf(round) });
    const input = { params: { id: saver.id }, headers: { "if-match": `"${saver.version}"` }, body };
    await dispatch(service, "updateSubmission", input, saver.caller);
    saver.version += 1;
  };
  const bare = (saver: Saver, round: number) =>
    database.$client.query({
      name: "bare-write",
      text: "update bare set answers = $1, version = version + 1, saved_at = now() where id = $2",
      values: [JSON.stringify(answersOf(round)), saver.id],
    });
  const times = { save: [] as number[], bare: [] as number[] };
  for (let round = -warmUp; round < rounds; round += 1) {
    // In turns, so that other load affects both alike.
    for (const [kind, write] of [
      ["bare", bare],
      ["save", save],
    ] as const) {
      if (kind === "save") statements = 0;
      await Promise.all(
        savers.map(async (saver, place) => {
          // Spreads the saves over time.
          await setTimeout((place * every) / pupils / 2);
          const start = performance.now();
          await write(saver, round + warmUp);
          if (round >= 0) times[kind].push(performance.now() - start);
        }),
      );
    }
  }
  const [ours, theirs] = [quantile(times.save, 0.95), quantile(times.bare, 0.95)];
  const instrument = "around the service's call, in the process";
  return [
    {
      name: "save of a draft, 30 pupils every 3 s, p95",
      unit: "ms",
      ours,
      beside: [{ name: "bare write", value: theirs, goal: { ratio: 2, better: "lower" } }],
      instrument,
    },
    {
      name: "save of a draft, p50",
      unit: "ms",
      ours: quantile(times.save, 0.5),
      beside: [{ name: "bare write", value: quantile(times.bare, 0.5) }],
      instrument,
    },
    {
      name: "statements a save",
      unit: "queries",
      ours: statements / pupils,
      beside: [],
      goal: { value: 1, better: "lower" },
      instrument: "calls of the pool",
    },
  ];
}

const answersOf = (round: number) =>
  Object.fromEntries(
    exercises.map(({ id }) => [
      id,
      {
        "0": {
          type: "OpenEndedQuestionAnswer",
          value: `${"The clock stops and nobody knows why. ".repeat(8)}${round}`,
        },
      },
    ]),
  );

/** Thirty pupils of one class with an assignment in progress, and a bare row for each without constraints besides its id. */
async function startClass(database: Database, service: ReturnType<typeof createSubmissions>): Promise<Saver[]> {
  await database.execute(sql`
    insert into library.books (id, version, checksum, title, shelf, manifest) values (${bookId}, '1', 'none', 'A book', '{}', '{}')`);
  await database.execute(sql`insert into library.catalogue (realm, book_id) values ('se', ${bookId})`);
  const { rows: groups } = await database.execute<{ uid: string }>(sql`
    with class as (select g.id, g.uid from directory.groups g join directory.memberships m on m.group_id = g.id
      join directory.users u on u.id = m.user_id where u.username = 'student.se' limit 1),
    joined as (insert into directory.memberships (user_id, group_id, realm)
      select u.id, class.id, 'se' from directory.users u, class where u.type = 'student' and u.realm = 'se' and not u.shared
        and u.status = 'active' order by u.id limit 60 on conflict do nothing)
    select uid from class`);
  const assignment = {
    ...{ type: "Assignment", title: "Under way", description: "", exercises, bookId, chapter: null, dueOn: null },
    ...{ shared: false, groupId: groups[0]?.uid, pupils: null },
  };
  await dispatch(service, "createAssignment", { body: assignment }, await callerOf(database, "teacher.se"));
  const { rows } = await database.execute<{ id: string; username: string }>(sql`
    select s.id, u.username from submissions.submissions s join directory.users u on u.uid = s.uid order by u.id limit ${pupils}`);
  if (rows.length < pupils) throw new Error(`Only ${rows.length} pupils have the assignment`);
  await database.execute(
    sql`create table bare (id uuid primary key, answers jsonb, version integer default 0, saved_at timestamptz)`,
  );
  await database.execute(sql`insert into bare (id, answers) select id, answers from submissions.submissions`);
  return Promise.all(
    rows.map(async ({ id, username }) => ({
      id,
      version: 0,
      caller: await callerOf(database, username, { realm: "se" }),
    })),
  );
}
