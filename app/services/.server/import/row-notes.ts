import type { Realm } from "~/realms/realm";
import type { RowNote } from "~/services/contracts/import-rows";
import type { RosterRow } from "./roster-row";

/** What the user should know about cells whose values were read. Errors are problems of their rows instead: plan-row.ts. */
export function notesOf({ cells, marks = [] }: RosterRow, realm: Realm): RowNote[] {
  return marks.flatMap(({ id, kind, address, range }): RowNote[] => {
    if (kind === "error" || kind === "uncalculated") return [];
    const value = id === "password" ? null : (cells[id]?.text ?? null);
    const entered = kind === "date" && value !== null ? enteredBefore(value, realm) : null;
    return [{ kind, column: id, address, value, range, entered }];
  });
}

/**
 * What was probably entered before a spreadsheet turned it into a date: `2-1` for 2 January. Without a year, spreadsheets take the
 * current one, so a date of another time was meant as a date.
 */
export function enteredBefore(text: string, realm: Realm, now = new Date()): string | null {
  const date = /^\d{5}$/.test(text) ? dateOfDayNumber(Number(text)) : text;
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  if (day === undefined || Math.abs(Number(year) - now.getUTCFullYear()) > 1) return null;
  const parts = [Number(day), Number(month)];
  return (realm === "us" ? parts.reverse() : parts).join("-");
}

/** The date of a spreadsheet's day number; days are counted from 30 December 1899. */
function dateOfDayNumber(day: number): string {
  return new Date(Date.UTC(1899, 11, 30 + day)).toISOString().slice(0, 10);
}
