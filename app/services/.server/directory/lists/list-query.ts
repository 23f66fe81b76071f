import { type CountRequest, type PageRequest, readSorts, type Sort, type SortColumns } from "./list-page";

/** List parameters common to the contracts of both directory services. docs/product/control-panel.md#entities. */
type ListParameters = {
  pageNumber: number;
  pageSize: number;
  sortBy?: string | undefined;
  sortOrder?: string | undefined;
  calculateTotal: boolean;
  q?: string | undefined;
  qName?: string | undefined;
  cursor?: string | undefined;
};

/** Paging, sorting and search: the part that the queries of all lists share. */
export type ListPaging = {
  page: PageRequest;
  sorts: Sort[];
  count: CountRequest;
  q?: string | undefined;
  qName?: string | undefined;
};

/**
 * @param uncalculated how to count if no total is requested
 * @throws ServiceError 400 for fields that the list cannot be sorted by
 */
export function readListParameters(
  { pageNumber, pageSize, sortBy, sortOrder, calculateTotal, q, qName, cursor }: ListParameters,
  columns: SortColumns,
  uncalculated: Exclude<CountRequest, "exact">,
): ListPaging {
  return {
    page: { number: pageNumber, size: pageSize, cursor: cursor ?? null },
    sorts: readSorts(columns, sortBy, sortOrder),
    count: calculateTotal ? "exact" : uncalculated,
    q,
    qName,
  };
}
