import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { createFamily } from "~/services/.server/directory/people/families";

/** Adds a family with its own subscription, without children. @returns its uid */
export async function addFamily(database: Database, email: string, realm: Realm = "se"): Promise<string> {
  const made = await createFamily(
    database,
    { realm, requestId: "test", ipAddress: null },
    { email, firstName: "Åsa", lastName: "Berg", setPassword: async () => undefined, note: async () => undefined },
  );
  if (!made) throw new Error(`${email} is taken`);
  return made.uid;
}

/** Adds a child to any account. @returns the profile's id */
export async function addChild(
  database: Database,
  ownerUid: string,
  name: string,
  realm: Realm = "se",
): Promise<string> {
  const { rows } = await database.execute<{ id: string }>(sql`
    insert into directory.family_profiles (realm, owner_uid, name, avatar)
    values (${realm}, ${ownerUid}::uuid, ${name}, 'fox') returning id`);
  if (!rows[0]) throw new Error("the new profile was not returned");
  return rows[0].id;
}
