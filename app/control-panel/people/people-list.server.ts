import type { PersonEntity } from "~/services/contracts/control-panel";
import { ServiceError } from "~/services/contracts/service-error";
import { type ListState, listQuery, readListState } from "../lists/list-address";
import {
  chooseOrganization,
  enterPanel,
  type Panel,
  type PanelOrganization,
  shownOrganizations,
} from "../panel.server";
import { refusalOf } from "../service-answers.server";
import type { ListKind } from "./kinds";

const calls = {
  students: "getStudents",
  employees: "getEmployees",
  guardians: "getGuardians",
  users: "getOrganizationUsers",
} as const;

export type PeopleListData = {
  kind: ListKind;
  state: ListState;
  organization: PanelOrganization | null;
  organizations: PanelOrganization[];
  people: PersonEntity[];
  total: number;
  hasMore: boolean;
  nextCursor: string | null;
  /** A failed load is an empty list and this flag. Spec 3, section 4. */
  failed: string | null;
};

/** One page of a list of people. */
export async function loadPeopleList(request: Request, kind: ListKind): Promise<PeopleListData> {
  const panel = await enterPanel(request);
  const state = readListState(new URL(request.url).searchParams);
  const organizations = await shownOrganizations(panel, request);
  const organization = chooseOrganization(organizations, state.organization);
  const empty = { people: [], total: 0, hasMore: false, nextCursor: null };
  const base = { kind, state, organization, organizations };
  if (!organization) return { ...base, ...empty, failed: null };
  try {
    return { ...base, ...(await fetchPage(panel, kind, organization.id, state)), failed: null };
  } catch (error) {
    const refusal = refusalOf(error, request);
    if (refusal instanceof Response) throw refusal;
    const message = error instanceof ServiceError ? error.message : "Failed to fetch user data";
    return { ...base, ...empty, failed: message };
  }
}

/** The app's -1: everything in pages of 100, up to 10 pages. Spec 3, section 9. */
const wholePages = 10;

async function fetchPage(panel: Panel, kind: ListKind, id: string, state: ListState) {
  const query = listQuery(state);
  const people: PersonEntity[] = [];
  let cursor = query.cursor;
  for (let page = 1; ; page += 1) {
    const asked = { params: { id }, query: { ...query, ...(cursor ? { cursor } : {}) } };
    const { body } = await panel.client[calls[kind]](asked, panel.credentials);
    people.push(...body.data);
    cursor = body.meta.nextCursor ?? undefined;
    if (state.itemsPerPage !== -1 || !cursor || page >= wholePages) {
      const { totalCount, more } = body.meta;
      return { people, total: totalCount, hasMore: more ?? false, nextCursor: body.meta.nextCursor };
    }
  }
}
