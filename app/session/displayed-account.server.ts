import type { Me, MyGroup, MyOrganization } from "~/services/contracts/account";
import { myListPageSize } from "~/services/contracts/account";
import type { SignedIn } from "./guard.server";

/**
 * The user with organisations and groups, for display: cached for five minutes per session, dropped by the user's own
 * writes. No permission depends on it. docs/product/shell.md#data-caches; docs/product/control-panel.md#limits.
 */
type DisplayedAccount = {
  me: Me;
  /** Only active ones. */
  organizations: MyOrganization[];
  groups: MyGroup[];
};

export function displayedAccount({
  backend,
  realm,
  sessionId,
  user,
  credentials,
}: SignedIn): Promise<DisplayedAccount> {
  const { displayCache, clients } = backend;
  const { account } = clients;
  return displayCache.find(`${realm} ${sessionId}`, user.uid, async () => {
    const [me, organizations, groups] = await Promise.all([
      account.getMe({}, credentials),
      fetchAllPages((query) => account.getMyOrganizations({ query }, credentials)),
      fetchAllPages((query) => account.getMyGroups({ query }, credentials)),
    ]);
    return { me: me.body, organizations: active(organizations), groups: active(groups) };
  });
}

/** Maximum number of pages, in case a service returns a wrong total. */
const maxPages = 100;

type Page<Item> = { body: { data: Item[]; meta: { totalCount: number } } };

/** Fetches pages of a hundred each, until meta.totalCount is reached. */
export async function fetchAllPages<Item>(
  ask: (query: { pageNumber: number; pageSize: number }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let pageNumber = 1; pageNumber <= maxPages; pageNumber += 1) {
    const { body } = await ask({ pageNumber, pageSize: myListPageSize });
    items.push(...body.data);
    if (items.length >= body.meta.totalCount || body.data.length === 0) break;
  }
  return items;
}

function active<Item extends { active: boolean }>(items: Item[]): Item[] {
  return items.filter((item) => item.active);
}
