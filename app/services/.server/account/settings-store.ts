import { and, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { prepared } from "~/db/.server/prepared";
import type { Realm } from "~/realms/realm";
import { noProfile, type ReaderKey } from "~/services/.server/directory/people/reader-profile";
import { type AccountSettings, accountSettingsSchema } from "~/services/contracts/account";
import { type MailChoice, mailsByDefault } from "~/services/contracts/mail-table";
import { settings } from "./tables";

const nothing: AccountSettings = { reader: {}, notices: {}, mails: {} };

const querySettings = prepared<AccountSettings>(
  "settings",
  sql`
    select ${settings.reader}, ${settings.notices}, ${settings.mails} from ${settings}
    where ${settings.realm} = ${sql.placeholder("realm")} and ${settings.uid} = ${sql.placeholder("uid")}
      and ${settings.profileId} = ${sql.placeholder("profileId")}`,
);

/** The owner of settings: a user, or a child of a family. */
type Whose = ReaderKey & { realm: Realm };

export async function findAccountSettings(
  database: Database,
  { realm, uid, profileId }: Whose,
): Promise<AccountSettings> {
  const [row] = await querySettings(database, { realm, uid, profileId });
  return row ? asTheyStand(row) : nothing;
}

/** Merges into the stored settings in one statement, so that two devices that change different settings do not overwrite each other. */
export async function mergeSettings(
  database: Database,
  { realm, uid, profileId }: Whose,
  change: Partial<AccountSettings>,
): Promise<AccountSettings> {
  const values = {
    realm,
    uid,
    profileId,
    reader: change.reader ?? {},
    notices: change.notices ?? {},
    mails: change.mails ?? {},
  };
  const [stored] = await database
    .insert(settings)
    .values(values)
    .onConflictDoUpdate({
      target: [settings.realm, settings.uid, settings.profileId],
      set: {
        reader: sql`${settings.reader} || excluded.reader`,
        notices: sql`${settings.notices} || excluded.notices`,
        mails: sql`${settings.mails} || excluded.mails`,
        updatedAt: sql`now()`,
      },
    })
    .returning({ reader: settings.reader, notices: settings.notices, mails: settings.mails });
  return stored ? asTheyStand(stored) : nothing;
}

/** Whether a person gets a mail that is by choice. */
export async function wantsMail(
  database: Database,
  { realm, uid }: { realm: Realm; uid: string },
  choice: MailChoice,
): Promise<boolean> {
  const { mails } = await findAccountSettings(database, { realm, uid, profileId: noProfile });
  return mails[choice] ?? mailsByDefault[choice];
}

/** The people who have switched on the note about their children's reading. */
export async function findReadersOfNotes(
  database: Database,
  realm: Realm,
): Promise<Array<{ uid: string; id: number }>> {
  // The condition on mails is that of the index of migration 1181.
  const { rows } = await database.execute<{ uid: string; id: number }>(sql`
    select u.uid, u.id from account.settings s join directory.users u on u.realm = s.realm and u.uid = s.uid
    where s.realm = ${realm} and s.profile_id = ${noProfile}::uuid and s.mails -> 'readingWeek' = 'true'::jsonb
      and u.status = 'active'
    order by u.id`);
  return rows;
}

/** Deletes the settings of a child of a family. */
export async function eraseProfileSettings(within: Transaction, { realm, uid, profileId }: Whose): Promise<void> {
  await within
    .delete(settings)
    .where(and(eq(settings.realm, realm), eq(settings.uid, uid), eq(settings.profileId, profileId)));
}

/** Returns no settings if the stored ones are invalid, e.g. written by another version of the app. */
function asTheyStand(stored: AccountSettings): AccountSettings {
  const parsed = accountSettingsSchema.safeParse(stored);
  return parsed.success ? parsed.data : nothing;
}
