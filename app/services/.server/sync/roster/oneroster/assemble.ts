import type { RosterNotes } from "~/services/.server/sync/roster/notes";
import { fullName, textOrNull } from "~/services/.server/sync/roster/person-name";
import type { RecordPlace, RefusedRows } from "~/services/.server/sync/roster/refused-rows";
import type { RosterEnrollmentChange, RosterPerson } from "~/services/.server/sync/roster/roster";
import {
  createRosterAssembly,
  type RosterAssembly,
  type SourceNames,
} from "~/services/.server/sync/roster/roster-assembly";
import {
  type ClassRecord,
  classRoleOf,
  type EnrollmentRecord,
  hasEnded,
  invalidValueOf,
  kindOfRole,
  type OneRosterVersion,
  type OrgRecord,
  type RoleRecord,
  type UserRecord,
} from "./records";

/** Builds a roster from OneRoster records, from files or REST. */
export type OneRosterAssembly = Pick<
  RosterAssembly,
  "organizations" | "groups" | "addPersonId" | "isMissing" | "markIncomplete" | "end"
> & {
  addOrg(org: OrgRecord, place: RecordPlace): void;
  addClass(record: ClassRecord, place: RecordPlace): void;
  addEnrollment(enrollment: EnrollmentRecord, place: RecordPlace): void;
  /** For a delta: changed class memberships of people who are not removed. */
  enrollmentChanges(removedPeople: readonly string[]): RosterEnrollmentChange[];
  /** The person, or null if left out or gone. */
  person(user: UserRecord, place: RecordPlace): RosterPerson | null;
};

export function createOneRosterAssembly({
  mode,
  version,
  names,
  today,
  notes,
  refused,
}: {
  mode: "bulk" | "delta";
  version: OneRosterVersion;
  names: SourceNames;
  /** YYYY-MM-DD */
  today: string;
  notes: RosterNotes;
  refused: RefusedRows;
}): OneRosterAssembly {
  const roster = createRosterAssembly({ mode, names, notes, refused });
  const standard = { today, version };
  const enrollmentChanges: RosterEnrollmentChange[] = [];
  return {
    organizations: roster.organizations,
    groups: roster.groups,
    addPersonId: roster.addPersonId,
    isMissing: roster.isMissing,
    markIncomplete: roster.markIncomplete,
    end: roster.end,
    enrollmentChanges(removedPeople) {
      const removed = new Set(removedPeople);
      return enrollmentChanges.filter(({ personSourceId }) => !removed.has(personSourceId));
    },
    addOrg({ sourceId, isGone, name, identifier, parentSourceId }, place) {
      // Deleted schools are skipped: their people's records reflect it.
      if (isGone) return roster.leaveOut("organizations", sourceId);
      roster.addOrganization(
        { sourceId, name, unitCode: textOrNull(identifier), parentSourceId: textOrNull(parentSourceId) },
        place,
      );
    },
    addClass({ sourceId, isGone, title, schoolSourceId }, place) {
      if (isGone) return roster.leaveOut("groups", sourceId);
      roster.addGroup({ sourceId, name: title, organizationSourceId: schoolSourceId }, place);
    },
    addEnrollment({ sourceId, isGone, classSourceId, userSourceId, role, endDate }, place) {
      // The roles of removed records do not matter.
      const invalid = isGone ? null : invalidValueOf({ role, endDate }, standard);
      if (invalid) return refused.addInvalid(place, { id: sourceId, ...invalid }, { classesOf: userSourceId });
      const classRole = classRoleOf(role);
      const isOver = isGone || hasEnded(endDate, today);
      if (classRole === null || (isOver && mode === "bulk")) {
        notes.count("enrollments_left_out");
        return;
      }
      if (mode === "delta") {
        enrollmentChanges.push({
          personSourceId: userSourceId,
          groupSourceId: classSourceId,
          role: classRole,
          isGone: isOver,
        });
      }
      if (!isOver) roster.addClassPlace(userSourceId, classSourceId, classRole, place, sourceId);
    },
    person(user, place) {
      const { sourceId } = user;
      const isActive = user.isEnabled && !user.isGone;
      const invalid = isActive ? firstInvalid(user.roles, standard) : null;
      if (invalid) {
        refused.addInvalid(place, { id: sourceId, ...invalid }, { person: sourceId });
        return null;
      }
      const roles = user.roles.filter(({ endDate }) => !hasEnded(endDate, today));
      const kind = kindOf(roles);
      // Without a supported role the person is skipped, and not treated as someone who lost their school.
      if (kind === null) {
        const role = roles[0]?.role;
        if (!isActive) notes.count("people_inactive");
        else if (role === undefined) notes.count("people_without_role");
        else notes.countRole(role);
        // Only roles that have ended say that somebody has left; a role that is missing or not understood does not.
        const hasLeft = !isActive || (roles.length === 0 && user.roles.length > 0);
        if (mode === "bulk" && !hasLeft) refused.protect({ person: sourceId });
        return null;
      }
      return roster.person(
        {
          sourceId,
          kind,
          externalId: textOrNull(user.masterIdentifier) ?? textOrNull(user.identifier),
          username: textOrNull(user.username),
          name: fullName(user.givenName, user.middleName, user.familyName),
          familyName: fullName(user.familyName),
          email: textOrNull(user.email),
          organizations: roles.filter(({ role }) => kindOfRole(role) === kind).map(({ orgSourceId }) => orgSourceId),
          isActive,
        },
        place,
      );
    },
  };
}

const order = ["employees", "students", "guardians"] as const;

/** A person has one kind: that of the primary role, else staff before students before guardians. */
function kindOf(roles: readonly RoleRecord[]): RosterPerson["kind"] | null {
  const primary = roles.find(({ isPrimary, role }) => isPrimary && kindOfRole(role) !== null);
  if (primary) return kindOfRole(primary.role);
  const kinds = new Set(roles.map(({ role }) => kindOfRole(role)));
  return order.find((each) => kinds.has(each)) ?? null;
}

function firstInvalid(
  roles: readonly RoleRecord[],
  standard: { today: string; version: OneRosterVersion },
): ReturnType<typeof invalidValueOf> {
  for (const role of roles) {
    const invalid = invalidValueOf(role, standard);
    if (invalid) return invalid;
  }
  return null;
}
