import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { prepared } from "~/db/.server/prepared";
import { inTransaction } from "~/db/.server/transaction";
import type { Realm } from "~/realms/realm";
import {
  type FamilyProfile,
  maxProfiles,
  type ProfileValues,
  profileLimitReason,
} from "~/services/contracts/family-profiles";
import { formMessages } from "~/services/contracts/form-messages";
import { conflict, notFound, staleVersion } from "~/services/contracts/service-error";
import { isFamilySql } from "./families";

/**
 * Children of a family with its own subscription, as rows of the family's account. Only the owner has access.
 * docs/product/choices.md#who-and-where.
 */

export type { FamilyProfile } from "~/services/contracts/family-profiles";

export type ProfileOwner = { realm: Realm; uid: string };

const columns = sql.raw(`p.id, p.name, p.avatar, p.age_limit as "ageLimit",
  case when p.words_enabled then 'on' else 'off' end as words, p.version`);

const ofOwner = sql`directory.family_profiles p join directory.users u on u.uid = p.owner_uid
  where p.realm = ${sql.placeholder("realm")} and p.owner_uid = ${sql.placeholder("uid")}::uuid and ${isFamilySql}`;

const queryOwnProfile = prepared<FamilyProfile>(
  "own-profile",
  sql`select ${columns} from ${ofOwner} and p.id = ${sql.placeholder("id")}::uuid`,
);

/** null if the profile does not exist or belongs to another owner, and if the owner is not a family. */
export async function findOwnProfile(
  database: Database,
  { realm, uid }: ProfileOwner,
  id: string,
): Promise<FamilyProfile | null> {
  const [row] = await queryOwnProfile(database, { realm, uid, id });
  return row ?? null;
}

const queryOwnProfiles = prepared<FamilyProfile>(
  "own-profiles",
  sql`select ${columns} from ${ofOwner} order by p.created_at, p.id`,
);

/** The children of a family in creation order; empty if the owner is not a family. */
export function listOwnProfiles(database: Database, { realm, uid }: ProfileOwner): Promise<FamilyProfile[]> {
  return queryOwnProfiles(database, { realm, uid });
}

/** An advisory lock serialises one family's writes, so that two of them cannot take the same name or both add the last allowed child. */
async function lockProfiles(within: Transaction, { realm, uid }: ProfileOwner): Promise<FamilyProfile[]> {
  const lock = `directory.family_profiles ${realm} ${uid}`;
  await within.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
  const { rows } = await within.execute<FamilyProfile>(sql`
    select ${columns} from directory.family_profiles p where p.realm = ${realm} and p.owner_uid = ${uid}::uuid`);
  return rows;
}

function requireFreeName(others: readonly FamilyProfile[], name: string): void {
  if (!others.some((other) => other.name.toLowerCase() === name.toLowerCase())) return;
  throw conflict(formMessages.nameExists, [{ attribute: "name", reason: formMessages.nameExists }]);
}

/** @throws ServiceError 409 if another child of the family has the name (case-insensitive), and above `maxProfiles` */
export async function createProfile(
  database: Database,
  owner: ProfileOwner,
  { name, avatar, ageLimit, words }: ProfileValues,
): Promise<FamilyProfile> {
  return inTransaction(database, async (transaction) => {
    const others = await lockProfiles(transaction, owner);
    requireFreeName(others, name);
    if (others.length >= maxProfiles) {
      throw conflict(profileLimitReason, [{ attribute: "name", reason: profileLimitReason }]);
    }
    const { rows } = await transaction.execute<FamilyProfile>(sql`
      insert into directory.family_profiles as p (realm, owner_uid, name, avatar, age_limit, words_enabled)
      values (${owner.realm}, ${owner.uid}::uuid, ${name}, ${avatar}, ${ageLimit}, ${words !== "off"}) returning ${columns}`);
    if (!rows[0]) throw new Error("the new profile was not returned");
    return rows[0];
  });
}

/** @throws ServiceError 404, 409 if another child has the name, 412 if `version` is not the stored one */
export async function changeProfile(
  database: Database,
  owner: ProfileOwner,
  { id, version }: Pick<FamilyProfile, "id" | "version">,
  { name, avatar, ageLimit, words }: ProfileValues,
): Promise<FamilyProfile> {
  return inTransaction(database, async (transaction) => {
    const all = await lockProfiles(transaction, owner);
    const stored = all.find((profile) => profile.id === id);
    if (!stored) throw notFound("There is no such profile");
    if (stored.version !== version) throw staleVersion();
    requireFreeName(
      all.filter((profile) => profile !== stored),
      name,
    );
    const { rows } = await transaction.execute<FamilyProfile>(sql`
      update directory.family_profiles p set name = ${name}, avatar = ${avatar}, age_limit = ${ageLimit},
        words_enabled = ${(words ?? stored.words) === "on"}, version = version + 1
      where p.id = ${id}::uuid returning ${columns}`);
    if (!rows[0]) throw new Error("the changed profile was not returned");
    return rows[0];
  });
}

/**
 * Deletes a child and its data in one transaction.
 * @param erase deletes the other services' data of the profile
 */
export async function deleteProfile(
  database: Database,
  { realm, uid }: ProfileOwner,
  id: string,
  erase: (within: Transaction) => Promise<void>,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await transaction.execute(sql`delete from directory.family_profiles
      where id = ${id}::uuid and realm = ${realm} and owner_uid = ${uid}::uuid`);
    await erase(transaction);
  });
}
