import { and, eq, inArray } from "drizzle-orm";
import type { Databases, Transaction } from "~/db/.server/connect";
import { type Realm, regionOf } from "~/realms/realm";
import type { ReaderKey } from "~/services/.server/directory/people/reader-profile";
import { eraseClassNotes } from "./class-notes/erase-class-notes";
import { eraseLedReadings } from "./led/led-reading-store";
import { eraseReadingLog } from "./reading-log/reading-log-store";
import { annotations, bookmarkLists, lastMarks, ownBooks, savedWords, withheldBooks } from "./tables";

/** Tables whose rows belong to one reader. */
const tablesOfReaders = [lastMarks, bookmarkLists, annotations, savedWords, ownBooks, withheldBooks];

/** Deletes last marks, bookmarks, notes, also those for a class and shared ones, saved words, own shelves, withheld books, led readings and the reading log of erased people. */
export function eraseReaders(databases: Databases): (realm: Realm, uids: string[]) => Promise<void> {
  return async (realm, uids) => {
    if (uids.length === 0) return;
    for (const table of tablesOfReaders) {
      await databases[regionOf(realm)].delete(table).where(and(eq(table.realm, realm), inArray(table.uid, uids)));
    }
    await eraseClassNotes(databases[regionOf(realm)], realm, uids);
    await eraseLedReadings(databases[regionOf(realm)], realm, uids);
    await eraseReadingLog(databases[regionOf(realm)], realm, uids);
  };
}

/** Deletes the same data of one child profile of a family. */
export async function eraseProfileReader(
  within: Transaction,
  { realm, uid, profileId }: ReaderKey & { realm: Realm },
): Promise<void> {
  for (const table of tablesOfReaders) {
    await within.delete(table).where(and(eq(table.realm, realm), eq(table.uid, uid), eq(table.profileId, profileId)));
  }
  await eraseReadingLog(within, realm, [uid], profileId);
}
