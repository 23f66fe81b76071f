import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import type { PersonColumns } from "~/services/.server/directory/people/person-columns";
import {
  isSameIdentifier,
  type UniqueIdentifier,
  type UniqueProperty,
  uniqueIdentifiers,
} from "~/services/.server/directory/people/unique-identifiers";
import { formMessages } from "~/services/contracts/form-messages";
import type { ImportColumnId } from "~/services/contracts/import-columns";

/** Finds values of many rows that another person already has, with one statement. */

type Identifier = UniqueProperty | "externalId";
type Named = { name: Identifier; column: ImportColumnId; reason: string; unique: UniqueIdentifier | null };

const identifiers: readonly Named[] = [
  ...uniqueIdentifiers.map((unique) => ({
    ...{ name: unique.property, column: unique.attribute, reason: unique.reason, unique },
  })),
  { name: "externalId", column: "externalId", reason: formMessages.exists, unique: null },
];

type IdentifiedRow = { place: number; personId: number | null; columns: PersonColumns };
export type TakenValue = { place: number; column: ImportColumnId; reason: string };

/** Keys for comparison: rows with the same key have the same value. */
export function identifierKeys({ columns }: IdentifiedRow): { column: ImportColumnId; key: string }[] {
  return identifiers.flatMap(({ name, column }) => {
    const value = columns[name];
    return typeof value === "string" ? [{ column, key: `${name} ${value.toLowerCase()}` }] : [];
  });
}

export async function takenValues(
  database: Database | Transaction,
  realm: Realm,
  rootOf: number,
  rows: readonly IdentifiedRow[],
): Promise<TakenValue[]> {
  const wanted = identifiers.flatMap(({ name, unique }) => {
    const values = rows.flatMap(({ place, personId, columns }) => {
      const value = columns[name];
      return typeof value === "string" ? [{ place, personId, value }] : [];
    });
    if (values.length === 0) return [];
    const list = sql`unnest(${sql.param(values.map(({ place }) => place))}::int[],
      ${sql.param(values.map(({ personId }) => personId))}::int[], ${sql.param(values.map(({ value }) => value))}::text[])
      w (place, person, value)`;
    return unique === null
      ? sql`select ${name} as name, w.place from ${list} join directory.external_ids e on e.external_id = w.value
          and e.root_id = (select directory.root_of(${rootOf})) and e.user_id is distinct from w.person`
      : sql`select ${name} as name, w.place from ${list} join directory.users u on u.realm = ${realm}
          and u.status <> 'deleted' and ${isSameIdentifier(unique.property, sql`w.value`)} and u.id is distinct from w.person`;
  });
  if (wanted.length === 0) return [];
  const { rows: taken } = await database.execute<{ name: Identifier; place: number }>(
    sql.join(wanted, sql` union all `),
  );
  return taken.flatMap(({ name, place }) =>
    identifiers.filter((each) => each.name === name).map(({ column, reason }) => ({ place, column, reason })),
  );
}
