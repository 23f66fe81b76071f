import { and, eq, inArray } from "drizzle-orm";
import type { Databases } from "../../../db/.server/connect";
import { type Realm, regionOf } from "../../../realms/realm";
import { lastMarks } from "./tables";

/** Removes where people who are purged had stopped reading. */
export function forgetReaders(databases: Databases): (realm: Realm, uids: string[]) => Promise<void> {
  return async (realm, uids) => {
    if (uids.length === 0) return;
    const theirs = and(eq(lastMarks.realm, realm), inArray(lastMarks.uid, uids));
    await databases[regionOf(realm)].delete(lastMarks).where(theirs);
  };
}
