import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../db/.server/connect";
import type { Realm } from "../../../realms/realm";
import type { Access, OrganizationPosition } from "./access";
import {
  type CountAsked,
  countCap,
  type PageAsked,
  planPage,
  readTotal,
  type Sort,
  type SortColumns,
  searchPatterns,
  type Total,
  writeCursor,
} from "./list-page";
import type { OrganizationType, Status } from "./rules";

/** Organisations: reading one, listing what a caller may see. */

export type Organization = OrganizationPosition & {
  uid: string;
  realm: Realm;
  type: OrganizationType;
  status: Status;
  name: string;
  parent: { id: string; name: string } | null;
  comment: string | null;
  pupilNumber: number | null;
  address: string | null;
  country: string | null;
  county: string | null;
  city: string | null;
  postalCode: string | null;
  phone: string | null;
  secureAuthEnabled: boolean;
  qrCodeLoginEnabled: boolean;
  municipalityKey: string | null;
  schoolUnitCode: string | null;
  sectoralCode: string | null;
  establishmentId: string | null;
  crmId: string | null;
  version: number;
};

const columns = sql`o.id, o.uid, o.realm, o.type, o.status, o.name, o.comment, o.pupil_number as "pupilNumber", o.address,
  o.country, o.county, o.city, o.postal_code as "postalCode", o.phone, o.secure_auth_enabled as "secureAuthEnabled",
  o.qr_code_login_enabled as "qrCodeLoginEnabled", o.municipality_key as "municipalityKey",
  o.school_unit_code as "schoolUnitCode", o.sectoral_code as "sectoralCode", o.establishment_id as "establishmentId",
  o.crm_id as "crmId", o.version,
  (select json_build_object('id', p.uid, 'name', p.name) from directory.organizations p where p.id = o.parent_id) as parent,
  (select json_agg(c.ancestor_id) from directory.organization_closure c where c.descendant_id = o.id) as above`;

export async function findOrganization(database: Database, realm: Realm, uid: string): Promise<Organization | null> {
  const { rows } = await database.execute<Organization>(sql`
    select ${columns} from directory.organizations o
    where o.uid = ${uid} and o.realm = ${realm} and o.status <> 'deleted'`);
  return rows[0] ?? null;
}

/** Those of the uids that exist in the realm, with what stands above each. */
export async function findPositions(
  database: Database,
  realm: Realm,
  uids: string[],
): Promise<Array<OrganizationPosition & { uid: string }>> {
  if (uids.length === 0) return [];
  const { rows } = await database.execute<OrganizationPosition & { uid: string }>(sql`
    select o.id, o.uid,
      (select json_agg(c.ancestor_id) from directory.organization_closure c where c.descendant_id = o.id) as above
    from directory.organizations o where o.uid in ${uids} and o.realm = ${realm} and o.status <> 'deleted'`);
  return rows;
}

export const organizationSortColumns: SortColumns = {
  id: sql`o.id`,
  name: sql.raw(`o.name collate "und-x-icu"`),
};

export type OrganizationsQuery = {
  q?: string | undefined;
  filters: { status?: Status[]; types?: OrganizationType[]; parentUid?: string };
  sorts: Sort[];
  page: PageAsked;
  count: CountAsked;
};

/** Everything below what the caller administers, where the caller works, and where the caller belongs. */
function visibleTo(access: Access): SQL {
  if (access.isSuper) return sql`true`;
  const below = [...access.administers, ...access.worksBelow];
  const own = access.memberOf;
  const conditions = [
    below.length
      ? sql`o.id in (select c.descendant_id from directory.organization_closure c where c.ancestor_id in ${below})`
      : sql`false`,
    own.length ? sql`o.id in ${own}` : sql`false`,
  ];
  return sql`(${sql.join(conditions, sql` or `)})`;
}

export type OrganizationsPage = { organizations: Organization[]; total: Total; nextCursor: string | null };
type PageRow = Organization & { total: number | null; keys: Array<string | number> };

export async function listOrganizations(
  database: Database,
  access: Access,
  query: OrganizationsQuery,
): Promise<OrganizationsPage> {
  const plan = planPage(organizationSortColumns, query.sorts, query.page);
  const all: SQL[] = [sql`o.realm = ${access.realm}`, sql`o.status <> 'deleted'`, visibleTo(access)];
  if (query.filters.status?.length) all.push(sql`o.status in ${query.filters.status}`);
  if (query.filters.types?.length) all.push(sql`o.type in ${query.filters.types}`);
  if (query.filters.parentUid) {
    all.push(sql`o.parent_id = (select id from directory.organizations where uid = ${query.filters.parentUid})`);
  }
  for (const pattern of searchPatterns(query.q ?? "")) all.push(sql`lower(o.name) like ${pattern}`);
  const condition = sql.join(all, sql` and `);
  const limit = query.count === "exact" ? sql`` : sql`limit ${countCap + 1}`;
  const counted =
    query.count === "none"
      ? sql`select null::int as total`
      : sql`select count(*)::int as total from (select 1 from directory.organizations o where ${condition} ${limit}) found`;
  const { rows } = await database.execute<PageRow>(sql`
    with counted as (${counted}), page as (
      select o.*, ${plan.keys} as keys, row_number() over (order by ${plan.orderBy}) as place
      from directory.organizations o where ${condition} and ${plan.after}
      order by ${plan.orderBy} limit ${query.page.size + 1} offset ${plan.offset})
    select counted.total, o.keys, ${columns} from counted left join page o on true order by o.place`);
  const found = rows.filter((row) => row.id !== null);
  const last = found.length > query.page.size ? found[query.page.size - 1] : undefined;
  return {
    organizations: found.slice(0, query.page.size),
    total: readTotal(rows[0]?.total ?? null, query.count),
    nextCursor: last ? writeCursor(last.keys) : null,
  };
}
