import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNumber } from "~/shell/number";
import type { AnyList } from "./collect-list-pages";
import type { ListState } from "./list-address";

type ResultCountProps = {
  /** What is listed, in the reader's words. */
  title: string;
  state: ListState;
  list: AnyList;
  /** A failed load speaks for itself, and a number from before would contradict it. */
  isFailed: boolean;
};

/**
 * How many a search or a filter has found, for those who hear the page: said when the list changes beneath them, and read below the
 * heading where the page came with it. An unnarrowed list has its number in the heading alone.
 */
export function ResultCount({ title, state, list, isFailed }: ResultCountProps) {
  const requested = JSON.stringify([state.organization, state.searchString, state.filters]);
  const [cameWith] = useState(requested);
  const say = useSaidCount();
  const isNarrowed = state.searchString !== "" || Object.keys(state.filters).length > 0;
  const isSaid = !isFailed && (isNarrowed || requested !== cameWith);
  return (
    <p role="status" className="sr-only">
      {/* Another search with the same number is news too. */}
      {isSaid && <span key={requested}>{say(title, state, list)}</span>}
    </p>
  );
}

function useSaidCount(): (title: string, state: ListState, list: AnyList) => string {
  const { t } = useTranslation("control-panel");
  const say = useNumber();
  return (title, state, { rows, total, hasMore, hasNext }) => {
    const isPlaced = state.itemsPerPage !== -1 && state.cursor === null;
    const before = isPlaced ? (state.page - 1) * state.itemsPerPage : 0;
    // Nobody counted: what is seen tells, and behind an empty page nothing does.
    const count = total ?? (rows.length > 0 ? before + rows.length : 0);
    const isCounted = total !== null || (!hasNext && state.cursor === null);
    const key = hasMore ? "list.resultsMore" : isCounted ? "list.results" : "list.resultsAtLeast";
    return t(key, { title, count, total: say(count) });
  };
}
