import { describe, expect, it } from "vitest";
import { defaultList, type ServiceQuery } from "~/shell/list-address";
import { collectListPages, type ListRows } from "./collect-list-pages";

/** A service with `size` rows, with or without cursors in its responses. */
function service(size: number, hasCursors: boolean) {
  const requested: ServiceQuery[] = [];
  const ask = async (query: ServiceQuery): Promise<ListRows<number>> => {
    requested.push(query);
    const start = query.cursor ? Number(query.cursor) : (query.pageNumber - 1) * query.pageSize;
    const end = Math.min(start + query.pageSize, size);
    const rows = Array.from({ length: Math.max(end - start, 0) }, (_, index) => start + index);
    const hasNext = end < size;
    return { rows, total: size, hasMore: false, hasNext, nextCursor: hasNext && hasCursors ? String(end) : null };
  };
  return { requested, ask };
}

describe("collectListPages", () => {
  it("fetches one page when one page is requested", async () => {
    const { ask, requested } = service(500, true);
    expect((await collectListPages({ ...defaultList, page: 2 }, ask)).rows).toEqual([
      10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
    ]);
    expect(requested).toHaveLength(1);
  });

  it.each([true, false])("given -1, then fetches all rows in pages of 100, with cursors: %s", async (hasCursors) => {
    const { ask, requested } = service(250, hasCursors);
    const rows = await collectListPages({ ...defaultList, itemsPerPage: -1, page: 3 }, ask);
    expect(rows.rows).toEqual(Array.from({ length: 250 }, (_, index) => index));
    expect(requested.map(({ pageSize }) => pageSize)).toEqual([100, 100, 100]);
    expect(rows.hasNext).toBe(false);
  });

  it.each([true, false])(
    "given -1 and 5,000 rows, then stops after 10 pages and reports a next page, with cursors: %s",
    async (hasCursors) => {
      const { ask, requested } = service(5000, hasCursors);
      const rows = await collectListPages({ ...defaultList, itemsPerPage: -1 }, ask);
      expect([rows.rows.length, requested.length, rows.hasNext]).toEqual([1000, 10, true]);
    },
  );
});
