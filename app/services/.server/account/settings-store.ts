import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { prepared } from "~/db/.server/prepared";
import type { Realm } from "~/realms/realm";
import { type AccountSettings, accountSettingsSchema } from "~/services/contracts/account";
import { settings } from "./tables";

const nothing: AccountSettings = { reader: {}, notices: {} };

const querySettings = prepared<AccountSettings>(
  "settings",
  sql`
    select ${settings.reader}, ${settings.notices} from ${settings}
    where ${settings.realm} = ${sql.placeholder("realm")} and ${settings.uid} = ${sql.placeholder("uid")}`,
);

export async function findSettings(database: Database, realm: Realm, uid: string): Promise<AccountSettings> {
  const [found] = await querySettings(database, { realm, uid });
  return found ? asTheyStand(found) : nothing;
}

/** Adds to what is kept, in one statement: two devices that change different things lose nothing. */
export async function mergeSettings(
  database: Database,
  realm: Realm,
  uid: string,
  change: Partial<AccountSettings>,
): Promise<AccountSettings> {
  const values = { realm, uid, reader: change.reader ?? {}, notices: change.notices ?? {} };
  const [kept] = await database
    .insert(settings)
    .values(values)
    .onConflictDoUpdate({
      target: [settings.realm, settings.uid],
      set: {
        reader: sql`${settings.reader} || excluded.reader`,
        notices: sql`${settings.notices} || excluded.notices`,
        updatedAt: sql`now()`,
      },
    })
    .returning({ reader: settings.reader, notices: settings.notices });
  return kept ? asTheyStand(kept) : nothing;
}

/** Another version may have kept what this one does not know: that is left out rather than refused. */
function asTheyStand(stored: AccountSettings): AccountSettings {
  const parsed = accountSettingsSchema.safeParse(stored);
  return parsed.success ? parsed.data : nothing;
}
