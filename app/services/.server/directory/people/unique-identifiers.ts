import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { users } from "~/services/.server/directory/tables";
import { formMessages } from "~/services/contracts/form-messages";
import { type AttributesWith, attributesWhere, personFieldTable } from "~/services/contracts/person-field-table";

/**
 * The names and identifiers that no two people of a country may have, deleted ones excepted. Each has the unique index `users_{column}`,
 * whose expression the comparison matches.
 */

type UniqueAttribute = AttributesWith<"unique", "exact" | "folded">;
export type UniqueProperty = (typeof personFieldTable)[UniqueAttribute]["column"];

export type UniqueIdentifier = {
  attribute: UniqueAttribute;
  property: UniqueProperty;
  index: string;
  /** The message where another person has the value. */
  reason: string;
};

const reasons: Partial<Record<UniqueAttribute, string>> = {
  username: formMessages.usernameExists,
  bankid: formMessages.bankidExists,
  sms: formMessages.smsExists,
};

/** In the order of the form. */
export const uniqueIdentifiers: readonly UniqueIdentifier[] = attributesWhere<UniqueAttribute>(
  ({ unique }) => unique !== null,
).map((attribute) => {
  const { column: property } = personFieldTable[attribute];
  const reason = reasons[attribute] ?? formMessages.exists;
  return {
    attribute,
    property,
    index: `users_${getTableColumns(users)[property].name}`,
    reason,
  };
});

/** Each condition on `directory.users u` matches the expression of its unique index. */
const conditions: Record<UniqueProperty, (value: SQL) => SQL> = {
  username: (value) => sql`lower(u.username) = lower(${value})`,
  eppn: (value) => sql`lower(u.eppn) = lower(${value})`,
  gsuiteId: (value) => sql`u.gsuite_id = ${value}`,
  gsuiteEmail: (value) => sql`lower(u.gsuite_email) = lower(${value})`,
  office365: (value) => sql`lower(u.office365) = lower(${value})`,
  bankid: (value) => sql`u.bankid = ${value}`,
  sms: (value) => sql`u.sms = ${value}`,
};

/** Whether the identifier of `directory.users u` is the value. */
export function isSameIdentifier(property: UniqueProperty, value: SQL): SQL {
  return conditions[property](value);
}
