import type { Person } from "~/services/.server/directory/people/people-store";
import type { PersonColumns } from "~/services/.server/directory/people/person-columns";
import { formMessages } from "~/services/contracts/form-messages";
import type { ImportColumnId } from "~/services/contracts/import-columns";
import { isSameName, nameInRow } from "./match-rows";
import type { RosterRow, RowProblem } from "./roster-row";
import { identifierKeys } from "./taken-values";

/**
 * Compares the rows of one file with each other. The same name and person, or the same name and username, is the same person twice; a
 * value that two people have is a mistake of both rows, since either can be the wrong one. docs/product/control-panel.md#validation.
 */

type SeenRow = {
  place: number;
  sheet: string;
  row: number;
  name: string | null;
  /** A user has yet to decide whether the row is about its person. */
  isUndecided: boolean;
  /** A synchronised source names its person by the source's own id, so that another row cannot put it in doubt. */
  isSure: boolean;
  /** Number of rows that it is known to share a value with. */
  shared: number;
};

/** Maximum number of other rows that a row names. */
const mostNamed = 10;

/** A value that a row shares with a row of somebody else, as a problem of the row at `place`. */
export type SharedValue = { place: number; problem: Pick<RowProblem, "column" | "reason" | "people" | "sameAs"> };

/** The rows of a file that have been compared. */
export type RowsOfFile = {
  byKey: Map<string, SeenRow>;
  /** Problems of rows that were compared before the row that they share a value with; taken by whoever stores the rows. */
  shared: SharedValue[];
};

export function createRowsOfFile(): RowsOfFile {
  return { byKey: new Map(), shared: [] };
}

type RowInFile = { row: RosterRow; person: Person | null; columns: PersonColumns; isUndecided: boolean };

/**
 * The earlier row for the same person, else null. Values that the row shares with rows of other people are added to `shared`, for both
 * rows.
 */
export function compareWithEarlier({ byKey, shared }: RowsOfFile, each: RowInFile): SeenRow | null {
  const { row, person, isUndecided } = each;
  const name = wholeName(each);
  const personKey = person ? `person ${person.id}` : null;
  const values = valuesOf(each);
  const own = personKey ?? values.find(({ column }) => column === "username")?.key ?? null;
  const earlier = own === null ? undefined : byKey.get(own);
  const others = values.flatMap(({ column, key }) => {
    const other = byKey.get(key);
    return other && !(isNamed(other, name) && (other.isUndecided || key === own)) ? [{ column, other }] : [];
  });
  const isSamePerson = earlier && (isNamed(earlier, name) || (others.length === 0 && !isUndecided));
  if (isSamePerson && !(earlier.isUndecided && personKey === null)) return earlier;
  const { place, sheet, row: number } = row;
  const seen: SeenRow = {
    place,
    sheet,
    row: number,
    name,
    isUndecided,
    isSure: Boolean(row.roster && person),
    shared: 0,
  };
  for (const { column, other } of others) {
    shared.push(sharedValue(seen, column, other));
    if (other.isSure || other.shared >= mostNamed) continue;
    other.shared += 1;
    shared.push(sharedValue(other, column, seen));
  }
  const keys = [...(personKey && !isUndecided ? [personKey] : []), ...values.map(({ key }) => key)];
  for (const key of keys) {
    const known = byKey.get(key);
    if (!known || known.isUndecided) byKey.set(key, seen);
  }
  return null;
}

function isNamed(other: SeenRow, name: string | null): boolean {
  return other.name === null || name === null || isSameName(other.name, name);
}

function sharedValue(row: SeenRow, column: ImportColumnId, other: SeenRow): SharedValue {
  const people = [row, other].flatMap(({ name }) => name ?? []);
  const sameAs = { sheet: other.sheet, row: other.row };
  return { place: row.place, problem: { column, reason: formMessages.sharedInFile, people, sameAs } };
}

/** The name that the row gives its person; null if neither has one. */
function wholeName({ row, person }: RowInFile): string | null {
  const { name, firstName, lastName } = row.cells;
  if (name?.text || !person) return nameInRow(row).trim() || null;
  const parts = [firstName?.text.trim() || person.firstName, lastName?.text.trim() || person.lastName];
  return parts.filter(Boolean).join(" ") || person.name;
}

/** Columns with which a row names its person, whether or not they change. */
const naming = ["username", "externalId"] as const;

/** The values of the row that only one person can have. A person of a synchronised source keeps theirs whatever other rows say. */
function valuesOf({ row, person, columns }: RowInFile): { column: ImportColumnId; key: string }[] {
  const uid = row.cells.uid?.text.trim().toLowerCase();
  const named = naming.flatMap((column) => {
    const value = row.cells[column]?.text.trim() ? person?.[column] : null;
    return value && !(column in columns) ? [[column, value]] : [];
  });
  const unchanged: PersonColumns = row.roster ? {} : Object.fromEntries(named);
  return [
    ...(uid && !row.roster ? [{ column: "uid" as const, key: `uid ${uid}` }] : []),
    ...identifierKeys({ place: row.place, personId: person?.id ?? null, columns: { ...unchanged, ...columns } }),
  ];
}
