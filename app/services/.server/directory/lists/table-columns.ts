import { getTableColumns, type SQL, sql, type Table } from "drizzle-orm";

/** Every column of a table under its name in code, for hand-written statements. */
export function columnsOf(table: Table, alias: string, without: readonly string[] = []): SQL {
  const names = Object.entries(getTableColumns(table)).filter(([name]) => !without.includes(name));
  return sql.raw(names.map(([name, column]) => `${alias}.${column.name} as "${name}"`).join(", "));
}

/** The columns whose value differs from what is stored: a form sends all of them, changed or not. */
export function changedColumns<Columns extends object>(
  stored: Readonly<Record<string, unknown>>,
  columns: Columns,
): Partial<Columns> {
  const changed = Object.entries(columns).filter(([name, value]) => value !== undefined && value !== stored[name]);
  return Object.fromEntries(changed) as Partial<Columns>;
}
