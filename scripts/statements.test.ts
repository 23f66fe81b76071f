import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { is, SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { type CodeStatements, readStatements } from "#tests/support/statements";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import { writeCursor } from "~/services/.server/directory/lists/list-page";
import { listOrganizations } from "~/services/.server/directory/lists/organizations-list";
import { listPeople } from "~/services/.server/directory/lists/people-list";
import type { PeopleQuery } from "~/services/.server/directory/lists/people-query";
import { listPlaces } from "~/services/.server/directory/lists/relations-list";
import { insertPeople, updatePeople } from "~/services/.server/directory/people/many-people";
import { conflictOf } from "~/services/.server/directory/people/taken-identifiers";
import { uniqueIdentifiers } from "~/services/.server/directory/people/unique-identifiers";
import { takenValues } from "~/services/.server/import/taken-values";
import { savedListsValue } from "~/services/.server/saved-lists/saved-lists-store";

/**
 * The SQL in the code fits the schema: PostgreSQL prepares every statement that the code can send, on the migrated database, which finds
 * renamed and removed tables, columns and functions without running anything. `tests/support/statements.ts` reads the statements.
 */

const root = fileURLToPath(new URL("..", import.meta.url));

/** Statements that cannot be read from the code, as `file: the part that is unknown`, and why that is right. */
const exceptions: Record<string, string> = {
  "app/db/.server/prepared.ts: statement": "the statements of its callers are read",
  "app/db/.server/migrate.ts: migration.sql": "the migrations make the schema",
  "app/services/.server/jobs/queue.ts: text": "pg-boss sends it",
  "app/services/.server/activity/activity-store.ts: sql.identifier(name)": "drops a partition found in the catalogue",
  'app/services/.server/directory/people/many-people.ts: sql.raw(names.join(", "))': "see `examples`",
  "app/services/.server/directory/people/many-people.ts: sql.raw(name)": "see `examples`",
  "app/services/.server/directory/people/taken-identifiers.ts: isSameIdentifier(identifier.property, sql`${value}`)":
    "see `examples`",
  "app/services/.server/directory/lists/list-builder.ts: query.beside": "see `examples`",
  "app/services/.server/import/taken-values.ts: isSameIdentifier(unique.property, sql`w.value`)": "see `examples`",
};

/** Commands that PREPARE does not take; they name nothing that a migration could rename. */
const commands = [
  /^(begin|commit|rollback)$/,
  /^fetch \d+ from people$/,
  /^create table if not exists public\.migrations/,
];

const everybody: PeopleQuery = {
  realm: "se",
  organization: null,
  callerId: 1,
  filters: {},
  sorts: [{ by: "id", order: "asc" }],
  page: { number: 1, size: 10, cursor: null },
  count: "capped",
};
const ofSchool: PeopleQuery = { ...everybody, organization: { id: 1, withBelow: true, activeOnly: true } };
const nobody = { realm: "se", isSuper: false, administers: [], worksBelow: [], memberOf: [] } as unknown as Access;
const pupil = { key: 1, type: "student", columns: { username: "pupil", name: "Pupil", shared: true } } as const;

const beside = savedListsValue({ realm: "se", uid: "0d8f2a4e-5b1c-4e7a-9f3d-6c2b1a0e9d8c" });
const taken = Object.fromEntries(uniqueIdentifiers.map(({ property }) => [property, "taken"]));

/** Calls that send what cannot be read from the code. What they send is recorded, not run. */
const examples: Array<(database: Database) => Promise<unknown>> = [
  (database) => insertPeople(asTransaction(database), "se", [pupil]),
  (database) => updatePeople(asTransaction(database), [{ key: 1, id: 1, version: 1, columns: pupil.columns }]),
  (database) => conflictOf(database, { id: 1, realm: "se", type: "student", columns: taken }),
  (database) => takenValues(database, "se", 1, [{ place: 1, personId: 1, columns: taken }]),
  (database) => listPeople(database, ofSchool),
  (database) => listPeople(database, { ...ofSchool, page: { ...everybody.page, cursor: writeCursor([17]) } }),
  (database) => listPlaces(database, everybody),
  (database) => listOrganizations(database, nobody, { ...everybody, filters: {}, grouping: null, beside }),
];

function asTransaction(database: Database): Transaction {
  return database as unknown as Transaction;
}

const dialect = new PgDialect();

/** Runs the examples. @returns the texts of the statements */
async function runExamples({ database }: TestDatabase): Promise<string[]> {
  const texts: string[] = [];
  const execute = async (statement: unknown) => {
    if (is(statement, SQL)) texts.push(dialect.sqlToQuery(statement).sql);
    return { rows: [] };
  };
  for (const example of examples) {
    await example(
      new Proxy(database, { get: (real, name) => (name === "execute" ? execute : Reflect.get(real, name)) }),
    );
  }
  return texts;
}

/** The seed of large directories makes tables of its own; the tests of long lists run it. */
const excluded = "app/db/.server/seed/large.ts";

const files = readdirSync(path.join(root, "app"), { recursive: true, encoding: "utf8" })
  .map((name) => `app/${name}`)
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && name !== excluded)
  .filter(
    (name) =>
      name.includes("/.server/") ||
      /drizzle-orm|from "pg"|\.execute\(/.test(readFileSync(path.join(root, name), "utf8")),
  );

let read: CodeStatements;
let exampleTexts: string[];
let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  read = readStatements(files);
  exampleTexts = await runExamples(database);
}, 600_000);

afterAll(() => client.end());

/** `place: error` of each statement that PostgreSQL does not prepare. @param word only of statements that contain it */
async function findMistakes(word = ""): Promise<string[]> {
  const mistakes = new Set<string>();
  const all = [...read.statements, { place: "an example", texts: exampleTexts }];
  for (const { place, texts } of all) {
    for (const text of texts) {
      const statement = text.trim().replace(/^declare \w+ no scroll cursor for/, "");
      if (!statement.includes(word) || commands.some((command) => command.test(statement))) continue;
      await client.query(`prepare one as ${statement}`).then(
        () => client.query("deallocate one"),
        ({ message, position }) => mistakes.add(`${place}: ${message}${near(`prepare one as ${statement}`, position)}`),
      );
    }
  }
  return [...mistakes];
}

function near(text: string, position: string | undefined): string {
  const at = Number(position ?? 0);
  return `, at "${text.slice(at - 1, at + 40).replace(/\s+/g, " ")}"`;
}

describe("the SQL in the code", () => {
  test("every statement is read from the code: for others, add an example or an exception with its reason to this file", () => {
    const unread = read.statements.flatMap(({ place, texts, unknown }) => {
      const parts = [...unknown].filter((each) => !(each.replace(/:\d+/, "") in exceptions));
      return texts.size === 0 && unknown.size === 0 ? [`${place}: no way leads to this statement`] : parts;
    });
    expect([...new Set(unread)]).toEqual([]);
    expect(read.statements.length).toBeGreaterThan(500);
  });

  test("every exception is needed", () => {
    const unknown = new Set(
      read.statements.flatMap((each) => [...each.unknown].map((part) => part.replace(/:\d+/, ""))),
    );
    expect(Object.keys(exceptions).filter((each) => !unknown.has(each))).toEqual([]);
  });

  test("every sql template is part of a statement: for others, add an example to this file, or delete them", () => {
    const isInExample = (parts: string[]) => exampleTexts.some((text) => containsInOrder(text, parts));
    const unused = read.unused.filter(({ parts }) => !isInExample(parts));
    expect(
      unused.map(({ place, parts }) => `${place}: ${parts.join("…").trim().replace(/\s+/g, " ").slice(0, 80)}`),
    ).toEqual([]);
  });

  test("PostgreSQL prepares every statement on the migrated schema", async () => {
    expect(await findMistakes()).toEqual([]);
  });

  test("a renamed column is reported with the places that name it", async () => {
    await database.administer("alter table auth.used_player_links rename column jti to token_id");
    const mistakes = await findMistakes("used_player_links");
    await database.administer("alter table auth.used_player_links rename column token_id to jti");
    expect(mistakes.map((each) => each.replace(/:\d+:/, ":line:"))).toEqual([
      'app/services/.server/auth/oauth/player-link.ts:line: column "jti" of relation "used_player_links" does not exist, at "jti, expires_at) values (($1), ($2), ($3)"',
    ]);
  });
});

function containsInOrder(text: string, parts: string[]): boolean {
  let at = 0;
  return parts.every((part) => {
    const found = text.indexOf(part, at);
    at = found + part.length;
    return found >= 0;
  });
}
