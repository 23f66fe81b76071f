import { createHash } from "node:crypto";
import { fillPlaceholders, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { DatabaseError, Pool, QueryResultRow } from "pg";
import type { Database } from "./connect";
import { type Outcome, type Statement, Together } from "./together";

const dialect = new PgDialect();

/**
 * Runs a query whose plan each connection keeps: for what every request asks, planning would cost more than the answer.
 * @param name one for each text; the values alone may differ from call to call
 * @returns rows as the driver gives them: moments are Dates, not texts
 */
export function queryPrepared<Row extends QueryResultRow>(
  database: Database,
  name: string,
  query: SQL,
): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(query);
  return askPrepared<Row>(database, { name, text, values: params });
}

/** Like `queryPrepared`, the text made once: what changes from call to call stands in it as `sql.placeholder(name)`. */
export function prepared<Row extends QueryResultRow>(name: string, query: SQL) {
  let made: ReturnType<typeof dialect.sqlToQuery> | undefined;
  return (database: Database, values: Record<string, unknown>): Promise<Row[]> => {
    made ??= dialect.sqlToQuery(query);
    return askPrepared<Row>(database, { name, text: made.sql, values: fillPlaceholders(made.params, values) });
  };
}

/** Texts made as they are asked for, whose plans are kept: each connection's memory holds each of them. */
const mostTexts = 64;
const namesOfTexts = new Map<string, string>();

/**
 * Like `queryPrepared` for a query whose text depends on what is asked: the first texts that come keep their plans, whoever comes
 * after them is planned each time. What has few values belongs into such a text, what has many must not.
 */
export function queryOftenAsked<Row extends QueryResultRow>(database: Database, query: SQL): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(query);
  const name = nameOfText(text);
  if (name !== null) return askPrepared<Row>(database, { name, text, values: params });
  return database.$client.query<Row>(text, params).then(({ rows }) => rows);
}

function nameOfText(text: string): string | null {
  const known = namesOfTexts.get(text);
  if (known) return known;
  if (namesOfTexts.size >= mostTexts) return null;
  const name = `text-${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
  namesOfTexts.set(text, name);
  return name;
}

type Asked = { statement: Statement; resolve(rows: never): void; reject(error: unknown): void };

/** What was asked since the process last had a moment, by pool. */
const gathered = new WeakMap<Pool, Asked[]>();

/** Statements that one connection is given at a time; one after the other, each still small. */
const mostTogether = 4;

/**
 * Asks at once with whatever else is asked in the same moment, over one connection and in one message: a page's first questions
 * have small answers, and waking the database for each cost more than they did. One that fails harms none of the others. Decision 31.
 */
export function askPrepared<Row extends QueryResultRow>(
  { $client: pool }: Database,
  statement: Statement,
): Promise<Row[]> {
  return new Promise<Row[]>((resolve, reject) => {
    const waiting = gathered.get(pool);
    const asked = { statement, resolve, reject };
    if (waiting) {
      waiting.push(asked);
      return;
    }
    gathered.set(pool, [asked]);
    // After all that the present moment still sets going.
    process.nextTick(() => {
      const all = gathered.get(pool) ?? [];
      gathered.delete(pool);
      for (let start = 0; start < all.length; start += mostTogether) {
        const part = all.slice(start, start + mostTogether);
        void (part.length === 1 ? askEach(pool, part) : askTogether(pool, part));
      }
    });
  });
}

async function askEach(pool: Pool, asked: Asked[]): Promise<void> {
  for (const { statement, resolve, reject } of asked) {
    await pool.query(statement).then(({ rows }) => resolve(rows as never), reject);
  }
}

async function askTogether(pool: Pool, asked: Asked[]): Promise<void> {
  const statements = asked.map(({ statement }) => statement);
  try {
    const outcomes = await outcomesOf(pool, statements);
    for (const [index, { resolve, reject }] of asked.entries()) {
      const outcome = outcomes[index];
      if (outcome && "rows" in outcome) resolve(outcome.rows as never);
      else reject(outcome?.refused);
    }
  } catch (error) {
    // Nothing of any has happened, and only one of them is at fault: each is asked alone.
    if ((error as Partial<DatabaseError>).severity === "ERROR") await askEach(pool, asked);
    else for (const { reject } of asked) reject(error);
  }
}

/** @throws what failed all of them: a connection that broke, or the database's error, after which nothing of any has happened */
async function outcomesOf(pool: Pool, statements: Statement[]): Promise<Outcome[]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on("error", onError);
  try {
    const outcomes = await new Promise<Outcome[]>((resolve, reject) => {
      const done = (error: Error | null, outcomes: Outcome[]) => (error ? reject(error) : resolve(outcomes));
      client.query(new Together(statements, done) as never);
    });
    // The driver has taken the statement back whose values it could not send, and does not know it.
    for (const outcome of outcomes) if ("refused" in outcome) broken = outcome.refused;
    return outcomes;
  } catch (error) {
    // What this connection has understood of the statements is not known.
    broken ??= error as Error;
    throw error;
  } finally {
    client.off("error", onError);
    client.release(broken);
  }
}
