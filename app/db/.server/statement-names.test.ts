import { expect, test } from "vitest";
import { statementNames, withoutLiterals } from "./statement-names";

test.each([
  ['select "id" from "directory"."people" where "uid" = $1', "SELECT directory.people"],
  ["  insert into jobs.jobs (id) values ($1)", "INSERT jobs.jobs"],
  ['update "people" set "name" = $1', "UPDATE people"],
  ["with scope as (select 1) select * from scope", "WITH scope"],
  ["delete from only sessions", "DELETE sessions"],
  ["begin read only", "BEGIN"],
  ["/* people: direct from here */\n  with a as (select 1 from directory.users) select 1", "WITH directory.users"],
  ["(select 1 from (values (1)) v join people on true)", "SELECT people"],
  ["vacuum", "OTHER"],
])("%s is named %s", (text, summary) => {
  expect(statementNames(text)).toEqual({ operation: summary.split(" ")[0], summary });
});

test("literals are removed, placeholders and names with digits stay", () => {
  const text = `select t1.a, "v2" from t1 where name = 'Elsa ''E'' Wallin' and age > 12 and id = $12 limit 5.5`;
  expect(withoutLiterals(text)).toBe('select t1.a, "v2" from t1 where name = ? and age > ? and id = $12 limit ?');
});
