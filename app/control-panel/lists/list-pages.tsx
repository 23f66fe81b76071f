import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { deepestPage } from "~/services/contracts/list-limits";
import { type ListState, pageSizes } from "~/shell/list-address";
import { useNumber } from "~/shell/number";
import { LinkButton } from "~/ui/button";
import { ChipLink } from "~/ui/chip";
import type { IconShape } from "~/ui/icon";
import { Search } from "~/ui/icons";
import { type PageLink, Pagination } from "~/ui/pagination";
import { EmptyState } from "~/ui/states";
import type { AnyList } from "./collect-list-pages";

/** Total beside the list's title; undefined if it was not counted. */
export function useCount({ total, hasMore }: AnyList): string | undefined {
  const { t } = useTranslation("control-panel");
  const formatNumber = useNumber();
  if (total === null) return undefined;
  return hasMore ? t("list.moreThan", { total: formatNumber(total) }) : formatNumber(total);
}

type Href = (change: Partial<ListState>) => string;

/** Empty list: the page is beyond the last one, nothing matches, or there are no rows at all (`children`). */
export function NothingListed({ state, href, children }: { state: ListState; href: Href; children: ReactNode }) {
  const { t } = useTranslation("control-panel");
  if (state.page > 1 || state.cursor) return <BehindLastPage firstHref={href({ page: 1, cursor: null })} />;
  if (state.searchString === "" && Object.keys(state.filters).length === 0) return children;
  return (
    <EmptyState
      title={t("list.noMatchTitle")}
      icon={Search}
      action={<LinkButton to={href({ searchString: "", filters: {} })}>{t("list.showAll")}</LinkButton>}
    >
      {t("list.noMatchText")}
    </EmptyState>
  );
}

/** Empty state for a page number beyond the last page. */
export function BehindLastPage({ firstHref, icon = Search }: { firstHref: string; icon?: IconShape }) {
  const { t } = useTranslation("control-panel");
  return (
    <EmptyState
      title={t("list.behindLastTitle")}
      icon={icon}
      action={<LinkButton to={firstHref}>{t("list.toFirstPage")}</LinkButton>}
    >
      {t("list.behindLastText")}
    </EmptyState>
  );
}

type ListPagesProps = { state: ListState; list: AnyList; href: Href };

/** Previous page; from a cursor position it is the last numbered page. */
function previousPage({ page, itemsPerPage, cursor }: ListState): Pick<ListState, "page" | "cursor"> | null {
  if (itemsPerPage === -1) return null;
  if (cursor) return { page: deepestPage, cursor: null };
  return page > 1 ? { page: page - 1, cursor: null } : null;
}

/** Position in a list, links to other pages, and page size. */
export function ListPages({ state, list, href }: ListPagesProps) {
  const { t } = useTranslation("control-panel");
  const formatNumber = useNumber();
  const { rows, total, hasMore, hasNext, nextCursor, groups } = list;
  if (rows.length === 0) return null;
  const isWhole = state.itemsPerPage === -1;
  const from = isWhole ? 1 : (state.page - 1) * state.itemsPerPage + 1;
  const to = from + rows.length - 1;
  // With repeated rows for people in several groups, the total does not match the row count.
  const isCounted = total !== null && groups?.headings === undefined;
  const key = !isCounted ? "list.positionUncounted" : hasMore ? "list.positionMore" : "list.position";
  const previous = previousPage(state);
  const isSizeChoiceShown = hasNext || state.page > 1 || rows.length > pageSizes[0];
  return (
    <div className="space-y-3">
      <Pagination
        previousHref={previous && href(previous)}
        nextHref={hasNext && !isWhole ? nextHref() : null}
        pages={isCounted && !isWhole && !state.cursor ? pageLinks(Math.ceil(total / state.itemsPerPage)) : []}
        position={t(state.cursor ? "list.positionDeep" : key, {
          from: formatNumber(from),
          to: formatNumber(to),
          total: total === null ? "" : formatNumber(total),
        })}
      />
      {isSizeChoiceShown && (
        <nav aria-label={t("list.perPage")} className="flex flex-wrap items-center gap-2 text-14 text-ink-soft">
          <span aria-hidden="true">{t("list.perPage")}</span>
          {[...pageSizes, -1].map((size) => (
            <ChipLink key={size} to={href({ itemsPerPage: size })} isChosen={state.itemsPerPage === size}>
              {size === -1 ? t("list.everything") : size}
            </ChipLink>
          ))}
        </nav>
      )}
      {groups?.areWhole === false && <p className="text-14 text-ink-soft">{t("list.groupsOfPage")}</p>}
      {isWhole && hasNext && <p className="text-14 text-ink-soft">{t("list.firstThousand", { count: rows.length })}</p>}
    </div>
  );

  /** Links to the first page, the last (if known), and those next to the current one. */
  function pageLinks(last: number): Array<PageLink | null> {
    const near = [1, state.page - 1, state.page, state.page + 1, ...(hasMore ? [] : [last])];
    const numbers = [...new Set(near)]
      .filter((number) => number >= 1 && (number <= last || (hasMore && hasNext && number === state.page + 1)))
      .sort((one, other) => one - other);
    return numbers.flatMap((number, place) => {
      const link = {
        label: formatNumber(number),
        to: href({ page: number, cursor: null }),
        isCurrent: number === state.page,
      };
      const before = numbers[place - 1];
      return before !== undefined && number - before > 1 ? [null, link] : [link];
    });
  }

  function nextHref(): string | null {
    if (state.page < deepestPage) return href({ page: state.page + 1, cursor: null });
    return nextCursor && href({ cursor: nextCursor });
  }
}
