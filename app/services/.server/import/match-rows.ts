import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { type Access, relationToPerson } from "~/services/.server/directory/access";
import { findPeople, type Person } from "~/services/.server/directory/people/people-store";
import { roleOfWord } from "~/services/contracts/import-columns";
import { isUid } from "~/services/contracts/uid";
import { foldedName, type ImportScope } from "./import-scope";
import type { RosterRow } from "./roster-row";

/**
 * Whom rows mean: by uid, else external id, else username, among those whom the importer may edit anything of. A row whose ids name two
 * people means neither. docs/product/control-panel.md#validation.
 */

export type RowMatch = {
  person: Person | null;
  /** Everybody whom the row's ids name, where that is more than one. */
  several: Person[];
  /** The row has a uid that nobody in reach has. */
  isUnknown: boolean;
  /** Of a row that means nobody: people of the same name and type in the import's organisations. */
  likely: Person[];
};

type Within = Database | Transaction;
type Found = { kind: "uid" | "externalId" | "username" | "name"; place: number; id: number };

/** Few statements, however many rows. */
export async function matchRows(
  database: Within,
  access: Access,
  scope: ImportScope,
  rows: readonly RosterRow[],
): Promise<Map<number, RowMatch>> {
  const found = await findMatches(database, access, scope, rows);
  const people = await peopleById(
    database,
    access,
    found.map(({ id }) => id),
  );
  const matches = new Map<number, RowMatch>();
  for (const row of rows) {
    const own = found.filter(({ place }) => place === row.place);
    const of = (kind: Found["kind"]) =>
      own.filter((each) => each.kind === kind).flatMap(({ id }) => people.get(id) ?? []);
    const [uid, externalId, username] = [of("uid"), of("externalId"), of("username")];
    const named = [...new Set([...uid, ...externalId, ...username])];
    const isUnknown = textOf(row, "uid") !== "" && uid.length === 0;
    const person = isUnknown || named.length !== 1 ? null : (named[0] ?? null);
    const several = named.length > 1 ? named : [];
    const type = roleOfWord(textOf(row, "role")) ?? "student";
    const likely = person || several.length > 0 || isUnknown ? [] : of("name").filter((each) => each.type === type);
    matches.set(row.place, { person, several, isUnknown, likely });
  }
  return matches;
}

async function findMatches(
  database: Within,
  access: Access,
  scope: ImportScope,
  rows: readonly RosterRow[],
): Promise<Found[]> {
  const asked = (read: (row: RosterRow) => string | null) => {
    const values = rows.flatMap((row) => {
      const value = read(row);
      return value ? [{ place: row.place, value }] : [];
    });
    return sql`unnest(${sql.param(values.map(({ place }) => place))}::int[], ${sql.param(values.map(({ value }) => value))}::text[]) w (place, value)`;
  };
  const root = scope.home.above.length > 0 ? sql`directory.root_of(${scope.home.id})` : sql`${scope.home.id}`;
  const organizations = sql.param([...scope.organizations.keys()]);
  const living = sql`u.realm = ${access.realm} and u.status <> 'deleted'`;
  const { rows: found } = await database.execute<Found>(sql`
    select 'uid' as kind, w.place, u.id from ${asked(uidOf)} join directory.users u on u.uid = w.value::uuid and ${living}
    union all select 'externalId', w.place, e.user_id from ${asked((row) => textOf(row, "externalId"))}
      join directory.external_ids e on e.root_id = ${root} and e.external_id = w.value
    union all select 'username', w.place, u.id from ${asked((row) => textOf(row, "username"))}
      join directory.users u on lower(u.username) = lower(w.value) and ${living}
    union all select distinct 'name', w.place, u.id from ${asked(wholeName)}
      join directory.users u on lower(u.name) = w.value and ${living}
      join directory.associations a on a.user_id = u.id and a.organization_id = any (${organizations}::int[])`);
  return found;
}

/** Those in the importer's reach. */
async function peopleById(database: Within, access: Access, ids: readonly number[]): Promise<Map<number, Person>> {
  const people = await findPeople(database, [...new Set(ids)], access.userId);
  const inReach = people.filter((person) => !["none", "member"].includes(relationToPerson(access, person)));
  return new Map(inReach.map((person) => [person.id, person]));
}

function textOf({ cells }: RosterRow, column: "uid" | "externalId" | "username" | "role"): string {
  return cells[column]?.text.trim() ?? "";
}

function uidOf(row: RosterRow): string | null {
  const text = textOf(row, "uid").toLowerCase();
  return isUid(text) ? text : null;
}

function wholeName({ cells }: RosterRow): string {
  return foldedName(cells.name?.text || [cells.firstName?.text, cells.lastName?.text].filter(Boolean).join(" "));
}
