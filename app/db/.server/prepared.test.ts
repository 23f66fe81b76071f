import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#tests/support/database";
import { connectDatabase, type Database } from "./connect";
import { askPrepared, prepared } from "./prepared";

let database: Database;
let url: string;

beforeAll(async () => {
  ({ database, url } = await testDatabase());
});

const same = { name: "same", text: "select $1::text as given, pg_backend_pid() as process" };
const ask = (given: string) => askPrepared<{ given: string; process: number }>(database, { ...same, values: [given] });

describe("what is asked in the same moment", () => {
  it("goes over one connection, four questions at a time, and each asker has their own answer", async () => {
    const letters = [..."abcdefghijkl"];
    const answers = (await Promise.all(letters.map(ask))).flat();
    expect(answers.map(({ given }) => given)).toEqual(letters);
    const processes = answers.map((answer) => answer.process);
    expect([0, 4, 8].map((start) => new Set(processes.slice(start, start + 4)).size)).toEqual([1, 1, 1]);
    expect(new Set(processes).size).toBe(3);
  });

  it("does not suffer from a question that fails", async () => {
    const write = prepared(
      "prepared-test-write",
      sql`
      insert into prepared_test (id) values (${sql.placeholder("id")}::int) returning id`,
    );
    await database.execute(sql`create table prepared_test (id int primary key)`);
    const asked = [1, 1, 2, "none"].map((id) => write(database, { id }));
    const outcomes = (await Promise.allSettled(asked)).map(({ status }) => status);
    expect(outcomes).toEqual(["fulfilled", "rejected", "fulfilled", "rejected"]);
    const { rows } = await database.execute(sql`select id from prepared_test order by id`);
    expect(rows).toEqual([{ id: 1 }, { id: 2 }]);
    expect(await ask("after")).toMatchObject([{ given: "after" }]);
  });

  it("fails as a whole where the connection breaks, and the next one is sound", async () => {
    const own = connectDatabase(url, { max: 1 });
    const end = { name: "end", text: "select pg_terminate_backend(pg_backend_pid())", values: [] };
    const asked = [askPrepared(own, end), askPrepared(own, { ...same, values: ["behind it"] })];
    const outcomes = (await Promise.allSettled(asked)).map(({ status }) => status);
    expect(outcomes).toEqual(["rejected", "rejected"]);
    expect(await askPrepared(own, { ...same, values: ["again"] })).toMatchObject([{ given: "again" }]);
    await own.$client.end();
  });

  it("does not suffer from values that cannot be sent, nor does whoever asks the same next", async () => {
    const own = connectDatabase(url, { max: 1 });
    const endless: Record<string, unknown> = {};
    endless.self = endless;
    const asked = ["a", endless, "b"].map((given) => askPrepared(own, { ...same, values: [given] }));
    const outcomes = (await Promise.allSettled(asked)).map(({ status }) => status);
    expect(outcomes).toEqual(["fulfilled", "rejected", "fulfilled"]);
    const again = ["c", "d"].map((given) => askPrepared(own, { ...same, values: [given] }));
    expect((await Promise.all(again)).flat()).toMatchObject([{ given: "c" }, { given: "d" }]);
    await own.$client.end();
  });

  it("fails where no connection can be had", async () => {
    const nowhere = connectDatabase("postgres://nobody@127.0.0.1:1/none");
    await expect(askPrepared(nowhere, { ...same, values: ["a"] })).rejects.toThrow();
    await nowhere.$client.end();
  });
});

it("a prepared text takes its values by name, call by call", async () => {
  const add = prepared<{ sum: number }>(
    "prepared-test-sum",
    sql`select ${sql.placeholder("one")}::int + ${sql.placeholder("two")}::int + ${1}::int as sum`,
  );
  const sums = await Promise.all([add(database, { one: 1, two: 2 }), add(database, { two: 40, one: 1 })]);
  expect(sums).toEqual([[{ sum: 4 }], [{ sum: 42 }]]);
});
