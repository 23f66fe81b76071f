import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { type Access, visibleGroups } from "~/services/.server/directory/access";
import { readPeopleFilters } from "~/services/.server/directory/lists/list-filters";
import type { Person, PersonGroup } from "~/services/.server/directory/people/people-store";
import type { Selection } from "~/services/contracts/jobs";

/**
 * The group that each person is listed under on a sheet, by uid: the group that the list was filtered by, else their first class, else
 * their first group (a pupil of 4A and the choir is looked for in 4A). Groups that the caller may not see are omitted.
 */
export async function groupsOnSheet(
  database: Database,
  access: Access,
  selection: Selection,
  people: readonly Person[],
): Promise<Map<string, PersonGroup>> {
  const groupsByPerson = people.map((person) => ({ uid: person.uid, groups: visibleGroups(access, person) }));
  const filtered = "match" in selection ? readPeopleFilters(selection.match.filters).groupUid : undefined;
  const uids = [...new Set(groupsByPerson.flatMap(({ groups }) => groups.map(({ uid }) => uid)))];
  const { rows } = await database.execute<{ uid: string }>(sql`
    select uid from directory.groups where type = 'class' and uid = any(${sql.param(uids)}::uuid[])`);
  const classes = new Set(rows.map(({ uid }) => uid));
  const named = groupsByPerson.flatMap(({ uid, groups }) => {
    const own =
      groups.find((group) => group.uid === filtered) ?? groups.find((group) => classes.has(group.uid)) ?? groups[0];
    return own ? [[uid, own] as const] : [];
  });
  return new Map(named);
}
