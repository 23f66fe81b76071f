import type { OrganizationEntity } from "~/services/contracts/control-panel";
import { ServiceError } from "~/services/contracts/service-error";
import { type ListState, listQuery, readListState } from "../lists/list-address";
import { enterPanel } from "../panel.server";
import { refusalOf } from "../service-answers.server";

export type OrganizationListData = {
  state: ListState;
  organizations: OrganizationEntity[];
  total: number;
  hasMore: boolean;
  nextCursor: string | null;
  mayAdd: boolean;
  /** The deleted are shown to those who may bring them back. */
  maySeeDeleted: boolean;
  failed: boolean;
};

/** The organisations in one's reach. */
export async function loadOrganizations(request: Request): Promise<OrganizationListData> {
  const panel = await enterPanel(request);
  const state = readListState(new URL(request.url).searchParams);
  const { isSuperUser } = panel.user;
  const base = { state, mayAdd: isSuperUser, maySeeDeleted: isSuperUser };
  try {
    const { body } = await panel.client.getOrganizations({ query: listQuery(state) }, panel.credentials);
    const { totalCount, more = false, nextCursor } = body.meta;
    return { ...base, organizations: body.data, total: totalCount, hasMore: more, nextCursor, failed: false };
  } catch (error) {
    const refusal = refusalOf(error, request);
    if (refusal instanceof Response || !(error instanceof ServiceError)) throw refusal;
    return { ...base, organizations: [], total: 0, hasMore: false, nextCursor: null, failed: true };
  }
}
