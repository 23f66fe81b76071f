import type { ClassRole } from "../class-places";
import type { RosterPerson } from "../roster";

/**
 * What a OneRoster source says, the same for files and REST and for 1.1 and 1.2 (1EdTech OneRoster 1.1 and 1.2, rostering);
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
  /** The last day, as YYYY-MM-DD; "" without one. */
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
  /** 1.2 alone: the identity over all systems. */
  masterIdentifier: string;
  email: string;
  roles: readonly RoleRecord[];
};

/** Roles of both versions; others are noted and left out. */
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

/** What a role makes of a person; null for a role that is not synced. */
export function kindOfRole(role: string): RosterPerson["kind"] | null {
  return kinds[role.toLowerCase()] ?? null;
}

/** What a role in a class makes of a place; null for a role that has no place in a class of ours. */
export function classRoleOf(role: string): ClassRole | null {
  const known = role.toLowerCase();
  return known === "student" || known === "teacher" ? known : null;
}

/** Whether the last day of something lies before today (YYYY-MM-DD). Dates with a time are compared by their day. */
export function hasEnded(endDate: string, today: string): boolean {
  return endDate !== "" && endDate.slice(0, 10) < today;
}
