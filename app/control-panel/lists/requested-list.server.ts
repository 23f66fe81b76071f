import { getTranslator } from "~/i18n/i18n.server";
import type { SavedListName } from "~/services/contracts/saved-lists";
import { redirectWithNotice } from "~/shell/notice.server";
import type { ListState } from "./list-address";
import { parseFilters, readList } from "./read-list";

/**
 * The list that an address asks for.
 * @throws Response a redirect to the same list without filters that cannot be read, where that is said: an address that was cut off
 *   on its way must not show everybody as if that were what it asks for
 */
export async function requestedList(request: Request, list: SavedListName): Promise<ListState> {
  const { pathname, searchParams } = new URL(request.url);
  if (parseFilters(searchParams.get("filters")) !== null) return readList(list, searchParams);
  searchParams.delete("filters");
  const query = searchParams.size > 0 ? `?${searchParams}` : "";
  const t = await getTranslator(request, "control-panel");
  throw await redirectWithNotice(`${pathname}${query}`, "warning", t("list.filtersUnread"));
}
