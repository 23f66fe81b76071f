import { getTableColumns, type SQL, sql, type Table } from "drizzle-orm";

/** Every column of a table under the name that it has in code, for statements that are written by hand. */
export function columnsOf(table: Table, alias: string, without: readonly string[] = []): SQL {
  const names = Object.entries(getTableColumns(table)).filter(([name]) => !without.includes(name));
  return sql.raw(names.map(([name, column]) => `${alias}.${column.name} as "${name}"`).join(", "));
}
