import { sql } from "drizzle-orm";
import { seedLarge } from "#packages/demo/src/large";
import type { Database } from "~/db/.server/connect";
import { listPeople } from "~/services/.server/directory/lists/people-list";
import type { PeopleQuery } from "~/services/.server/directory/lists/people-query";
import { testDatabase } from "./database";

/** A municipality of 3,000 people: enough for cached positions of deep pages and for more search matches than are counted. */
export type PeopleListScene = {
  database: Database;
  /** Id of the municipality. */
  topmost: number;
  /** The first page of everybody below it, newest first, with some changes. */
  query(change?: Partial<PeopleQuery>): PeopleQuery;
  /** Ids of the people that such a query returns. */
  ids(change: Partial<PeopleQuery>): Promise<number[]>;
};

export async function peopleListScene(): Promise<PeopleListScene> {
  const { database, url } = await testDatabase();
  await seedLarge(url, "se", { users: 3000, groups: 120, organizations: 103 });
  const { rows } = await database.execute<{ id: number }>(
    sql`select id from directory.organizations where parent_id is null and type <> 'consumer'`,
  );
  const topmost = rows[0]?.id ?? 0;
  const query = (change: Partial<PeopleQuery> = {}): PeopleQuery => ({
    realm: "se",
    organization: { id: topmost, withBelow: true, activeOnly: false },
    callerId: 0,
    filters: {},
    sorts: [{ by: "id", order: "desc" }],
    page: { number: 1, size: 10, cursor: null },
    count: "capped",
    ...change,
  });
  const ids = async (change: Partial<PeopleQuery>) =>
    (await listPeople(database, query(change))).people.map((one) => one.id);
  return { database, topmost, query, ids };
}
