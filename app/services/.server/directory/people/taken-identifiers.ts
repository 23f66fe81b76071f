import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { conflictDetailOf } from "~/services/.server/directory/database-conflicts";
import type { PersonType } from "~/services/.server/directory/rules";
import { formMessages } from "~/services/contracts/form-messages";
import { conflict, type ErrorDetail, type ServiceError } from "~/services/contracts/service-error";
import { isUid } from "~/services/contracts/uid";
import { isSameIdentifier, type UniqueProperty, uniqueIdentifiers } from "./unique-identifiers";

/** Finds a person's names and identifiers that are taken by others. Deleted people do not count: their values can be reused. */

export type Identified = {
  /** null for a new person. */
  id: number | null;
  realm: Realm;
  type: PersonType;
  columns: Partial<Record<UniqueProperty | "externalId", string | null>>;
  /** Ids or uids of organisations that the person is being added to. External ids are unique within a tree. */
  organizations?: readonly (number | string)[];
};

/**
 * 409 with all taken values by attribute; null if there are none. The database reports only the first, which would require one submission
 * for each. docs/product/control-panel.md#validation.
 */
export async function conflictOf(database: Database | Transaction, person: Identified): Promise<ServiceError | null> {
  const { realm, type, columns } = person;
  const holders = uniqueIdentifiers.flatMap((identifier) => {
    const value = columns[identifier.property];
    if (!value) return [];
    return sql`select ${identifier.index} as index, u.type from directory.users u
      where u.realm = ${realm} and u.status <> 'deleted' and u.id is distinct from ${person.id}::int
        and ${isSameIdentifier(identifier.property, sql`${value}`)}`;
  });
  if (columns.externalId) holders.push(holdersOfExternalId(person, columns.externalId));
  if (holders.length === 0) return null;
  const { rows } = await database.execute<{ index: string; type: PersonType }>(sql.join(holders, sql` union all `));
  const details = rows.flatMap(({ index, type: holder }): ErrorDetail[] => {
    const meaning = conflictDetailOf(index);
    if (!meaning) return [];
    const isOtherType = meaning.attribute === "username" && holder !== type;
    return [isOtherType ? { ...meaning, reason: formMessages.otherType } : meaning];
  });
  return details[0] ? conflict(details[0].reason, details) : null;
}

/** Other people with the external id in the trees of the person's current and new organisations. */
function holdersOfExternalId({ id, realm, organizations = [] }: Identified, value: string): SQL {
  const ids = organizations.filter((each) => typeof each === "number");
  const uids = organizations.filter((each) => typeof each === "string").filter(isUid);
  return sql`select 'external_ids_of_tree' as index, u.type
    from directory.external_ids e join directory.users u on u.id = e.user_id
    where e.external_id = ${value} and e.user_id is distinct from ${id}::int and e.root_id in (
      select directory.root_of(o.id) from directory.organizations o
      where o.realm = ${realm} and (o.id = any (${sql.param(ids)}::int[]) or o.uid = any (${sql.param(uids)}::uuid[])
        or o.id in (select a.organization_id from directory.associations a where a.user_id = ${id}::int)))`;
}
