import type { Realm } from "~/realms/realm";
import type { ImportColumnId } from "~/services/contracts/import-columns";
import { doubtfulNotes, type RowNote } from "~/services/contracts/import-rows";
import { foldedName } from "./import-scope";
import type { NameDoubt } from "./plan-groups";
import type { RosterCells, RosterRow } from "./roster-row";

/** What the user should know about cells whose values were read. Errors are problems of their rows instead: plan-row.ts. */
export function notesOf({ cells, marks = [] }: RosterRow, realm: Realm): RowNote[] {
  return marks.flatMap(({ id, kind, address, range, original = null }): RowNote[] => {
    if (kind === "error" || kind === "uncalculated") return [];
    const value = id === "password" ? null : (cells[id]?.text ?? null);
    const entered = kind === "date" && value !== null ? enteredBefore(value, realm) : null;
    return [{ kind, column: id, address, value, original, range, entered }];
  });
}

/** The first note that puts the row's cell of groups in doubt. */
export function groupDoubtOf(row: RosterRow, realm: Realm): NameDoubt | null {
  const isDoubt = (kind: RowNote["kind"]): kind is NameDoubt["kind"] =>
    (doubtfulNotes as readonly string[]).includes(kind);
  for (const { column, kind, address, entered } of notesOf(row, realm)) {
    if (column === "groups" && isDoubt(kind)) return { kind, sheet: row.sheet, address, entered };
  }
  return null;
}

/** The values of a duplicate that are not imported, since the first row of its person has others or none. */
export function droppedValues(cells: RosterCells, first: RosterCells): RowNote[] {
  return Object.entries(cells).flatMap(([column, cell]): RowNote[] => {
    const { text, address } = cell ?? { text: "", address: null };
    const kept = first[column as ImportColumnId]?.text ?? "";
    if (text.trim() === "" || address === null || foldedName(text) === foldedName(kept)) return [];
    return [{ kind: "dropped", column, address, value: text, original: null, range: null, entered: null }];
  });
}

/** Realms whose short dates have the month before the day: `1/2/2026` and `2026-01-02`. */
const monthFirst: ReadonlySet<Realm> = new Set(["us", "se"]);

/**
 * What was probably entered before a spreadsheet turned it into a date: `2-1` for 2 January, in Sweden `1-2`. Without a year, spreadsheets take the
 * current one, so a date of another time was meant as a date.
 */
export function enteredBefore(text: string, realm: Realm, now = new Date()): string | null {
  const date = /^\d{5}$/.test(text) ? dateOfDayNumber(Number(text)) : text;
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  if (day === undefined || Math.abs(Number(year) - now.getUTCFullYear()) > 1) return null;
  const parts = [Number(day), Number(month)];
  return (monthFirst.has(realm) ? parts.reverse() : parts).join("-");
}

/** The date of a spreadsheet's day number; days are counted from 30 December 1899. */
function dateOfDayNumber(day: number): string {
  return new Date(Date.UTC(1899, 11, 30 + day)).toISOString().slice(0, 10);
}
