import { and, eq, inArray } from "drizzle-orm";
import type { Databases } from "~/db/.server/connect";
import { type Realm, regionOf } from "~/realms/realm";
import { emailVerifications, passwordResets, registrations, restorations, settings } from "./tables";

/**
 * Deletes settings, mailed links and registrations of people who are purged.
 * @param notify mails families that deleted their account themselves; each once, since what names the address is deleted first
 */
export function eraseAccounts(
  databases: Databases,
  notify: (realm: Realm, addresses: readonly string[]) => Promise<void>,
): (realm: Realm, uids: string[]) => Promise<void> {
  return async (realm, uids) => {
    if (uids.length === 0) return;
    const database = databases[regionOf(realm)];
    for (const table of [settings, emailVerifications, passwordResets, registrations]) {
      await database.delete(table).where(and(eq(table.realm, realm), inArray(table.uid, uids)));
    }
    const deleted = await database
      .delete(restorations)
      .where(and(eq(restorations.realm, realm), inArray(restorations.uid, uids)))
      .returning({ uid: restorations.uid, email: restorations.email, usedAt: restorations.usedAt });
    const unused = new Map(
      deleted.flatMap(({ uid, email, usedAt }) => (usedAt === null ? [[uid, email] as const] : [])),
    );
    await notify(realm, [...unused.values()]);
  };
}
