import type { z } from "zod";
import type { Database, Databases } from "~/db/.server/connect";
import { regionOf } from "~/realms/realm";
import {
  type Access,
  accessOf,
  permissionContextOf,
  relationToOrganization,
  requireEntrance,
} from "~/services/.server/directory/access";
import type { listAudit } from "~/services/.server/directory/audit/audit-list";
import { auditSortColumns } from "~/services/.server/directory/audit/audit-query";
import { findGroup, type Group } from "~/services/.server/directory/groups/groups-store";
import type { Credentials } from "~/services/.server/directory/identity";
import {
  type CountRequest,
  type PageRequest,
  readSorts,
  type Sort,
  type SortColumns,
  type Total,
} from "~/services/.server/directory/lists/list-page";
import { findOrganization, type Organization } from "~/services/.server/directory/organizations/organizations-store";
import { findPerson, type Person } from "~/services/.server/directory/people/people-store";
import {
  type Action,
  mayOnGroup,
  mayOnOrganization,
  mayOnPerson,
  type PermissionContext,
} from "~/services/.server/directory/permissions";
import type { Caller } from "~/services/.server/endpoint";
import type { AuditOwner, managementQuerySchema } from "~/services/contracts/customer-management";
import { formMessages } from "~/services/contracts/form-messages";
import type { ListGroups } from "~/services/contracts/list-groups";
import { forbidden, notFound, validationError } from "~/services/contracts/service-error";

/** Who comes in here: administrators, for what they administer, and super users, for the realm. */

export type CustomerManagementDeps = { databases: Databases; credentials: Credentials };
export type Entered = { database: Database; access: Access };

const administratorRank = 3;

/** Throws 403 for everybody below an administrator. */
export async function enter(deps: CustomerManagementDeps, caller: Caller): Promise<Entered> {
  const database = deps.databases[regionOf(caller.realm)];
  const access = requireEntrance(accessOf(caller));
  if (access.rank < administratorRank) throw forbidden(formMessages.insufficientPermission);
  return { database, access };
}

function readUid(id: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw notFound();
  return id.toLowerCase();
}

/** A person in the caller's reach, for an action; 404 out of reach, 403 without the right. */
export async function personFor(
  { database, access }: Entered,
  id: string,
  action: Action,
): Promise<{ person: Person; context: PermissionContext }> {
  const person = await findPerson(database, access.realm, readUid(id), access.userId);
  if (!person) throw notFound();
  const context = permissionContextOf(access, person);
  if (context.relation === "none" || context.relation === "member") throw notFound();
  if (!mayOnPerson(context, action)) throw forbidden(formMessages.insufficientPermission);
  return { person, context };
}

export async function groupFor({ database, access }: Entered, id: string, action: Action): Promise<Group> {
  const group = await findGroup(database, access.realm, readUid(id));
  const relation = group ? relationToOrganization(access, group.organization) : "none";
  if (!group || relation === "none" || relation === "member") throw notFound();
  if (!mayOnGroup(relation, action)) throw forbidden(formMessages.insufficientPermission);
  return group;
}

export async function organizationFor(
  { database, access }: Entered,
  id: string,
  action: Action,
  options: { withDeleted?: boolean } = {},
): Promise<Organization> {
  const organization = await findOrganization(database, access.realm, readUid(id), options);
  const relation = organization ? relationToOrganization(access, organization) : "none";
  if (!organization || relation === "none" || relation === "member") throw notFound();
  if (!mayOnOrganization(relation, action)) throw forbidden(formMessages.insufficientPermission);
  return organization;
}

export type ManagementQuery = z.output<typeof managementQuerySchema>;

/** Paging of this service: totals only when they are asked for, then exact. */
export function readPaging(
  query: ManagementQuery,
  columns: SortColumns,
): { page: PageRequest; sorts: Sort[]; count: CountRequest; q: string | undefined; qName: string | undefined } {
  return {
    page: { number: query.pageNumber, size: query.pageSize, cursor: null },
    sorts: readSorts(columns, query.sortBy, query.sortOrder),
    count: query.calculateTotal ? "exact" : "none",
    q: query.q,
    qName: query.qName,
  };
}

export function writeMeta(
  query: ManagementQuery,
  total: Total | number | null,
  groups: ListGroups | null = null,
): { totalItems?: number; pageSize: number; groups?: ListGroups } {
  const count = typeof total === "number" ? total : (total?.totalCount ?? null);
  return {
    ...(count === null ? {} : { totalItems: count }),
    pageSize: query.pageSize,
    ...(groups ? { groups } : {}),
  };
}

/**
 * The page of a log that is asked for: the newest first, there is no other order.
 * @throws ServiceError 400 for another one, and for unknown fields
 */
export function readLogPage(query: ManagementQuery & { cursor?: string | undefined }): PageRequest {
  const sorts = readSorts(auditSortColumns, query.sortBy, query.sortOrder);
  if (sorts.some(({ order }) => order !== "desc")) {
    throw validationError([{ attribute: "sortOrder", reason: formMessages.incorrectFormat }]);
  }
  return { number: query.pageNumber, size: query.pageSize, cursor: query.cursor ?? null };
}

/** Whether `include`, names with commas between them, asks for this one. */
export function includes(query: ManagementQuery, name: string): boolean {
  return (query.include ?? "").split(",").includes(name);
}

/** A page of the log as it is sent. */
export function writeLog(
  query: ManagementQuery,
  { lines, total, nextCursor }: Awaited<ReturnType<typeof listAudit>>,
  owner: AuditOwner,
) {
  return {
    data: lines,
    meta: {
      ...writeMeta(query, total),
      ...(nextCursor === null ? {} : { nextCursor }),
      ...(includes(query, "owner") ? { owner } : {}),
    },
  };
}
