import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { prepared } from "~/db/.server/prepared";
import type { Realm } from "~/realms/realm";
import type { FamilyProfile } from "~/services/contracts/family-profiles";

/**
 * Whether words are explained to a reader, and can be saved: not to pupils of a school that has switched words off, nor to a child whose
 * parent has. Decision 105.
 * @param profile the child profile that reads, if any
 */
export async function mayUseWords(
  database: Database,
  realm: Realm,
  uid: string,
  profile: Pick<FamilyProfile, "words"> | undefined,
): Promise<boolean> {
  if (profile?.words === "off") return false;
  const [row] = await queryRefusals(database, { realm, uid });
  return row === undefined;
}

const queryRefusals = prepared<{ refuses: boolean }>(
  "words-refused",
  sql`
    select true as refuses
    from directory.users u
    join directory.associations a on a.user_id = u.id and a.active and a.role = 'student'
    join directory.organizations o on o.id = a.organization_id and o.status = 'active' and o.words_hidden
    where u.realm = ${sql.placeholder("realm")} and u.uid = ${sql.placeholder("uid")}
    limit 1`,
);
