import { getWiring } from "~/clients/wiring.server";
import type { Me, MyGroup, MyOrganization } from "~/services/contracts/account";
import { myListPageSize } from "~/services/contracts/account";
import type { SignedIn } from "./guard.server";

/**
 * The person and their places, for display: cached for five minutes per session, dropped by their own writes. No right depends on
 * it. docs/product/shell.md#data-caches; docs/product/control-panel.md#limits.
 */
export type DisplayedAccount = {
  me: Me;
  /** Only those that are active. */
  organizations: MyOrganization[];
  groups: MyGroup[];
};

export function displayedAccount({ realm, sessionId, user, credentials }: SignedIn): Promise<DisplayedAccount> {
  const { displayCache, clients } = getWiring();
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

/** Pages at most, in case a service counts wrongly. */
const mostPages = 100;

type Page<Item> = { body: { data: Item[]; meta: { totalCount: number } } };

/** Page by page, a hundred each, until there are as many as meta.totalCount says. */
export async function fetchAllPages<Item>(
  ask: (query: { pageNumber: number; pageSize: number }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const found: Item[] = [];
  for (let pageNumber = 1; pageNumber <= mostPages; pageNumber += 1) {
    const { body } = await ask({ pageNumber, pageSize: myListPageSize });
    found.push(...body.data);
    if (found.length >= body.meta.totalCount || body.data.length === 0) break;
  }
  return found;
}

function active<Item extends { active: boolean }>(items: Item[]): Item[] {
  return items.filter((item) => item.active);
}
