import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { hiddenNoteSets, noteSets, sharedNotes } from "~/services/.server/library/tables";

/** Deletes the sets that erased people have written for classes, the notes that they shared, and their choices. */
export async function eraseClassNotes(database: Database, realm: Realm, uids: string[]): Promise<void> {
  await database.delete(noteSets).where(and(eq(noteSets.realm, realm), inArray(noteSets.authorUid, uids)));
  for (const table of [sharedNotes, hiddenNoteSets]) {
    await database.delete(table).where(and(eq(table.realm, realm), inArray(table.uid, uids)));
  }
}
