import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { meaningOf } from "~/services/.server/directory/database-conflicts";
import { isPersonInScope, scopeOf } from "~/services/.server/directory/scope-query";
import { formMessages } from "~/services/contracts/form-messages";
import type { ImportColumnId } from "~/services/contracts/import-columns";
import type { PlanContext } from "./plan-context";
import type { RosterRow } from "./roster";

/** Who of the importer's scope the rows of a roster mean: by uid, else by external id, else by username. One statement for a batch. */

/** `user` is null where nobody is meant; `wrong` names values that belong to somebody else. */
export type Match = {
  userId: number | null;
  /** People whom the row means beside that one. */
  others: { id: number; name: string }[];
  /** The one by name, for a refusal. */
  name: string | null;
  wrong: { column: ImportColumnId; reason: string }[];
};

const indexes = {
  username: "users_username",
  eppn: "users_eppn",
  gsuiteid: "users_gsuite_id",
  gsuiteemail: "users_gsuite_email",
  office365: "users_office365",
  bankid: "users_bankid",
  sms: "users_sms",
} as const;
const columnOf = {
  username: sql`lower(u.username)`,
  eppn: sql`lower(u.eppn)`,
  gsuiteid: sql`u.gsuite_id`,
  gsuiteemail: sql`lower(u.gsuite_email)`,
  office365: sql`lower(u.office365)`,
  bankid: sql`u.bankid`,
  sms: sql`u.sms`,
} as const;
const isFolded = new Set(["username", "eppn", "gsuiteemail", "office365"]);
type Identifier = keyof typeof indexes;

type Found = { at: number; by: string; id: number; name: string; isInScope: boolean };

export async function matchPeople(database: Database, context: PlanContext, rows: RosterRow[]): Promise<Match[]> {
  const wanted = rows.flatMap(({ uid, values }, at) => {
    const own = [...(Object.keys(indexes) as Identifier[]), "externalId" as const].flatMap((by) => {
      const value = values[by];
      return typeof value === "string"
        ? [{ at, by: by as string, value: isFolded.has(by) ? value.toLowerCase() : value }]
        : [];
    });
    return uid ? [{ at, by: "uid", value: uid }, ...own] : own;
  });
  const scope = scopeOf(context.access);
  const seen = scope ? isPersonInScope(scope, sql`u`) : sql`true`;
  const shown = sql`w.at, w.by, u.id, u.name, ${seen} as "isInScope"`;
  const living = sql`u.realm = ${context.access.realm} and u.status <> 'deleted'`;
  const identifiers = (Object.keys(indexes) as Identifier[]).map(
    (by) =>
      sql`select ${shown} from wanted w join directory.users u on ${columnOf[by]} = w.value and ${living} where w.by = ${by}`,
  );
  const { rows: found } = await database.execute<Found>(sql`
    with wanted as materialized (select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (at int, by text, value text))
    select ${shown} from wanted w join directory.users u on w.by = 'uid' and u.uid = (case when w.by = 'uid' then w.value::uuid end) and ${living}
    union all
    select ${shown} from wanted w join directory.external_ids e on e.root_id = ${context.rootId} and e.external_id = w.value
      join directory.users u on u.id = e.user_id and ${living} where w.by = 'externalId'
    union all ${sql.join(identifiers, sql` union all `)}`);
  const byRow = rows.map((): Found[] => []);
  for (const each of found) byRow[each.at]?.push(each);
  return rows.map((row, at) => matchOf(row, byRow[at] ?? []));
}

function matchOf(row: RosterRow, found: Found[]): Match {
  const own = (by: string) => found.find((each) => each.by === by && each.isInScope);
  const keys = ["uid", "externalId", "username"];
  const meant = keys.map(own).find((each) => each !== undefined);
  const others = keys.map(own).filter((each): each is Found => each !== undefined && each.id !== meant?.id);
  const wrong: Match["wrong"] = [];
  if (row.uid && !own("uid")) wrong.push({ column: "uid", reason: formMessages.unknownPerson });
  for (const { by, id, isInScope } of found) {
    if (by === "uid" || id === meant?.id || (keys.includes(by) && isInScope)) continue;
    const index = by === "externalId" ? "external_ids_of_tree" : indexes[by as Identifier];
    wrong.push({ column: by as ImportColumnId, reason: meaningOf(index)?.reason ?? formMessages.exists });
  }
  return {
    userId: meant?.id ?? null,
    others: others.map(({ id, name }) => ({ id, name })),
    name: meant?.name ?? null,
    wrong,
  };
}
