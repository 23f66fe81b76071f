import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import type { PersonColumns } from "~/services/.server/directory/people/person-columns";
import { formMessages } from "~/services/contracts/form-messages";
import type { ImportColumnId } from "~/services/contracts/import-columns";

/** Finds values of many rows that another person already has, with one statement. */

const folded = (column: string) => sql`lower(u.${sql.raw(column)}) = lower(w.value)`;
const exactly = (column: string) => sql`u.${sql.raw(column)} = w.value`;

/** Each condition matches the expression of its unique index. */
const identifiers = {
  username: { column: "username", equals: folded("username"), reason: formMessages.usernameExists },
  eppn: { column: "eppn", equals: folded("eppn"), reason: formMessages.exists },
  gsuiteId: { column: "gsuiteid", equals: exactly("gsuite_id"), reason: formMessages.exists },
  gsuiteEmail: { column: "gsuiteemail", equals: folded("gsuite_email"), reason: formMessages.exists },
  office365: { column: "office365", equals: folded("office365"), reason: formMessages.exists },
  bankid: { column: "bankid", equals: exactly("bankid"), reason: formMessages.bankidExists },
  sms: { column: "sms", equals: exactly("sms"), reason: formMessages.smsExists },
} as const satisfies Partial<Record<keyof PersonColumns, { column: ImportColumnId; equals: SQL; reason: string }>>;
const names = [...(Object.keys(identifiers) as (keyof typeof identifiers)[]), "externalId"] as const;
type Identifier = (typeof names)[number];

type IdentifiedRow = { place: number; personId: number | null; columns: PersonColumns };
export type TakenValue = { place: number; column: ImportColumnId; reason: string };

/** Keys for comparison: rows with the same key have the same value. */
export function identifierKeys({ columns }: IdentifiedRow): { column: ImportColumnId; key: string }[] {
  return names.flatMap((name) => {
    const value = columns[name];
    return typeof value === "string" ? [{ column: columnOf(name), key: `${name} ${value.toLowerCase()}` }] : [];
  });
}

export async function takenValues(
  database: Database | Transaction,
  realm: Realm,
  rootOf: number,
  rows: readonly IdentifiedRow[],
): Promise<TakenValue[]> {
  const wanted = names.flatMap((name) => {
    const values = rows.flatMap(({ place, personId, columns }) => {
      const value = columns[name];
      return typeof value === "string" ? [{ place, personId, value }] : [];
    });
    if (values.length === 0) return [];
    const list = sql`unnest(${sql.param(values.map(({ place }) => place))}::int[],
      ${sql.param(values.map(({ personId }) => personId))}::int[], ${sql.param(values.map(({ value }) => value))}::text[])
      w (place, person, value)`;
    return name === "externalId"
      ? sql`select ${name} as name, w.place from ${list} join directory.external_ids e on e.external_id = w.value
          and e.root_id = (select directory.root_of(${rootOf})) and e.user_id is distinct from w.person`
      : sql`select ${name} as name, w.place from ${list} join directory.users u on u.realm = ${realm}
          and u.status <> 'deleted' and ${identifiers[name].equals} and u.id is distinct from w.person`;
  });
  if (wanted.length === 0) return [];
  const { rows: taken } = await database.execute<{ name: Identifier; place: number }>(
    sql.join(wanted, sql` union all `),
  );
  return taken.map(({ name, place }) => ({
    place,
    column: columnOf(name),
    reason: name === "externalId" ? formMessages.exists : identifiers[name].reason,
  }));
}

function columnOf(name: Identifier): ImportColumnId {
  return name === "externalId" ? "externalId" : identifiers[name].column;
}
