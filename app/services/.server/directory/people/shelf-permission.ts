import type { Databases } from "~/db/.server/connect";
import { regionOf } from "~/realms/realm";
import { accessOf } from "~/services/.server/directory/access";
import { mayDoToPerson } from "~/services/.server/directory/authorisation";
import type { Caller } from "~/services/.server/directory/caller";
import { isUid } from "~/services/contracts/uid";
import { findPerson } from "./people-store";

/** Permission check of the library: whether a caller may see a person's shelf. False for people who are unknown or outside the scope. */
export function createShelfPermission(databases: Databases): (caller: Caller, uid: string) => Promise<boolean> {
  return async (caller, uid) => {
    if (!caller.user) return false;
    if (caller.user.uid === uid) return true;
    if (!isUid(uid)) return false;
    const database = databases[regionOf(caller.realm)];
    const access = accessOf(caller);
    const person = await findPerson(database, caller.realm, uid, access.userId);
    return person !== null && mayDoToPerson(access, person, "ViewBookshelf");
  };
}
