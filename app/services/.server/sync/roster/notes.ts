import type { rosterNotes } from "~/services/contracts/roster-faults";
import { listOf, type RecordPlace } from "./refused-rows";
import type { RosterNote } from "./roster";
import { shortened } from "./shortened";

type NoteCode = (typeof rosterNotes)[number];
type IncompleteNote = Extract<
  NoteCode,
  "people_without_username" | "people_without_given_name" | "people_without_family_name"
>;
type CountedNote = Exclude<
  NoteCode,
  | IncompleteNote
  | "unknown_columns"
  | "unknown_files"
  | "unknown_roles"
  | "activities_not_read"
  | "rows_refused"
  | "rows_refused_first"
  | "nothing_removed"
>;

/** Names and rows that a note lists before it ends with an ellipsis. */
const longestList = 20;

/** Collects the log entries of a source while it is read. */
export type RosterNotes = {
  /** Complete once reading ends. */
  list: readonly RosterNote[];
  add(code: NoteCode, values: RosterNote["values"]): void;
  /** Counts a record that was left out for this reason. */
  count(code: CountedNote): void;
  /** Counts a record with an unsupported role. */
  countRole(role: string): void;
  /** Counts a person who is read although a value is missing, and names their record. */
  countIncomplete(code: IncompleteNote, place: RecordPlace): void;
};

export function createRosterNotes(): RosterNotes {
  const list: RosterNote[] = [];
  const counted = new Map<NoteCode, RosterNote>();
  const roles = new Set<string>();
  const countOf = (code: NoteCode) => {
    const note = counted.get(code) ?? { code, values: { number: 0 } };
    if (!counted.has(code)) {
      counted.set(code, note);
      list.push(note);
    }
    note.values.number = Number(note.values.number) + 1;
    return note;
  };
  return {
    list,
    add: (code, values) => void list.push({ code, values }),
    count: (code) => void countOf(code),
    countRole(role) {
      roles.add(role);
      countOf("unknown_roles").values.roles = listed([...roles]);
    },
    countIncomplete(code, place) {
      const { values } = countOf(code);
      const row = "line" in place ? place.line : place.record;
      const number = Number(values.number);
      values.file = listOf(place);
      if (number <= longestList) values.rows = number === 1 ? `${row}` : `${values.rows}, ${row}`;
      else if (number === longestList + 1) values.rows = `${values.rows} …`;
    },
  };
}

/** Joins names for a sentence; long lists are truncated. */
export function listed(names: readonly string[]): string {
  const first = names.slice(0, longestList).map((name) => shortened(name, 60));
  return names.length > longestList ? `${first.join(", ")} …` : first.join(", ");
}
