import { type Roster, type RosterFault, RosterSourceError, type SourceFault } from "./roster";
import { rosterLimits } from "./roster-limits";
import { shortened } from "./shortened";

/** Location of a record: a line of a file, or the number of a record in the list at a path, from 1. */
export type RecordPlace = { file: string; line: number } | { path: string; record: number };

/** The file or path of a place, for messages about the whole list. */
export function listOf(place: RecordPlace): string {
  return "file" in place ? place.file : place.path;
}

/**
 * Whom a refused record is about. `person`: the person's id in the source; they stay as they are. `classesOf`, `schoolsOf`: a person who
 * stays in their classes, or schools. `class`: nobody leaves that class. `repeated`: an earlier record has the same id and counts.
 * `unknown`: it may be about anybody, so nobody may be removed because they are absent. `record`: likewise, but the id of the school or
 * class that it describes is known.
 */
export type Concerned =
  | { person: string }
  | { classesOf: string }
  | { schoolsOf: string }
  | { class: string }
  | { record: string }
  | "repeated"
  | "unknown";

/** Collects records that cannot be read, so that one of them does not end the reading. */
export type RefusedRows = NonNullable<Roster["refused"]> & {
  /** @throws RosterSourceError "too_many_refused" above the limit */
  add(code: RosterFault, place: RecordPlace, values: SourceFault["values"], concerned: Concerned): void;
  addRepeated(place: RecordPlace, id: string): void;
  /** Protects people without a refused record of their own: their record could be read, but not what it depends on. */
  protect(concerned: { person: string } | { classesOf: string } | { class: string }): void;
  /** Whether a refused record of a list (file or path) has this id, or may have it. */
  mayHave(list: string, id: string): boolean;
  /**
   * Refuses a record without a value that it needs (`value` is empty), or with one that the standard does not have.
   * @param invalid.field column of a file, or field of a record
   * @param invalid.isReference whether the value is the id of a record that the source does not have
   * @param invalid.id id of the record
   */
  addInvalid(
    place: RecordPlace,
    invalid: { id: string; field: string; value: string; isReference?: boolean },
    concerned: Concerned,
  ): void;
};

/** Characters of a value that a message repeats. */
const longestValue = 40;

export function createRefusedRows(): RefusedRows {
  const rows: SourceFault[] = [];
  const people = new Set<string>();
  const classesOf = new Set<string>();
  const schoolsOf = new Set<string>();
  const classes = new Set<string>();
  /** Lists with refused records whose ids are not known, and the known ids of the others. */
  const listsWithUnknown = new Set<string>();
  const idsByList = new Map<string, Set<string>>();
  let number = 0;
  let isComplete = true;
  const note = (concerned: Concerned, list: string) => {
    if (concerned === "repeated") return;
    if (concerned === "unknown" || "record" in concerned) isComplete = false;
    if (concerned === "unknown") listsWithUnknown.add(list);
    else if ("classesOf" in concerned) classesOf.add(concerned.classesOf);
    else if ("schoolsOf" in concerned) schoolsOf.add(concerned.schoolsOf);
    else {
      const id = "person" in concerned ? concerned.person : "class" in concerned ? concerned.class : concerned.record;
      if ("person" in concerned) people.add(id);
      if ("class" in concerned) classes.add(id);
      idsByList.set(list, (idsByList.get(list) ?? new Set()).add(id));
    }
  };
  const refused: RefusedRows = {
    rows,
    people,
    classesOf,
    schoolsOf,
    classes,
    number: () => number,
    isComplete: () => isComplete,
    add(code, place, values, concerned) {
      number += 1;
      note(concerned, listOf(place));
      if (rows.length < rosterLimits.listedRefused) rows.push({ code, values: { ...place, ...values } });
      if (number > rosterLimits.refused) {
        throw new RosterSourceError("too_many_refused", { file: listOf(place), limit: rosterLimits.refused }, rows);
      }
    },
    addRepeated(place, id) {
      refused.add("line" in place ? "duplicate_id" : "duplicate_record", place, { id: id.slice(0, 100) }, "repeated");
    },
    protect(concerned) {
      if ("person" in concerned) people.add(concerned.person);
      else "classesOf" in concerned ? classesOf.add(concerned.classesOf) : classes.add(concerned.class);
    },
    mayHave: (list, id) => listsWithUnknown.has(list) || (idsByList.get(list)?.has(id) ?? false),
    addInvalid(place, { id, field, value, isReference = false }, concerned) {
      const isMissing = value === "";
      const shown: SourceFault["values"] = isMissing ? {} : { value: shortened(value, longestValue) };
      if ("line" in place) {
        const code = isReference ? "unknown_reference" : "invalid_value";
        refused.add(isMissing ? "missing_value" : code, place, { column: field, ...shown }, concerned);
      } else {
        const values = { id: id.slice(0, 100) || "–", field: field.slice(0, 100), ...shown };
        const code = isReference ? "unknown_record_reference" : "invalid_record_value";
        refused.add(isMissing ? "malformed_record" : code, place, values, concerned);
      }
    },
  };
  return refused;
}

/** Collects the faults of several files, so that all are reported at once. */
export type SourceFaults = {
  add(fault: RosterSourceError): void;
  /** Runs a step; its fault is collected and the result is then undefined. Other errors are thrown. */
  attempt<Result>(step: () => Promise<Result>): Promise<Result | undefined>;
  isEmpty(): boolean;
  /** Throws all faults as one error, the first one first, followed by the refused records. */
  throwAll(refused: readonly SourceFault[]): never;
};

export function createSourceFaults(): SourceFaults {
  const found = new Map<string, SourceFault>();
  const add = (fault: RosterSourceError) => {
    for (const { code, values } of [fault, ...fault.others])
      found.set(JSON.stringify([code, values]), { code, values });
  };
  return {
    add,
    isEmpty: () => found.size === 0,
    async attempt(step) {
      try {
        return await step();
      } catch (error) {
        if (!(error instanceof RosterSourceError)) throw error;
        add(error);
        return undefined;
      }
    },
    throwAll(refused) {
      for (const row of refused) found.set(JSON.stringify([row.code, row.values]), row);
      const [first, ...others] = found.values();
      throw new RosterSourceError(first?.code ?? "malformed", first?.values ?? {}, others);
    },
  };
}

/** A fault that ended the reading, with the records refused before it. */
export function withRefused(error: unknown, refused: readonly SourceFault[]): unknown {
  if (!(error instanceof RosterSourceError) || error.others === refused) return error;
  return new RosterSourceError(error.code, error.values, [...error.others, ...refused]);
}
