import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { prepared } from "~/db/.server/prepared";
import type { Realm } from "~/realms/realm";
import type { OrganizationPosition } from "~/services/.server/directory/access";
import { columnsOf } from "~/services/.server/directory/lists/table-columns";
import { organizations } from "~/services/.server/directory/tables";

/** Reads of single organisations. Their list: `lists/organizations-list.ts`. */

const hidden = ["parentId", "createdAt", "updatedAt", "deletedAt", "statusBefore", "deletedWith"] as const;

export type Organization = OrganizationPosition &
  Omit<typeof organizations.$inferSelect, (typeof hidden)[number]> & {
    parent: { id: string; name: string } | null;
    /** Whether badge login is enabled for it or any of its descendants. */
    hasBadges: boolean;
  };

export const organizationFields = sql`${columnsOf(organizations, "o", hidden)},
  (select json_build_object('id', p.uid, 'name', p.name) from directory.organizations p where p.id = o.parent_id) as parent,
  (select json_agg(c.ancestor_id) from directory.organization_closure c where c.descendant_id = o.id) as above,
  exists (select 1 from directory.organization_closure c join directory.organizations b on b.id = c.descendant_id
    where c.ancestor_id = o.id and b.qr_code_login_enabled and b.status <> 'deleted') as "hasBadges"`;

const oneOf = sql`
  select ${organizationFields} from directory.organizations o
  where o.uid = ${sql.placeholder("uid")} and o.realm = ${sql.placeholder("realm")}`;

/** Prepared, since it runs for every page of a list and planning costs more than execution. */
const organizationById = prepared<Organization>("organization", sql`${oneOf} and o.status <> 'deleted'`);
const askEvenDeleted = prepared<Organization>("organization-even-deleted", oneOf);

const askPosition = prepared<OrganizationPosition & { uid: string }>(
  "position",
  sql`select o.id, o.uid,
      (select json_agg(c.ancestor_id) from directory.organization_closure c where c.descendant_id = o.id) as above
    from directory.organizations o
    where o.uid = ${sql.placeholder("uid")} and o.realm = ${sql.placeholder("realm")} and o.status <> 'deleted'`,
);

/** null if unknown or of another realm, and if deleted unless `withDeleted`. */
export async function findOrganization(
  database: Database,
  realm: Realm,
  uid: string,
  options: { withDeleted?: boolean } = {},
): Promise<Organization | null> {
  const rows = await (options.withDeleted ? askEvenDeleted : organizationById)(database, { uid, realm });
  return rows[0] ?? null;
}

/** Positions of the uids that exist in the realm; for a few at a time, since each is one prepared statement. */
export async function findPositions(
  database: Database,
  realm: Realm,
  uids: string[],
): Promise<Array<OrganizationPosition & { uid: string }>> {
  const positions = await Promise.all(uids.map((uid) => askPosition(database, { realm, uid })));
  return positions.flat();
}
