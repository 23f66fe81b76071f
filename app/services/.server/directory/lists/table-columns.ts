import { getTableColumns, type SQL, sql, type Table } from "drizzle-orm";

/** Selects all columns of a table under their names in code, for handwritten SQL. */
export function columnsOf(table: Table, alias: string, without: readonly string[] = []): SQL {
  const names = Object.entries(getTableColumns(table)).filter(([name]) => !without.includes(name));
  return sql.raw(names.map(([name, column]) => `${alias}.${column.name} as "${name}"`).join(", "));
}

/** The columns whose value differs from the stored one: forms send unchanged values too. */
export function changedColumns<Columns extends object>(
  stored: Readonly<Record<string, unknown>>,
  columns: Columns,
): Partial<Columns> {
  const changed = Object.entries(columns).filter(([name, value]) => value !== undefined && value !== stored[name]);
  return Object.fromEntries(changed) as Partial<Columns>;
}
