/**
 * Chooses how a page of a list is read. The strategy's name is a comment in its statement (people: walk), so that it appears in
 * PostgreSQL's log and in slow-query reports. Timings: a realm of 1,000,000 people, the list of its root organisation, in the database.
 *
 * All strategies first find the keys of the page's rows and then read only those rows in full; the count is in the same statement.
 *
 * page-by-position  The default. Rows in the list's order; OFFSET skips those before the page. Cheap for the first 500 rows.
 *                   Page 1,000 by OFFSET takes 10 ms, so the start of a deep page is cached for a minute (list-positions.ts).
 *
 * keyset            The same rows from a cursor on: the request's, or the cached start of a deep page. Every page costs as much as
 *                   page 1 (1 to 3 ms).
 *
 * search-first      A search or filter with an unknown number of matches. Collects the first 1,000 matches through an index. If
 *                   these are all, they are sorted; if there are more, the statement continues as in `walk`.
 *
 * walk              A search or filter known to match more than 1,000. Reads at most 5,000 people in the list's order and tests
 *                   each, until the page is full: 6 ms for 'son' by name, where collecting and sorting all matches takes 1,700 ms.
 *                   Matches can be adjacent in the order, as people called Elsa are by name. If the walk does not fill the page,
 *                   all matches are sorted, and then tested for the organisation until the page is full: 'el' by name takes 110 ms
 *                   instead of 350. An organisation with at most 20,000 associations is not walked, since its people are too rare
 *                   in the realm's order: its matches are collected and sorted. Sorted by id, the primary key can be used
 *                   directly, so keyset or page-by-position is chosen.
 *
 * by-type           People without a group, sorted by e-mail. 900,000 pupils have no e-mail, are first in that order and almost
 *                   all in a group, so a walk finds nobody. Each type of person is searched separately and the results are
 *                   merged: 40 ms instead of 1,800.
 *
 * grouped           Rows sorted by group across all pages. A person's group is not stored in the person's row, so the whole list
 *                   must be read before the first row is known: at most 5,000 people, 50 ms. A longer list is cached as
 *                   ungroupable for ten minutes and read as if no grouping had been requested.
 *
 * Counting up to 1,000 costs more than the page itself (10 of 12 ms), so a list known to be longer is not counted again for ten
 * minutes. If its page is then too short, rows have been deleted, and the list is read and counted again.
 *
 * Tried and removed: prepared statements for the plain lists (1.4 ms instead of 2.0, and only on a connection that has the plan).
 */

export type Strategy = "page-by-position" | "keyset" | "search-first" | "walk" | "by-type" | "grouped";

export type ListTraits = {
  /** Whether the page starts at a cursor, from the request or the cache. */
  hasStart: boolean;
  /** Whether grouping is requested and the list is not known to be too long for it. */
  isGrouped: boolean;
  /** Whether a search or filter restricts the rows, and the list has its own strategies for that. */
  isSelective: boolean;
  /** Whether the list is known to have more rows than `countCap`. */
  isKnownLong: boolean;
  /** Whether id is the first sort. */
  isInIdOrder: boolean;
  /** Whether matches are distributed so unevenly over person types that each type is searched separately. */
  isSplitByType: boolean;
};

export function chooseStrategy(traits: ListTraits): Strategy {
  if (traits.isGrouped) return "grouped";
  if (traits.isSelective) {
    if (traits.isSplitByType) return "by-type";
    if (!traits.isKnownLong) return "search-first";
    if (!traits.isInIdOrder) return "walk";
  }
  return traits.hasStart ? "keyset" : "page-by-position";
}
