import { type ClassRole, createClassPlaces } from "./class-places";
import type { RosterNotes } from "./notes";
import { listOf, type RecordPlace, type RefusedRows } from "./refused-rows";
import { type RosterGroup, type RosterOrganization, type RosterPerson, RosterSourceError } from "./roster";
import { rosterLimits } from "./roster-limits";

/**
 * Assembles a roster from the records of a source, in this order: schools, classes, places in classes, people. A record
 * with the id of an earlier one is refused; references must resolve. In a delta they need not, so nothing is left out for that reason.
 */
export type RosterAssembly = {
  organizations: readonly RosterOrganization[];
  groups: readonly RosterGroup[];
  addOrganization(organization: RosterOrganization, place: RecordPlace): void;
  addGroup(group: RosterGroup, place: RecordPlace): void;
  addClassPlace(personId: string, groupId: string, role: ClassRole, place: RecordPlace): void;
  hasOrganization(sourceId: string): boolean;
  /**
   * Call after all places: returns the person with their classes, or null if left out, which is counted in the notes, or refused.
   * @param groups places from the person's own record, in addition to those added before
   */
  person(person: PersonOfSource, place: RecordPlace, groups?: RosterPerson["groups"]): RosterPerson | null;
  /** Call after all people. @param list file or path. @throws RosterSourceError if a complete roster has no people */
  end(list: string): void;
};

type PersonWithName = Pick<RosterPerson, "username" | "name" | "familyName">;

/** A person as read from the source; `groups` are derived from the places. */
export type PersonOfSource = Omit<RosterPerson, "groups"> & { isActive: boolean };

export function createRosterAssembly({
  mode,
  notes,
  refused,
}: {
  mode: "bulk" | "delta";
  notes: RosterNotes;
  refused: RefusedRows;
}): RosterAssembly {
  const organizations = new Map<string, RosterOrganization>();
  const groups = new Map<string, RosterGroup>();
  const places = createClassPlaces();
  const organizationList: RosterOrganization[] = [];
  const groupList: RosterGroup[] = [];
  let isSealed = false;
  let people = 0;

  const seal = () => {
    if (!isSealed) places.seal();
    isSealed = true;
  };

  const knownGroups = (named: RosterPerson["groups"]) =>
    named.filter(({ sourceId }) => {
      const isKnown = organizations.has(groups.get(sourceId)?.organizationSourceId ?? "");
      if (!isKnown) notes.count("enrollments_left_out");
      return isKnown;
    });

  return {
    organizations: organizationList,
    groups: groupList,
    hasOrganization: (sourceId) => organizations.has(sourceId),
    addOrganization(organization, place) {
      if (organizations.has(organization.sourceId)) return refused.addRepeated(place, organization.sourceId);
      refuseTooMany(organizations.size, rosterLimits.organizations, place);
      organizations.set(organization.sourceId, organization);
      organizationList.push(organization);
    },
    addGroup(group, place) {
      if (groups.has(group.sourceId)) return refused.addRepeated(place, group.sourceId);
      refuseTooMany(groups.size, rosterLimits.groups, place);
      groups.set(group.sourceId, group);
      if (mode === "bulk" && !organizations.has(group.organizationSourceId)) notes.count("groups_without_school");
      else groupList.push(group);
    },
    addClassPlace(personId, groupId, role, place) {
      const group = groups.get(groupId);
      if (mode === "bulk" && (!group || !organizations.has(group.organizationSourceId))) {
        notes.count("enrollments_left_out");
        return;
      }
      refuseTooMany(places.count(), rosterLimits.places, place);
      places.add(personId, groupId, role);
    },
    person({ isActive, ...person }, place, named = []) {
      seal();
      if (!places.markRead(person.sourceId)) {
        refused.addRepeated(place, person.sourceId);
        return null;
      }
      if (refused.people.has(person.sourceId)) return null;
      if (!isActive) return leaveOut(notes, "people_inactive");
      if (person.name === "") {
        const missing = { id: person.sourceId, field: "givenName, familyName", value: "" };
        refused.addInvalid(place, missing, { person: person.sourceId });
        return null;
      }
      const own =
        mode === "delta"
          ? person.organizations
          : person.organizations.filter((sourceId) => organizations.has(sourceId));
      if (own.length === 0 && mode === "bulk") return leaveOut(notes, "people_without_school");
      refuseTooMany(people, rosterLimits.people, place);
      people += 1;
      noteIncomplete(notes, person, place);
      return {
        ...person,
        organizations: [...new Set(own)],
        groups: [...places.of(person.sourceId), ...knownGroups(named)],
      };
    },
    end(list) {
      seal();
      if (mode === "delta") return;
      if (people === 0) throw new RosterSourceError("empty", { file: list });
      for (let unmet = places.countUnread(); unmet > 0; unmet -= 1) notes.count("enrollments_left_out");
    },
  };
}

function leaveOut(notes: RosterNotes, code: "people_inactive" | "people_without_school"): null {
  notes.count(code);
  return null;
}

/** Such a person is read, since what they lack can be done without, but the source should give it. */
function noteIncomplete(notes: RosterNotes, { username, name, familyName }: PersonWithName, place: RecordPlace): void {
  if (username === null) notes.countIncomplete("people_without_username", place);
  if (familyName === "") notes.countIncomplete("people_without_family_name", place);
  else if (name === familyName) notes.countIncomplete("people_without_given_name", place);
}

function refuseTooMany(count: number, limit: number, place: RecordPlace): void {
  if (count >= limit) throw new RosterSourceError("too_many_rows", { file: listOf(place), limit });
}
