import type { Databases } from "~/db/.server/connect";
import { type Realm, type Region, regionOf, regions } from "~/realms/realm";
import { passwords } from "~/services/.server/auth/tables";
import { hashPassword } from "./password-hash";

const batch = 1000;

/** Sets one password, hashed once, for many people; only for demo people. */
export async function seedPasswords(
  databases: Databases,
  people: Array<{ realm: Realm; uid: string }>,
  password: string,
): Promise<void> {
  if (people.length === 0) return;
  const hash = await hashPassword(password);
  await Promise.all(regions.map((region) => seedRegion(region)));

  async function seedRegion(region: Region): Promise<void> {
    const own = people.filter((person) => regionOf(person.realm) === region);
    for (let start = 0; start < own.length; start += batch) {
      const rows = own.slice(start, start + batch).map(({ realm, uid }) => ({ realm, uid, hash }));
      await databases[region].insert(passwords).values(rows).onConflictDoNothing();
    }
  }
}
