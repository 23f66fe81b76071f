import type { z } from "zod";
import type { listAudit } from "~/services/.server/directory/audit/audit-list";
import { auditSortColumns } from "~/services/.server/directory/audit/audit-query";
import {
  type PageRequest,
  readSorts,
  type SortColumns,
  type Total,
} from "~/services/.server/directory/lists/list-page";
import { type ListPaging, readListParameters } from "~/services/.server/directory/lists/list-query";
import type { AuditOwner, managementQuerySchema } from "~/services/contracts/customer-management";
import { formMessages } from "~/services/contracts/form-messages";
import type { ListGroups } from "~/services/contracts/list-groups";
import { validationError } from "~/services/contracts/service-error";

/** Maps list parameters to the directory's list queries, and their results to the response's meta. */

export type ManagementQuery = z.output<typeof managementQuerySchema>;

/** Totals only on request: exact with calculateTotal, capped at 1,000 with estimateTotal. */
export function managementPagingOf(query: ManagementQuery, columns: SortColumns): ListPaging {
  return readListParameters(query, columns, query.estimateTotal ? "capped" : "none");
}

/** @param nextCursor start of the next page; sent only with an estimate */
export function managementMetaOf(
  query: ManagementQuery,
  total: Total | number | null,
  groups: ListGroups | null = null,
  nextCursor: string | null = null,
) {
  const { totalCount = null, more = false } =
    typeof total === "number" ? { totalCount: total } : (total ?? { totalCount: null });
  return {
    ...(totalCount === null || (query.estimateTotal && !query.calculateTotal) ? {} : { totalItems: totalCount }),
    ...(query.estimateTotal && totalCount !== null ? { estimate: { items: totalCount, more }, nextCursor } : {}),
    pageSize: query.pageSize,
    ...(groups ? { groups } : {}),
  };
}

/**
 * The requested page of a log, newest first.
 * @throws ServiceError 400 for any other order, and for unknown fields
 */
export function readLogPage(query: ManagementQuery): PageRequest {
  const sorts = readSorts(auditSortColumns, query.sortBy, query.sortOrder);
  if (sorts.some(({ order }) => order !== "desc")) {
    throw validationError([{ attribute: "sortOrder", reason: formMessages.incorrectFormat }]);
  }
  return { number: query.pageNumber, size: query.pageSize, cursor: query.cursor ?? null };
}

/** Whether the comma-separated list `include` contains this name. */
export function includes(query: ManagementQuery, name: string): boolean {
  return (query.include ?? "").split(",").includes(name);
}

/** The response for a page of the log. */
export function writeLog(
  query: ManagementQuery,
  { lines, total, nextCursor }: Awaited<ReturnType<typeof listAudit>>,
  owner: AuditOwner,
) {
  return {
    data: lines,
    meta: {
      ...managementMetaOf(query, total),
      ...(nextCursor === null ? {} : { nextCursor }),
      ...(includes(query, "owner") ? { owner } : {}),
    },
  };
}
