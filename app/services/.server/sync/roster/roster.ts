import type { RosterFault } from "~/services/contracts/roster-faults";

export type { RosterFault } from "~/services/contracts/roster-faults";

/**
 * Common form of every kind of source, before anything is compared or written; docs/product/control-panel.md#sources. Ids are the source's
 * and opaque.
 */

/** A school, or an organisation above it (municipality, district) if the source has it. */
export type RosterOrganization = {
  sourceId: string;
  name: string;
  /** The official code of the school, in the source's spelling. */
  unitCode: string | null;
  parentSourceId: string | null;
};

export type RosterGroup = { sourceId: string; name: string; organizationSourceId: string };

export type RosterPerson = {
  sourceId: string;
  kind: "students" | "employees" | "guardians";
  externalId: string | null;
  username: string | null;
  /** Given name and family name, never empty. */
  name: string;
  /** The suffix of `name` that is the family name, "" if the person has none; null if the source does not divide names. */
  familyName: string | null;
  email: string | null;
  /** sourceIds of the schools */
  organizations: readonly string[];
  /**
   * sourceIds of the classes, with the role in each: all of the person's classes, or, if the roster has `enrollmentChanges`, only
   * those of this delta.
   */
  groups: readonly { sourceId: string; role: "student" | "teacher" }[];
};

/** One person joined or left one class. */
export type RosterEnrollmentChange = {
  personSourceId: string;
  groupSourceId: string;
  role: "student" | "teacher";
  isGone: boolean;
};

export type Roster = {
  /** Everything, or only changes since `since`. */
  mode: "bulk" | "delta";
  /** In a delta only changed ones: people and groups may refer to others. */
  organizations: readonly RosterOrganization[];
  /** In a delta only changed ones: people may refer to others. */
  groups: readonly RosterGroup[];
  /**
   * A stream, so that memory stays bounded for 100,000 people; can be read once. Throws if the source fails or turns out to be truncated,
   * so only reading to the end guarantees completeness; nobody may be removed before that.
   * @throws RosterSourceError; the signal's reason once it is aborted
   */
  people: AsyncIterable<RosterPerson>;
  /** Delta only: sourceIds of removed people. */
  removedPeople: readonly string[];
  /**
   * Only for a delta of files, which contains changed enrollments without the same people's other enrollments: joined and left classes.
   * Their people need not be in `people`, and none of them is in `removedPeople`. Absent otherwise.
   */
  enrollmentChanges?: readonly RosterEnrollmentChange[];
  /**
   * sourceIds of protected people, who must not be changed: neither read nor gone. Complete once `people` has ended; absent for sources
   * without protected people.
   */
  leftAlone?: ReadonlySet<string>;
  /** Records that could not be read and were left out. Complete once `people` has ended. */
  refused?: {
    /** The first of them, up to a limit. */
    rows: readonly SourceFault[];
    number(): number;
    /** sourceIds of people who must not be changed, since one of their records was refused. */
    people: ReadonlySet<string>;
    /** sourceIds of people who must not leave a class, since a record of their classes was refused. */
    classesOf: ReadonlySet<string>;
    /** sourceIds of people who must not leave a school, since one that their records name is not in the source. */
    schoolsOf: ReadonlySet<string>;
    /** sourceIds of classes that nobody may leave, since a refused record is about somebody in them. */
    classes: ReadonlySet<string>;
    /** False if a refused record may be about anybody: nobody may be removed then because they are absent. */
    isComplete(): boolean;
  };
  /** Log entries, e.g. unknown columns or rows left out, as message keys with values. Complete once `people` has ended. */
  notes: readonly RosterNote[];
};

/** Whether people and places that the roster lacks are really gone. Known once `people` has ended. */
export function isCompleteRoster({ mode, refused }: Roster): boolean {
  return mode === "delta" || (refused?.isComplete() ?? true);
}

/** `code` is one of the contract's `rosterNotes`. */
export type RosterNote = { code: string; values: Record<string, string | number> };

/** A fault of the source as a message key with values. */
export type SourceFault = { code: RosterFault; values: Record<string, string | number> };

/**
 * The source could not be read to its end, so there is no roster. Neither message nor values contain a secret.
 * `others`: further faults found in the same reading.
 */
export class RosterSourceError extends Error {
  constructor(
    readonly code: RosterFault,
    readonly values: SourceFault["values"] = {},
    readonly others: readonly SourceFault[] = [],
  ) {
    super(`The source is not read: ${code}`);
    this.name = "RosterSourceError";
  }
}
