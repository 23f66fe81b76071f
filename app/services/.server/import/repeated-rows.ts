import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { RosterCells } from "./roster-row";

/**
 * Rows that an earlier import of the organisation left out as the second row of a person, and that are sent in again as they were, e.g. in the
 * rows to correct: the first row was imported, so these would change the person.
 */

type RowOfPerson = { place: number; uid: string; cells: RosterCells };

/** @returns the places of such rows */
export async function findRepeatedDuplicates(
  within: Database | Transaction,
  { importId, organizationId }: { importId: string; organizationId: number },
  rows: readonly RowOfPerson[],
): Promise<Set<number>> {
  if (rows.length === 0) return new Set();
  const { rows: duplicates } = await within.execute<{ uid: string; cells: RosterCells }>(sql`
    select first.person_uid as uid, r.cells from imports.rows first
    join imports.imports i on i.id = first.import_id and i.organization_id = ${organizationId} and i.id <> ${importId}
    join imports.rows r on r.import_id = first.import_id and r.duplicate_of = first.place and r.outcome = 'duplicate'
    where first.person_uid = any (${sql.param(rows.map(({ uid }) => uid))}::uuid[])`);
  const known = new Set(duplicates.map((each) => `${each.uid} ${textsOf(each.cells)}`));
  return new Set(rows.filter((row) => known.has(`${row.uid} ${textsOf(row.cells)}`)).map(({ place }) => place));
}

/** The texts of a row's filled cells, without passwords, which the rows to correct do not have. */
function textsOf(cells: RosterCells): string {
  const texts = Object.entries(cells).flatMap(([column, cell]) =>
    cell?.text && column !== "password" ? [[column, cell.text.trim()]] : [],
  );
  return JSON.stringify(texts.sort(([one = ""], [other = ""]) => one.localeCompare(other)));
}
