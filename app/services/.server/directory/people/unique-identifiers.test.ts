import { getTableColumns, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";
import { testDatabase } from "#tests/support/database";
import { users } from "~/services/.server/directory/tables";
import { personFieldTable } from "~/services/contracts/person-field-table";
import { identifierColumns } from "./restorable";
import { isSameIdentifier, uniqueIdentifiers } from "./unique-identifiers";

it("every unique identifier has an index of its name that compares as the table of fields says", async () => {
  const { database } = await testDatabase();
  const { rows } = await database.execute<{ name: string; definition: string }>(sql`
    select indexname as name, indexdef as definition from pg_indexes where schemaname = 'directory' and tablename = 'users'`);
  const indexes = new Map(rows.map(({ name, definition }) => [name, definition]));
  const isFolded = (text: string) => text.includes("lower(");
  for (const { index, attribute, property } of uniqueIdentifiers) {
    const condition = new PgDialect().sqlToQuery(isSameIdentifier(property, sql`''`)).sql;
    const definition = indexes.get(index) ?? "";
    expect(definition).toMatch(/^CREATE UNIQUE INDEX/);
    const isFoldedField = personFieldTable[attribute].unique === "folded";
    expect([index, isFolded(definition), isFolded(condition)]).toEqual([index, isFoldedField, isFoldedField]);
  }
});

it("a restoration leaves out every unique identifier but the username, whose conflict it reports", () => {
  const columns = uniqueIdentifiers.map(({ property }) => getTableColumns(users)[property].name);
  expect(["username", ...identifierColumns].sort()).toEqual([...columns].sort());
});
