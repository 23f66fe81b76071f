import type { DisplayCache } from "~/caching/display-cache";
import { getWiring } from "~/clients/wiring.server";
import type { Panel } from "~/control-panel/frame/panel.server";
import { refusalOf } from "~/forms/service-errors.server";
import { ServiceError } from "~/services/contracts/service-error";
import { type CacheableList, cacheableLists, type ListSetting } from "./cacheable-lists";
import { isForced } from "./list-address";

/** Fetching a list for a page: from what was fetched a moment ago where that may be, and never an error in its place. */

/** Why a list could not be fetched: the server's words, or null where it had none for people. docs/product/control-panel.md#states, #errors. */
export type ListFailure = { message: string | null };

export type Fetched<Rows> = { rows: Rows; failed: null } | { rows: null; failed: ListFailure };

export type ListRequest<Rows> = {
  list: CacheableList;
  /** Everything that says which rows there are: the call's parameters and query. */
  key: readonly unknown[];
  fetch(): Promise<Rows>;
  /** How many rows came; none are fetched again next time. */
  count(rows: Rows): number;
  /** Choices beside the page's list: a forced fetch renews the list alone. */
  isBesideList?: boolean;
  /** Whether the caller sees everybody there. The rows of a teacher change with their classes, so they are not cached. */
  seesEverybody: boolean;
  /**
   * Rights are checked at every request, also when the rows are cached: throws the service's error, and returns false where some
   * of the rows may not be seen any more.
   */
  permit?(rows: Rows): Promise<boolean>;
};

/**
 * A failed load is no error page: the list is empty and says so. What is no failure is thrown on: signing in again, a refusal,
 * a thing that is not there.
 * @throws Response
 */
export async function fetchList<Rows>(
  panel: Panel,
  request: Request,
  wanted: ListRequest<Rows>,
): Promise<Fetched<Rows>> {
  try {
    const { displayCache } = getWiring();
    const isAnew = isForced(request) && !wanted.isBesideList;
    const rows = await cachedOrFetched(displayCache, cacheableLists[wanted.list], panel, isAnew, wanted);
    return { rows, failed: null };
  } catch (error) {
    if (error instanceof Response) throw error;
    const isSaid = error instanceof ServiceError;
    if (isSaid && [401, 403, 404].includes(error.status)) throw refusalOf(error, request);
    if (!isSaid || error.status >= 500) {
      getWiring().errors.report(error, { where: "page", requestId: panel.credentials.requestId });
    }
    return { rows: null, failed: { message: isSaid && error.code !== "internal_error" ? error.message : null } };
  }
}

/** Rows of the list's own key for this person; what one person sees is never shown to another. */
export async function cachedOrFetched<Rows>(
  displayCache: Pick<DisplayCache, "find">,
  { duration, isOn }: ListSetting,
  panel: Pick<Panel, "realm" | "user">,
  isForced: boolean,
  { list, key, fetch, count, seesEverybody, permit }: ListRequest<Rows>,
): Promise<Rows> {
  if (!isOn || !seesEverybody) return fetch();
  const { realm, user } = panel;
  let isFetched = false;
  const load = () => {
    isFetched = true;
    return fetch();
  };
  // What somebody may see is not the same when somebody else acts as them, or after a second factor.
  const permissions = [user.roles, user.isSuperUser, user.isSecureLogin, user.isImpersonated];
  const find = (isAnew: boolean) =>
    displayCache.find(JSON.stringify(["list", list, realm, user.uid, permissions, key]), user.uid, load, {
      ttl: duration,
      isForced: isAnew,
      isEmpty: (found) => count(found) === 0,
      sizeOf: (found) => 1 + count(found) / 10,
    });
  const rows = await find(isForced);
  const isPermitted = isFetched || !permit || (await permit(rows));
  return isPermitted ? rows : find(true);
}
