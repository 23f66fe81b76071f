import { and, eq, inArray, or } from "drizzle-orm";
import type { Databases } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { type Realm, regionOf } from "~/realms/realm";
import {
  badges,
  deviceLinks,
  externalLinks,
  libraryCards,
  parentPins,
  passwords,
  pictureCodes,
  secondFactors,
  sessions,
  smsCodes,
} from "~/services/.server/auth/tables";

/** Deletes the sessions and credentials of purged people. The event log has its own retention period. */
export function createErasePeople(databases: Databases): (realm: Realm, uids: string[]) => Promise<void> {
  return async (realm, uids) => {
    if (uids.length === 0) return;
    await inTransaction(databases[regionOf(realm)], async (transaction) => {
      const tables = [
        ...[
          passwords,
          secondFactors,
          badges,
          pictureCodes,
          libraryCards,
          smsCodes,
          externalLinks,
          deviceLinks,
          parentPins,
        ],
      ];
      for (const table of tables) {
        await transaction.delete(table).where(and(eq(table.realm, realm), inArray(table.uid, uids)));
      }
      const theirs = or(inArray(sessions.uid, uids), inArray(sessions.actorUid, uids));
      await transaction.delete(sessions).where(and(eq(sessions.realm, realm), theirs));
    });
  };
}
