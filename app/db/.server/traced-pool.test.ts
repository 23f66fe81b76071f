import { context, ROOT_CONTEXT, SpanStatusCode, trace } from "@opentelemetry/api";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database";
import { recordSpans, spanTrees } from "#tests/support/recorded-spans";
import { connectDatabase } from "./connect";
import { inTransaction } from "./transaction";

const recorded = recordSpans();
const { url } = await testDatabase();
const database = connectDatabase(url, { max: 1 });
afterAll(async () => {
  await database.$client.end();
  await recorded.stop();
});

async function within(name: string, work: () => Promise<unknown>): Promise<void> {
  const span = trace.getTracer("test").startSpan(name, { root: true });
  await context.with(trace.setSpan(ROOT_CONTEXT, span), async () => await work()).finally(() => span.end());
}

const childrenOf = async () =>
  Object.fromEntries(
    spanTrees(await recorded.take()).map(({ name, children }) => [name, children.map((child) => child.name)]),
  );

test("requests that wait for one connection have their own statements, and those outside a trace none", async () => {
  const one = (name: string) =>
    within(name, async () => {
      await database.$client.query(`select '${name}' as first from directory.users`);
      await inTransaction(database, (transaction) => transaction.execute(sql`delete from directory.users where false`));
    });
  await Promise.all([one("a"), one("b"), one("c"), database.execute(sql`select 1`)]);
  const statements = ["SELECT directory.users", "BEGIN", "DELETE directory.users", "COMMIT"];
  expect(await childrenOf()).toEqual({ a: statements, b: statements, c: statements });
});

test("a statement has its text without values", async () => {
  await within("request", () => database.execute(sql`select ${"Elsa"}::text, 'Wallin' from directory.users limit 1`));
  const [tree] = spanTrees(await recorded.take());
  const { hostname, pathname, port, searchParams } = new URL(url);
  expect(tree?.children[0]?.span.attributes).toEqual({
    "db.system.name": "postgresql",
    "db.namespace": pathname.slice(1),
    "db.operation.name": "SELECT",
    "db.query.summary": "SELECT directory.users",
    "db.query.text": "select $1::text, ? from directory.users limit ?",
    "server.address": searchParams.get("host") ?? hostname,
    "server.port": Number(port || 5432),
  });
});

test("a statement that fails has the database's code, but not its message", async () => {
  const failing = sql`insert into directory.users (uid) values (${"Elsa"})`;
  await within("request", () => database.execute(failing)).catch(() => undefined);
  await within("text", () => database.$client.query("select nothing from nowhere")).catch(() => undefined);
  const failed = spanTrees(await recorded.take()).map(({ children }) => children[0]?.span);
  expect(failed.map((span) => span?.attributes["error.type"])).toEqual(["22P02", "42P01"]);
  for (const span of failed) {
    expect(span?.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(span?.events).toEqual([]);
  }
});
