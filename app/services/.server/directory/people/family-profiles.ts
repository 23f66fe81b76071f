import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { prepared } from "~/db/.server/prepared";
import type { Realm } from "~/realms/realm";
import { isFamily } from "./families";

/**
 * The children of a family that subscribes by itself, each a row of the family's account. Only the owner reaches them.
 * docs/product/choices.md#who-and-where.
 */

export type FamilyProfile = {
  id: string;
  name: string;
  /** Name of one of the product's own drawings. */
  avatar: string;
  /** Up to which age books are shown, in years; null for all. */
  ageLimit: number | null;
  /** Counts the changes, from 1. */
  version: number;
};

export type ProfileOwner = { realm: Realm; uid: string };

const columns = sql.raw(`p.id, p.name, p.avatar, p.age_limit as "ageLimit", p.version`);

const ofOwner = sql`directory.family_profiles p join directory.users u on u.uid = p.owner_uid
  where p.realm = ${sql.placeholder("realm")} and p.owner_uid = ${sql.placeholder("uid")}::uuid and ${isFamily}`;

const queryOwnProfile = prepared<FamilyProfile>(
  "own-profile",
  sql`select ${columns} from ${ofOwner} and p.id = ${sql.placeholder("id")}::uuid`,
);

/** null where the profile is somebody else's or there is none, and for an owner who is no family. */
export async function findOwnProfile(
  database: Database,
  { realm, uid }: ProfileOwner,
  id: string,
): Promise<FamilyProfile | null> {
  const [found] = await queryOwnProfile(database, { realm, uid, id });
  return found ?? null;
}
