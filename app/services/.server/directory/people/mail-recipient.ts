import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { isFamilySql } from "./families";

/** A person as the recipient of a mail. */
export type MailRecipientRow = {
  name: string;
  email: string | null;
  emailVerified: boolean;
  /** A family of the consumer market, which gets mails at the address it signed up with. */
  isFamily: boolean;
  isActive: boolean;
};

/** null for an unknown or erased person. */
export async function findMailRecipient(
  within: Database | Transaction,
  realm: Realm,
  uid: string,
): Promise<MailRecipientRow | null> {
  const { rows } = await within.execute<MailRecipientRow>(sql`
    select u.name, u.email, u.email_verified as "emailVerified", ${isFamilySql} as "isFamily",
      u.status = 'active' as "isActive"
    from directory.users u where u.realm = ${realm} and u.uid = ${uid}`);
  return rows[0] ?? null;
}
