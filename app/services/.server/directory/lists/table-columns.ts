import { getTableColumns, type SQL, sql, type Table } from "drizzle-orm";

/** Every column of a table under the name that it has in code, for statements that are written by hand. */
export function columnsOf(table: Table, alias: string, without: readonly string[] = []): SQL {
  const names = Object.entries(getTableColumns(table)).filter(([name]) => !without.includes(name));
  return sql.raw(names.map(([name, column]) => `${alias}.${column.name} as "${name}"`).join(", "));
}

/** Of the columns to write, those whose value is not what is stored: what a form sends whole is not all changed. */
export function changedColumns<Columns extends object>(
  stored: Readonly<Record<string, unknown>>,
  columns: Columns,
): Partial<Columns> {
  const changed = Object.entries(columns).filter(([name, value]) => value !== undefined && value !== stored[name]);
  return Object.fromEntries(changed) as Partial<Columns>;
}
