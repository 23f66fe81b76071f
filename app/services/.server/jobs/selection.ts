import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import { authorisePeopleOfJob } from "~/services/.server/directory/authorisation";
import { planPage, readSorts } from "~/services/.server/directory/lists/list-page";
import { peopleCondition, peopleSortColumns } from "~/services/.server/directory/lists/people-query";
import type { PersonType } from "~/services/.server/directory/rules";
import { isPersonInScope, scopeOf } from "~/services/.server/directory/scope-query";
import type { PeopleListName, Selection } from "~/services/contracts/jobs";

/** Resolves a selection: ids, or everything that a list shows to the caller. */

const listed: Record<PeopleListName, PersonType[]> = {
  students: ["student"],
  guardians: ["guardian"],
  employees: ["employee"],
  users: ["student", "guardian", "employee"],
};

/** Condition and order on `directory.users u`. */
export type Selected = { condition: SQL; orderBy: SQL };

/**
 * The same people as all pages of the list.
 * @throws ServiceError 404 for an organisation outside the scope, 403 for a list that the caller may not see, 400 for invalid filters
 */
export async function readSelection(database: Database, access: Access, selection: Selection): Promise<Selected> {
  const columns = peopleSortColumns(access.realm);
  const page = { number: 1, size: 1, cursor: null };
  if ("ids" in selection) {
    const query = { realm: access.realm, organization: null, filters: { uids: selection.ids } };
    const filterableScope = scopeOf(access);
    const scopeCondition = filterableScope ? sql`and ${isPersonInScope(filterableScope, sql`u`)}` : sql``;
    const condition = sql`${peopleCondition(query)} ${scopeCondition}`;
    return { condition, orderBy: planPage(columns, readSorts(columns, "name", "asc"), page).orderBy };
  }
  const { match } = selection;
  const proof = { database, access };
  const { scope } = await authorisePeopleOfJob(proof, match.organization, listed[match.list], match.filters);
  const condition = peopleCondition({ ...scope, q: match.q, qName: match.qName });
  return { condition, orderBy: planPage(columns, readSorts(columns, match.sortBy, match.sortOrder), page).orderBy };
}

/** Uid and name of all selected people, in order. */
export function selectedPeople({ condition, orderBy }: Selected): SQL {
  return sql`select u.uid, u.name from directory.users u where ${condition} order by ${orderBy}`;
}
