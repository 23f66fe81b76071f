import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { type Access, relationToPerson } from "~/services/.server/directory/access";
import { isRestorableBy } from "~/services/.server/directory/deletion-times";
import { findPeople, type Person } from "~/services/.server/directory/people/people-store";
import { splitName } from "~/services/.server/directory/rules";
import { formMessages } from "~/services/contracts/form-messages";
import { roleOfWord } from "~/services/contracts/import-columns";
import { foldedWord } from "~/services/contracts/import-words";
import { isUid } from "~/services/contracts/uid";
import { foldedName, type ImportScope } from "./import-scope";
import type { RosterRow } from "./roster-row";

/**
 * Matches rows to people by uid, else external id, else username, among those that the importer may edit. A row whose ids match two
 * people matches neither. docs/product/control-panel.md#validation.
 */

export type RowMatch = {
  person: Person | null;
  /** The person that each of the row's ids matches, if they match more than one. */
  several: { column: "uid" | "externalId" | "username"; person: Person }[];
  /** The row has a uid that matches nobody in the importer's scope. */
  isUnknown: boolean;
  /** For a row without a match: people of the same name and type in the import's organisations. */
  likely: Person[];
  /**
   * Why a user must say whether the row is about the one person of `likely`, although an id of it is theirs: they have another first and
   * another last name; or null. `column` is null if the whole row is the reason.
   */
  question: { column: "uid" | "externalId" | "username" | null; reason: string } | null;
  /** For a roster's row without a match: the deleted person that it would restore. */
  deleted: Person | null;
};

type Within = Database | Transaction;
type Match = { kind: "uid" | "externalId" | "username" | "name" | "deleted"; place: number; id: number };

/**
 * Uses at most four statements for any number of rows; two if all rows match by their ids.
 * @param mayBeAlike rows that may be matched by name; all by default
 */
export async function matchRows(
  database: Within,
  access: Access,
  scope: ImportScope,
  rows: readonly RosterRow[],
  mayBeAlike: (row: RosterRow) => boolean = () => true,
): Promise<Map<number, RowMatch>> {
  const named = byPlace(await findNamed(database, access, scope, rows));
  const isNew = (row: RosterRow) => textOf(row, "uid") === "" && !named.has(row.place);
  const deleted = byPlace(
    await findDeleted(
      database,
      access,
      scope,
      rows.filter((row) => row.roster && isNew(row)),
    ),
  );
  const isNobody = (row: RosterRow) => isNew(row) && !deleted.has(row.place);
  const alike = byPlace(
    await findAlike(
      database,
      access,
      scope,
      rows.filter((row) => isNobody(row) && mayBeAlike(row)),
    ),
  );
  const ids = [...named.values(), ...alike.values(), ...deleted.values()].flatMap((matches) =>
    matches.map(({ id }) => id),
  );
  const people = await peopleById(database, access, ids);
  return new Map(
    rows.map((row): [number, RowMatch] => {
      const of = (kind: Match["kind"]) =>
        (named.get(row.place) ?? []).filter((each) => each.kind === kind).flatMap(({ id }) => people.get(id) ?? []);
      const [uid, externalId, username] = [of("uid"), of("externalId"), of("username")];
      const candidates = [...new Set([...uid, ...externalId, ...username])];
      const several = (["uid", "externalId", "username"] as const).flatMap((column) =>
        of(column).map((person) => ({ column, person })),
      );
      const isUnknown = textOf(row, "uid") !== "" && uid.length === 0;
      const person = isUnknown || candidates.length !== 1 ? null : (candidates[0] ?? null);
      const type = roleOfWord(textOf(row, "role")) ?? "student";
      const likely = (alike.get(row.place) ?? [])
        .flatMap(({ id }) => people.get(id) ?? [])
        .filter((each) => each.type === type);
      // A username that now belongs to somebody else does not bring back the person who had it.
      const returning = (deleted.get(row.place) ?? [])
        .flatMap(({ id }) => people.get(id) ?? [])
        .find((each) => each.uid === row.roster?.returning || isOfRegister(row, each) || !hasOtherName(row, each));
      const common = { several: candidates.length > 1 ? several : [], isUnknown, deleted: returning ?? null };
      // A synchronised source may rename the people whom it has named by its own id before, and those of its register's id.
      const isRenamed = row.roster && (uid.length > 0 || externalId.length > 0);
      const isSure = !person || isRenamed || !hasOtherName(row, person);
      if (isSure) return [row.place, { ...common, person, likely, question: null }];
      const question = { column: several[0]?.column ?? null, reason: formMessages.otherName };
      return [row.place, { ...common, person: null, likely: [person], question }];
    }),
  );
}

function byPlace(matches: readonly Match[]): Map<number, Match[]> {
  const places = new Map<number, Match[]>();
  for (const each of matches) {
    const own = places.get(each.place);
    if (own) own.push(each);
    else places.set(each.place, [each]);
  }
  return places;
}

function requestedValues(rows: readonly RosterRow[], read: (row: RosterRow) => string | null): SQL {
  const values = rows.flatMap((row) => {
    const value = read(row);
    return value ? [{ place: row.place, value }] : [];
  });
  return sql`unnest(${sql.param(values.map(({ place }) => place))}::int[], ${sql.param(values.map(({ value }) => value))}::text[]) w (place, value)`;
}

/**
 * Looks the rows' values up one by one in an index. As a plain join PostgreSQL would overestimate the matches of an expression such as
 * `lower(username)`, and read the whole index of a realm for each batch; an offset keeps it from turning this into one.
 */
const eachInIndex = (select: SQL) => sql`lateral (${select} offset 0)`;

const living = ({ realm }: Access) => sql`u.realm = ${realm} and u.status <> 'deleted'`;

/** People that match by uid, external id or username. */
async function findNamed(
  database: Within,
  access: Access,
  scope: ImportScope,
  rows: readonly RosterRow[],
): Promise<Match[]> {
  // As a subquery it runs once instead of once per row.
  const root = sql`(select directory.root_of(${scope.home.id}))`;
  const { rows: matches } = await database.execute<Match>(sql`
    select 'uid' as kind, w.place, u.id from ${requestedValues(rows, uidOf)}
      join directory.users u on u.uid = w.value::uuid and ${living(access)}
    union all select 'externalId', w.place, e.user_id from ${requestedValues(rows, (row) => textOf(row, "externalId"))}
      join directory.external_ids e on e.root_id = ${root} and e.external_id = w.value
    union all select 'username', w.place, u.id from ${requestedValues(rows, (row) => textOf(row, "username"))},
      ${eachInIndex(sql`select u.id from directory.users u where lower(u.username) = lower(w.value) and ${living(access)}`)} u`);
  return matches;
}

/** People with the rows' names in the import's organisations. */
async function findAlike(
  database: Within,
  access: Access,
  scope: ImportScope,
  rows: readonly RosterRow[],
): Promise<Match[]> {
  if (rows.length === 0) return [];
  const organizations = sql.param([...scope.organizations.keys()]);
  const { rows: matches } = await database.execute<Match>(sql`
    select distinct 'name' as kind, w.place, u.id from ${requestedValues(rows, wholeName)}
      join directory.users u on lower(u.name) = w.value and ${living(access)}
      join directory.associations a on a.user_id = u.id and a.organization_id = any (${organizations}::int[])`);
  return matches;
}

/** Deleted people whom the importer can still restore and who match by the source's id, external id or username. */
async function findDeleted(
  database: Within,
  access: Access,
  scope: ImportScope,
  rows: readonly RosterRow[],
): Promise<Match[]> {
  if (rows.length === 0) return [];
  const isDeleted = sql`u.realm = ${access.realm} and u.status = 'deleted' and ${isRestorableBy(access, sql`u.deleted_at`)}`;
  const isHere = sql`exists (select 1 from directory.associations a
    where a.user_id = u.id and a.organization_id = any (${sql.param([...scope.organizations.keys()])}::int[]))`;
  const { rows: matches } = await database.execute<Match>(sql`
    select 'deleted' as kind, place, id from (
      select 1 as rank, w.place, u.id, u.deleted_at from ${requestedValues(rows, ({ roster }) => roster?.returning ?? null)}
        join directory.users u on u.uid = w.value::uuid and ${isDeleted}
      union all select 2, w.place, u.id, u.deleted_at from ${requestedValues(rows, (row) => textOf(row, "externalId"))}
        join directory.users u on u.external_id = w.value and ${isDeleted} and ${isHere}
      union all select 3, w.place, u.id, u.deleted_at from ${requestedValues(rows, (row) => textOf(row, "username"))}
        join directory.users u on lower(u.username) = lower(w.value) and ${isDeleted} and ${isHere}) found
    order by rank, deleted_at desc`);
  return matches;
}

/** People by id, only those in the importer's scope. */
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

function isOfRegister(row: RosterRow, { externalId }: Pick<Person, "externalId">): boolean {
  return externalId !== null && externalId === textOf(row, "externalId");
}

function wholeName(row: RosterRow): string {
  return foldedName(nameInRow(row));
}

/** The name as the row has it, in one text; empty if it has none. */
export function nameInRow({ cells }: RosterRow): string {
  return cells.name?.text || [cells.firstName?.text, cells.lastName?.text].filter(Boolean).join(" ");
}

/**
 * Whether a row gives a person another first name and another last name, as if its id were mistaken for theirs. The same words in another
 * order or division are the same name.
 */
export function hasOtherName(row: RosterRow, person: Pick<Person, "name" | "firstName" | "lastName">): boolean {
  const written = nameInRow(row).trim();
  if (written === "") return false;
  const { firstName: first, lastName: last } = row.cells;
  const whole = splitName(written);
  const stored = person.firstName ? person : splitName(person.name);
  const now = row.cells.name?.text
    ? whole
    : { firstName: first?.text.trim() || stored.firstName, lastName: last?.text.trim() || stored.lastName };
  const isSame = (one: string | null, other: string | null) => foldedWord(one ?? "") === foldedWord(other ?? "");
  if (isSame(now.firstName, stored.firstName) || isSame(now.lastName, stored.lastName)) return false;
  return !isSameName(`${now.firstName ?? ""} ${now.lastName ?? ""}`, person.name);
}

/** Whether two names consist of the same words, in any order, whatever their case and accents. */
export function isSameName(one: string, other: string): boolean {
  const words = (text: string) => text.split(/\s+/).map(foldedWord).filter(Boolean).sort().join(" ");
  return words(one) === words(other);
}
