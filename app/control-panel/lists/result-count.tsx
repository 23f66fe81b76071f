import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ListState } from "~/shell/list-address";
import { useNumber } from "~/shell/number";
import type { AnyList } from "./collect-list-pages";

type ResultCountProps = {
  /** Localised name of the listed items. */
  title: string;
  state: ListState;
  list: AnyList;
  /** Suppresses the count, since the error message would contradict it. */
  isFailed: boolean;
};

/**
 * Number of results for screen readers: announced when the list changes, and readable below the heading on page load. A list without
 * search or filters shows its total only in the heading.
 */
export function ResultCount({ title, state, list, isFailed }: ResultCountProps) {
  const requested = JSON.stringify([state.organization, state.searchString, state.filters]);
  const [cameWith] = useState(requested);
  const formatCount = useCountText();
  const isNarrowed = state.searchString !== "" || Object.keys(state.filters).length > 0;
  const isAnnounced = !isFailed && (isNarrowed || requested !== cameWith);
  return (
    <p role="status" className="sr-only">
      {/* Keyed by search, so that a new search with the same number is announced too. */}
      {isAnnounced && <span key={requested}>{formatCount(title, state, list)}</span>}
    </p>
  );
}

function useCountText(): (title: string, state: ListState, list: AnyList) => string {
  const { t } = useTranslation("control-panel");
  const formatNumber = useNumber();
  return (title, state, { rows, total, hasMore, hasNext }) => {
    const isPlaced = state.itemsPerPage !== -1 && state.cursor === null;
    const before = isPlaced ? (state.page - 1) * state.itemsPerPage : 0;
    // Without a total, the visible rows give the minimum; an empty page gives none.
    const count = total ?? (rows.length > 0 ? before + rows.length : 0);
    const isCounted = total !== null || (!hasNext && state.cursor === null);
    const key = hasMore ? "list.resultsMore" : isCounted ? "list.results" : "list.resultsAtLeast";
    return t(key, { title, count, total: formatNumber(count) });
  };
}
