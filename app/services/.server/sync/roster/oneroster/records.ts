import type { ClassRole } from "~/services/.server/sync/roster/class-places";
import type { RosterPerson } from "~/services/.server/sync/roster/roster";

/**
 * Records of a OneRoster source, the same for files and REST and for 1.1 and 1.2 (1EdTech OneRoster 1.1 and 1.2, rostering);
 * docs/product/roster-sources.md#oneroster.
 */

/** `isGone`: the status is tobedeleted. */
export type OrgRecord = {
  sourceId: string;
  isGone: boolean;
  name: string;
  identifier: string;
  parentSourceId: string;
};
export type ClassRecord = { sourceId: string; isGone: boolean; title: string; schoolSourceId: string };
export type EnrollmentRecord = {
  isGone: boolean;
  classSourceId: string;
  userSourceId: string;
  role: string;
  /** Last day as YYYY-MM-DD; "" if there is none. */
  endDate: string;
};
/** A role of a person at a school. `isPrimary` marks the person's main school; 1.1 has only one role. */
export type RoleRecord = { role: string; orgSourceId: string; isPrimary: boolean; endDate: string };
export type UserRecord = {
  sourceId: string;
  isGone: boolean;
  isEnabled: boolean;
  username: string;
  givenName: string;
  middleName: string;
  familyName: string;
  identifier: string;
  /** 1.2 only: the person's identifier across all systems. */
  masterIdentifier: string;
  email: string;
  roles: readonly RoleRecord[];
};

/** Roles of both versions; others are counted in the log and left out. */
const kinds: Record<string, RosterPerson["kind"]> = {
  student: "students",
  teacher: "employees",
  aide: "employees",
  administrator: "employees",
  proctor: "employees",
  counselor: "employees",
  principal: "employees",
  districtadministrator: "employees",
  siteadministrator: "employees",
  systemadministrator: "employees",
  guardian: "guardians",
  parent: "guardians",
  relative: "guardians",
};

/** The kind of person for a role; null for a role that is not synced. */
export function kindOfRole(role: string): RosterPerson["kind"] | null {
  return kinds[role.toLowerCase()] ?? null;
}

/** The class role for an enrollment's role; null if it does not give a place in our classes. */
export function classRoleOf(role: string): ClassRole | null {
  const known = role.toLowerCase();
  return known === "student" || known === "teacher" ? known : null;
}

/** Whether the last day is before today (YYYY-MM-DD). Dates with a time are compared by their day. */
export function hasEnded(endDate: string, today: string): boolean {
  return endDate !== "" && endDate.slice(0, 10) < today;
}
