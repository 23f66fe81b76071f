import { type CountRequest, type PageRequest, readSorts, type Sort, type SortColumns } from "./list-page";

/** A list's parameters as the contracts of both directory services read them. docs/product/control-panel.md#entities. */
export type ListParameters = {
  pageNumber: number;
  pageSize: number;
  sortBy?: string | undefined;
  sortOrder?: string | undefined;
  calculateTotal: boolean;
  q?: string | undefined;
  qName?: string | undefined;
  cursor?: string | undefined;
};

/** What the directory's lists take of them, beside a scope. */
export type ListPaging = {
  page: PageRequest;
  sorts: Sort[];
  count: CountRequest;
  q: string | undefined;
  qName: string | undefined;
};

/**
 * @param uncalculated how rows are counted without a requested total
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
