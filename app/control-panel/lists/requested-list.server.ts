import { getTranslator } from "~/i18n/i18n.server";
import type { SavedListName } from "~/services/contracts/saved-lists";
import type { ListState } from "~/shell/list-address";
import { redirectWithNotice } from "~/shell/notice.server";
import { parseFilters, readList } from "./read-list";

/**
 * The state of the list in the request's URL.
 * @throws Response redirect to the same list without filters, with a notice, if the filters are invalid: a truncated URL must not
 * silently show everybody
 */
export async function requestedList(request: Request, list: SavedListName): Promise<ListState> {
  const { pathname, searchParams } = new URL(request.url);
  if (parseFilters(searchParams.get("filters")) !== null) return readList(list, searchParams);
  searchParams.delete("filters");
  const query = searchParams.size > 0 ? `?${searchParams}` : "";
  const t = await getTranslator(request, "control-panel");
  throw await redirectWithNotice(`${pathname}${query}`, "warning", t("list.filtersUnread"));
}
