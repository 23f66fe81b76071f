import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { restorableUntil } from "~/services/.server/directory/deletion-times";
import { isPeriodRunningSql } from "~/services/.server/directory/subscriptions/periods";
import { readUsername } from "~/services/contracts/typed-text";
import { isFamilySql } from "./families";

/** Families as super users look for them, with deleted ones until the purge. docs/decisions/0091-families-for-super-users.md. */

export type FoundAccount = {
  uid: string;
  name: string;
  username: string;
  email: string | null;
  status: "active" | "inactive" | "deleted";
  createdAt: Date;
};

const found = sql.raw(`u.uid, u.name, u.username, u.email, u.status, u.created_at as "createdAt"`);

/** Families that log in with an address or get their mails there, in any case; those that are not deleted first. */
export async function findFamiliesByAddress(
  database: Database,
  realm: Realm,
  address: string,
): Promise<FoundAccount[]> {
  const wanted = readUsername(address);
  const { rows } = await database.execute<FoundAccount>(sql`
    select ${found} from directory.users u
    where u.realm = ${realm} and (lower(u.username) = lower(${wanted}) or lower(u.email) = lower(${wanted})) and ${isFamilySql}
    order by u.status = 'deleted', u.created_at desc limit 20`);
  return rows.map(withDate);
}

export type FamilyAccount = FoundAccount & {
  isConfirmed: boolean;
  /** Until when a deleted account can be restored; the purge follows. null if it is not deleted. */
  purgeAt: Date | null;
  children: number;
  period: { type: string; startsOn: string; endsOn: string | null; isRunning: boolean; isTrial: boolean } | null;
};

/** null if the person is not a family, or was purged. */
export async function findFamilyAccount(database: Database, realm: Realm, uid: string): Promise<FamilyAccount | null> {
  const { rows } = await database.execute<FamilyAccount>(sql`
    select ${found}, u.email_verified as "isConfirmed",
      case when u.status = 'deleted' then ${restorableUntil({ isSuper: true }, sql`u.deleted_at`)} end as "purgeAt",
      (select count(*)::int from directory.family_profiles f where f.realm = u.realm and f.owner_uid = u.uid) as children, (
        select json_build_object('type', p.type, 'startsOn', p.starts_on, 'endsOn', p.ends_on, 'isRunning', ${isPeriodRunningSql},
          'isTrial', p.trial)
        from directory.subscription_periods p where p.user_id = u.id
        order by ${isPeriodRunningSql} desc, p.ends_on desc nulls first, p.legacy_id desc limit 1) as period
    from directory.users u
    where u.realm = ${realm} and u.uid = ${uid}::uuid and ${isFamilySql}`);
  const [row] = rows;
  return row ? { ...withDate(row), purgeAt: row.purgeAt === null ? null : new Date(row.purgeAt) } : null;
}

/** Statements that are not built by the ORM return times as text. */
function withDate<Row extends { createdAt: Date }>(row: Row): Row {
  return { ...row, createdAt: new Date(row.createdAt) };
}
