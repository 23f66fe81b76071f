import type { rosterNotes } from "~/services/contracts/roster-faults";
import type { RosterNote } from "./roster";

type NoteCode = (typeof rosterNotes)[number];
type CountedNote = Exclude<
  NoteCode,
  "unknown_columns" | "unknown_files" | "unknown_roles" | "activities_not_read" | "rows_refused" | "nothing_removed"
>;

/** Names that a note lists before it ends with an ellipsis. */
const longestList = 20;

/** Collects the log entries of a source while it is read. */
export type Notes = {
  /** Complete once reading ends. */
  list: readonly RosterNote[];
  add(code: NoteCode, values: RosterNote["values"]): void;
  /** Counts a record that was left out for this reason. */
  count(code: CountedNote): void;
  /** Counts a record with an unsupported role. */
  countRole(role: string): void;
};

export function createNotes(): Notes {
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
  };
}

/** Joins names for a sentence; long lists are truncated. */
export function listed(names: readonly string[]): string {
  const shortened = names.slice(0, longestList).map((name) => (name.length > 60 ? `${name.slice(0, 60)}…` : name));
  return names.length > longestList ? `${shortened.join(", ")} …` : shortened.join(", ");
}
