import type { SourceContent, SourcePerson } from "./roster-content";

/** A source's content in the lists of each standard. */
export type SourceList = { items: Record<string, unknown>[]; idField: "id" | "sourcedId" };

const longAgo = "2026-01-01T00:00:00.000Z";
const base = (sourcedId: string, isGone = false, dateLastModified = longAgo) => ({
  sourcedId,
  status: isGone ? "tobedeleted" : "active",
  dateLastModified,
});
const reference = (sourcedId: string, type: string) => ({
  href: `https://other.example/${sourcedId}`,
  sourcedId,
  type,
});

export function oneRosterList(content: SourceContent, name: string, version: "1.1" | "1.2"): SourceList | null {
  const lists: Record<string, () => Record<string, unknown>[]> = {
    orgs: () =>
      content.schools.map(({ id, name, unitCode, parentId }) => ({
        ...base(id),
        name,
        type: parentId ? "school" : "district",
        identifier: unitCode,
        ...(parentId ? { parent: reference(parentId, "org") } : {}),
      })),
    classes: () =>
      content.classes.map(({ id, name, schoolId }) => ({
        ...base(id),
        title: name,
        classType: "homeroom",
        school: reference(schoolId, "org"),
      })),
    enrollments: () => [
      ...content.people.flatMap(({ id, classes, isGone, changedAt, schoolIds }) =>
        classes.map((place, index) => ({
          ...base(`${id}-${index}`, isGone, changedAt),
          role: place.role,
          user: reference(id, "user"),
          class: reference(place.id, "class"),
          school: reference(schoolIds[0] ?? "", "org"),
        })),
      ),
      ...(content.placesOfNobody ?? []).map(({ personId, classId }) => ({
        ...base(`place-of-${personId}`),
        role: "student",
        user: reference(personId, "user"),
        class: reference(classId, "class"),
      })),
    ],
    users: () => content.people.map((person) => (version === "1.1" ? user11(person) : user12(person))),
  };
  const items = lists[name]?.();
  return items ? { items, idField: "sourcedId" } : null;
}

function user11(person: SourcePerson) {
  return {
    ...base(person.id, person.isGone, person.changedAt),
    username: person.username,
    enabledUser: String(person.isActive ?? true),
    givenName: person.givenName,
    familyName: person.familyName,
    role: person.role === "principal" ? "administrator" : person.role,
    identifier: person.externalId,
    email: person.email,
    orgs: person.schoolIds.map((id) => reference(id, "org")),
  };
}

function user12(person: SourcePerson) {
  return {
    ...base(person.id, person.isGone, person.changedAt),
    userMasterIdentifier: person.externalId,
    username: person.username,
    enabledUser: person.isActive ?? true,
    givenName: person.givenName,
    familyName: person.familyName,
    email: person.email,
    roles: person.schoolIds.map((id, index) => ({
      roleType: index === 0 ? "primary" : "secondary",
      role: person.role,
      org: reference(id, "org"),
    })),
  };
}

export function skolonList({ schools, classes, people }: SourceContent, name: string): SourceList | null {
  const lists: Record<string, Record<string, unknown>[]> = {
    schools,
    classes,
    people: people.map(({ role, isActive, ...person }) => ({
      ...person,
      active: isActive ?? true,
      role: role === "principal" ? "staff" : role,
    })),
  };
  const items = lists[name];
  return items ? { items, idField: "id" } : null;
}

export function ss12000List({ schools, classes, people }: SourceContent, name: string): SourceList | null {
  const isStaff = ({ role }: SourcePerson) => role === "teacher" || role === "principal";
  const guardians = people.filter(({ role }) => role === "guardian");
  const responsibleFor = (id: string) => guardians.filter(({ children }) => children?.includes(id));
  const lists: Record<string, () => Record<string, unknown>[]> = {
    organisations: () =>
      schools.map(({ id, name, unitCode, parentId }) => ({
        id,
        displayName: name,
        organisationType: unitCode ? "Skolenhet" : "Huvudman",
        ...(unitCode ? { schoolUnitCode: unitCode } : {}),
        ...(parentId ? { parentOrganisation: { id: parentId } } : {}),
      })),
    groups: () => {
      const members = new Map(classes.map(({ id }) => [id, [] as { person: { id: string } }[]]));
      for (const { id, classes: places } of people) {
        for (const place of places) if (place.role === "student") members.get(place.id)?.push({ person: { id } });
      }
      return classes.map(({ id, name, schoolId, groupType = "Klass" }) => ({
        id,
        displayName: name,
        groupType,
        organisation: { id: schoolId },
        groupMemberships: members.get(id) ?? [],
      }));
    },
    duties: () =>
      people.filter(isStaff).flatMap(({ id, role, schoolIds, classes: places }) =>
        schoolIds.map((school, index) => ({
          id: `${id}-duty-${index}`,
          person: { id },
          dutyAt: { id: school },
          dutyRole: role === "principal" ? "Rektor" : "Lärare",
          startDate: "2026-08-01",
          // The teacher is the mentor of the first class, and teaches the others.
          assignmentRole:
            index === 0 && places[0]
              ? [{ group: { id: places[0].id }, assignmentRoleType: "Mentor", startDate: "2026-08-01" }]
              : [],
        })),
      ),
    activities: () =>
      people.filter(isStaff).flatMap(({ id, classes: places }) =>
        places.slice(1).map((place, index) => ({
          id: `${id}-activity-${index}`,
          groups: [{ id: place.id }],
          teachers: [{ duty: { id: `${id}-duty-0` }, startDate: "2026-08-01" }],
        })),
      ),
    persons: () =>
      people.map((person) => ({
        id: person.id,
        givenName: person.givenName,
        familyName: person.familyName,
        eduPersonPrincipalNames: [person.username],
        externalIdentifiers: [{ value: person.externalId, context: "https://skola.example", globallyUnique: true }],
        civicNo: { value: "201201012384", nationality: "SE" },
        emails: [{ value: person.email, type: person.role === "student" ? "Skola elev" : "Skola personal" }],
        enrolments:
          person.role === "student"
            ? person.schoolIds.map((id) => ({ enroledAt: { id }, schoolYear: 3, schoolType: "GR", cancelled: false }))
            : [],
        responsibles:
          person.role === "student"
            ? responsibleFor(person.id).map(({ id }) => ({ person: { id }, relationType: "Vårdnadshavare" }))
            : [],
        ...(person.marking ? { securityMarking: person.marking } : {}),
        personStatus: (person.isActive ?? true) ? "Aktiv" : "Utvandrad",
      })),
  };
  const items = lists[name]?.();
  return items ? { items, idField: "id" } : null;
}
