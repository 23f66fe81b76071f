import { isCalendarDay } from "~/services/.server/sync/roster/calendar-day";
import type { ClassRole } from "~/services/.server/sync/roster/class-places";
import type { RosterPerson } from "~/services/.server/sync/roster/roster";

export type OneRosterVersion = "1.1" | "1.2";

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
  sourceId: string;
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

/** All roles of both versions. */
const kinds: ReadonlyMap<string, RosterPerson["kind"]> = new Map([
  ["student", "students"],
  ["teacher", "employees"],
  ["aide", "employees"],
  ["administrator", "employees"],
  ["proctor", "employees"],
  ["counselor", "employees"],
  ["principal", "employees"],
  ["districtadministrator", "employees"],
  ["siteadministrator", "employees"],
  ["systemadministrator", "employees"],
  ["guardian", "guardians"],
  ["parent", "guardians"],
  ["relative", "guardians"],
]);

/** Roles that 1.2 lets systems add: they conform to the standard, but what they mean is not known. */
const extension = /^ext:[\w.-]+$/i;

/** The kind of person for a role; null for a role that is not synced. */
export function kindOfRole(role: string): RosterPerson["kind"] | null {
  return kinds.get(role.toLowerCase()) ?? null;
}

/** Whether the standard has the role, for people or for enrollments, or lets systems add it. */
function isRole(role: string, version: OneRosterVersion): boolean {
  return kindOfRole(role) !== null || (version === "1.2" && extension.test(role));
}

/** Statuses of both versions, in lower case; `inactive` comes from 1.0. Records of a complete list may have none. */
export const recordStatuses = ["", "active", "tobedeleted", "inactive"] as const;

/** Whether a status in lower case means that the record is removed. */
export function isGoneStatus(status: string): boolean {
  return status === "tobedeleted" || status === "inactive";
}

/** The first value of a role or an enrollment that the standard does not have; null if there is none or the role has ended. */
export function invalidValueOf(
  { role, endDate }: { role: string; endDate: string },
  { today, version }: { today: string; version: OneRosterVersion },
): { field: "role" | "endDate"; value: string } | null {
  if (endDate !== "" && !isCalendarDay(endDate)) return { field: "endDate", value: endDate };
  return isRole(role, version) || hasEnded(endDate, today) ? null : { field: "role", value: role };
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
