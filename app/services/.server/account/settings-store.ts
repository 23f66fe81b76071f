import { and, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { prepared } from "~/db/.server/prepared";
import type { Realm } from "~/realms/realm";
import type { ReaderKey } from "~/services/.server/directory/people/reader-profile";
import { type AccountSettings, accountSettingsSchema } from "~/services/contracts/account";
import { settings } from "./tables";

const nothing: AccountSettings = { reader: {}, notices: {} };

const querySettings = prepared<AccountSettings>(
  "settings",
  sql`
    select ${settings.reader}, ${settings.notices} from ${settings}
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
  const values = { realm, uid, profileId, reader: change.reader ?? {}, notices: change.notices ?? {} };
  const [stored] = await database
    .insert(settings)
    .values(values)
    .onConflictDoUpdate({
      target: [settings.realm, settings.uid, settings.profileId],
      set: {
        reader: sql`${settings.reader} || excluded.reader`,
        notices: sql`${settings.notices} || excluded.notices`,
        updatedAt: sql`now()`,
      },
    })
    .returning({ reader: settings.reader, notices: settings.notices });
  return stored ? asTheyStand(stored) : nothing;
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
