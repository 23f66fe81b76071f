/**
 * How a page of a list is found. The strategy's name stands in its statement (people: walk, as a comment), so that PostgreSQL's log
 * and a slow-query report tell it. Figures: a realm of 1,000,000 people, the list of its topmost organisation, in the database.
 *
 * All strategies find the keys of a page's rows first and read only those rows whole; the count stands in the same statement.
 *
 * page-by-position  The default. Rows in the list's order, those before the page skipped by OFFSET. Cheap for the first 500 rows.
 *                   Page 1,000 by OFFSET takes 10 ms, so the start of a deep page is remembered for a minute (list-positions.ts).
 *
 * keyset            The same rows from a cursor on: the request's own, or the remembered start of a deep page. Each page costs
 *                   what page 1 costs (1 to 3 ms).
 *
 * search-first      A search or a filter whose number of matches is unknown. The first 1,000 matches are collected through an
 *                   index. If these are all, they are sorted. If there are more, the statement goes on as in `walk`.
 *
 * walk              A search or a filter known to match more than 1,000. At most 5,000 people are read in the list's order and
 *                   each is tested, until the page is full: 6 ms for 'son' by name, where collecting and sorting all matches
 *                   takes 1,700 ms. Matches may all stand in one place of the order, as everybody called Elsa does by name. If
 *                   the walk does not fill the page, all matches are sorted, and each is then tested for the organisation
 *                   until the page is full: 'el' by name takes 110 ms instead of 350. An organisation of at most 20,000 places is
 *                   not walked, since its people are too rare in the realm's order: its matches are collected and sorted.
 *                   In the order of ids the ids' index serves directly, so keyset or page-by-position is used.
 *
 * by-type           People without a group in the order of e-mail. 900,000 pupils have no e-mail, come first in that order and
 *                   are nearly all in a group, so a walk finds nobody. Each type of people is searched first, the parts are
 *                   merged: 40 ms instead of 1,800.
 *
 * grouped           Rows in the order of their groups over all pages. A person's group is not stored in the person's row, so
 *                   the whole list must be read before the first row is known: 5,000 people at most take 50 ms. A longer list is
 *                   remembered as ungroupable for ten minutes and read as if no groups had been requested.
 *
 * Counting up to 1,000 costs more than the page (10 of 12 ms): a list known to be longer is not counted again for ten minutes. If
 * its page then ends too early, rows were deleted meanwhile, and the list is read and counted again.
 *
 * Tried and removed: prepared statements for the plain lists (1.4 ms instead of 2.0, and only on a connection that has the plan).
 */

export type Strategy = "page-by-position" | "keyset" | "search-first" | "walk" | "by-type" | "grouped";

export type ListTraits = {
  /** Whether the page begins behind a cursor, sent or remembered. */
  hasStart: boolean;
  /** Whether groups are requested, and the list is not known to be too long for them. */
  isGrouped: boolean;
  /** Whether a search or a filter selects among the list's rows, and the list has strategies of its own for that. */
  isSelective: boolean;
  /** Whether the list is known to have more rows than are counted. */
  isKnownLong: boolean;
  /** Whether the ids come first in the list's order. */
  isInIdOrder: boolean;
  /** Whether matches are spread so differently over the types of people that each type is searched apart. */
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
