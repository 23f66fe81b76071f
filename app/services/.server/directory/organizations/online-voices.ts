import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { prepared } from "~/db/.server/prepared";
import type { Realm } from "~/realms/realm";

/**
 * Whether a browser's voice that sends the text to its maker may read to a person: to pupils only if each of their active
 * organisations permits it, to everybody else. Decision 101.
 */
export async function mayUseOnlineVoices(database: Database, realm: Realm, uid: string): Promise<boolean> {
  const [row] = await queryRefusals(database, { realm, uid });
  return row === undefined;
}

const queryRefusals = prepared<{ refuses: boolean }>(
  "online-voices-refused",
  sql`
    select true as refuses
    from directory.users u
    join directory.associations a on a.user_id = u.id and a.active and a.role = 'student'
    join directory.organizations o on o.id = a.organization_id and o.status = 'active' and not o.online_voices_enabled
    where u.realm = ${sql.placeholder("realm")} and u.uid = ${sql.placeholder("uid")}
    limit 1`,
);
