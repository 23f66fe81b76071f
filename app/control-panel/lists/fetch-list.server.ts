import type { DisplayCache } from "~/caching/display-cache";
import type { Panel } from "~/control-panel/frame/panel.server";
import { refusalOf } from "~/forms/service-errors.server";
import { type CacheableList, cacheableLists, type ListSetting } from "~/services/contracts/cacheable-lists";
import { ServiceError } from "~/services/contracts/service-error";
import { isForced } from "~/shell/list-address";

/** Fetches a list for a page, from the cache where allowed; a failure is returned instead of thrown. */

/**
 * Why a list could not be fetched: the server's message, or null if it has none for users. docs/product/control-panel.md#states, #errors.
 */
export type ListFailure = { message: string | null };

export type Fetched<Rows> = { rows: Rows; failed: null } | { rows: null; failed: ListFailure };

type ListRequest<Rows> = {
  list: CacheableList;
  /** Everything that determines the rows: the call's parameters and query. */
  key: readonly unknown[];
  fetch(): Promise<Rows>;
  /** Number of rows; empty results are not cached. */
  count(rows: Rows): number;
  /** Whether the user sees everybody there. A teacher's rows change with their classes, so they are not cached. */
  seesEverybody: boolean;
};

/** A list from the cache where allowed, else from the service; a failure as in `listOrFailure`. */
export function fetchList<Rows>(panel: Panel, request: Request, wanted: ListRequest<Rows>): Promise<Fetched<Rows>> {
  const { displayCache } = panel.backend;
  return listOrFailure(panel, request, () =>
    cachedOrFetched(displayCache, cacheableLists[wanted.list], panel, isForced(request), wanted),
  );
}

/**
 * A failed fetch shows an empty list with an error message instead of an error page. Redirects to sign in, refusals and missing
 * resources are thrown.
 * @throws Response
 */
export async function listOrFailure<Rows>(
  panel: Panel,
  request: Request,
  fetch: () => Promise<Rows>,
): Promise<Fetched<Rows>> {
  try {
    return { rows: await fetch(), failed: null };
  } catch (error) {
    if (error instanceof Response) throw error;
    const isServiceError = error instanceof ServiceError;
    if (isServiceError && [401, 403, 404].includes(error.status)) throw refusalOf(error, request);
    if (!isServiceError || error.status >= 500) {
      panel.backend.errors.report(error, { where: "page", requestId: panel.credentials.requestId });
    }
    return {
      rows: null,
      failed: { message: isServiceError && error.code !== "internal_error" ? error.message : null },
    };
  }
}

/** Rows from the cache, keyed by list and person, so that cached rows are never shown to another person. */
export async function cachedOrFetched<Rows>(
  displayCache: Pick<DisplayCache, "find">,
  { duration, isOn }: ListSetting,
  panel: Pick<Panel, "realm" | "user">,
  isForced: boolean,
  { list, key, fetch, count, seesEverybody }: ListRequest<Rows>,
): Promise<Rows> {
  if (!isOn || !seesEverybody) return fetch();
  const { realm, user } = panel;
  // Part of the key: permissions differ while impersonating and after a second factor.
  const permissions = [user.roles, user.isSuperUser, user.isSecureLogin, user.isImpersonated];
  return displayCache.find(JSON.stringify(["list", list, realm, user.uid, permissions, key]), user.uid, fetch, {
    ttl: duration,
    isForced,
    isEmpty: (fetched) => count(fetched) === 0,
    sizeOf: (fetched) => 1 + count(fetched) / 10,
  });
}
