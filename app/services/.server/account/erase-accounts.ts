import { and, eq, inArray } from "drizzle-orm";
import type { Databases } from "~/db/.server/connect";
import { type Realm, regionOf } from "~/realms/realm";
import { emailVerifications, passwordResets, registrations, settings } from "./tables";

/** Deletes settings, e-mail verifications, password reset links and registrations of people who are purged. */
export function eraseAccounts(databases: Databases): (realm: Realm, uids: string[]) => Promise<void> {
  return async (realm, uids) => {
    if (uids.length === 0) return;
    const database = databases[regionOf(realm)];
    for (const table of [settings, emailVerifications, passwordResets, registrations]) {
      await database.delete(table).where(and(eq(table.realm, realm), inArray(table.uid, uids)));
    }
  };
}
