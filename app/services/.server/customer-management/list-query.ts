import type { z } from "zod";
import type { listAudit } from "~/services/.server/directory/audit/audit-list";
import { auditSortColumns } from "~/services/.server/directory/audit/audit-query";
import {
  type CountRequest,
  type PageRequest,
  readSorts,
  type Sort,
  type SortColumns,
  type Total,
} from "~/services/.server/directory/lists/list-page";
import type { AuditOwner, managementQuerySchema } from "~/services/contracts/customer-management";
import { formMessages } from "~/services/contracts/form-messages";
import type { ListGroups } from "~/services/contracts/list-groups";
import { validationError } from "~/services/contracts/service-error";

/** From a list's parameters to what the directory's lists take, and back to the response's meta. */

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
