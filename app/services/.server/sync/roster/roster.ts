import type { RosterFault } from "~/services/contracts/roster-faults";

export type { RosterFault } from "~/services/contracts/roster-faults";

/**
 * What every kind of source is read to before anything is compared or written; docs/product/control-panel.md#sources. Ids are those of the
 * source, opaque.
 */

/** Schools, and what stands above them (municipality, district) where the source has it. */
export type RosterOrganization = {
  sourceId: string;
  name: string;
  /** The official code of the school, as the source writes it. */
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
  /** The end of the name that is the family name; null where the source names none. */
  familyName: string | null;
  email: string | null;
  /** sourceIds of the schools */
  organizations: readonly string[];
  /**
   * sourceIds of the classes, with the role in each: all of the person's classes. Only where the roster has `enrollmentChanges` are they
   * those of this delta alone.
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
  /** everything, or only what changed since `since` */
  mode: "bulk" | "delta";
  /** In a delta those that changed: people and groups may name others. */
  organizations: readonly RosterOrganization[];
  /** In a delta those that changed: people may name others. */
  groups: readonly RosterGroup[];
  /**
   * Streamed: memory stays bounded at 100,000 people. It can be read once. It throws before its end when the source fails or is found
   * to be cut off, so that a reader who got to the end has everybody; nobody may be removed before that.
   * @throws RosterSourceError; the signal's reason once it is aborted
   */
  people: AsyncIterable<RosterPerson>;
  /** delta only: sourceIds of people who are gone */
  removedPeople: readonly string[];
  /**
   * A delta of files only, which carries changed enrollments without the others of the same people: who joined or left which class.
   * People of these need not be among `people`, and none of them is among `removedPeople`. Absent otherwise.
   */
  enrollmentChanges?: readonly RosterEnrollmentChange[];
  /**
   * sourceIds of people whom a sync leaves as they are, whoever they are: neither read nor gone. Complete once `people` has ended;
   * absent for sources that protect nobody.
   */
  leftAlone?: ReadonlySet<string>;
  /** what to note in the log, e.g. unknown columns or rows left out, as message keys with values. Complete once `people` has ended. */
  notes: readonly RosterNote[];
};

/** `code` is one of the contract's `rosterNotes`. */
export type RosterNote = { code: string; values: Record<string, string | number> };

/** A source that cannot be read to its end: never an empty roster. Neither message nor values hold a secret. */
export class RosterSourceError extends Error {
  constructor(
    readonly code: RosterFault,
    readonly values: Record<string, string | number> = {},
  ) {
    super(`The source is not read: ${code}`);
    this.name = "RosterSourceError";
  }
}
