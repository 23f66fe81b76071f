import { type ClassRole, createClassPlaces } from "./class-places";
import type { RosterNotes } from "./notes";
import { listOf, type RecordPlace, type RefusedRows } from "./refused-rows";
import { type RosterGroup, type RosterOrganization, type RosterPerson, RosterSourceError } from "./roster";
import { rosterLimits } from "./roster-limits";

/**
 * Assembles a roster from the records of a source, in this order: schools, classes, places in classes, people. A record
 * with the id of an earlier one is refused; references must resolve. In a delta they need not, so nothing is left out for that reason.
 * A reference to a record that the source does not have is refused, unless that record was refused itself or left out on purpose.
 */
export type RosterAssembly = {
  organizations: readonly RosterOrganization[];
  groups: readonly RosterGroup[];
  addOrganization(organization: RosterOrganization, place: RecordPlace): void;
  addGroup(group: RosterGroup, place: RecordPlace): void;
  /** The source has this school or class, but it is not read: who refers to it makes no mistake. */
  leaveOut(kind: "organizations" | "groups", sourceId: string): void;
  /** The list, or a part of it, is not there or cannot be read: who refers to it need not make a mistake. */
  markIncomplete(kind: ReferredList): void;
  /**
   * Call for every person of a complete list before the places, if the source allows it: places of others are then refused when they are
   * added, else at the end.
   */
  addPersonId(sourceId: string): void;
  /** @param recordId id of the record that names the place */
  addClassPlace(personId: string, groupId: string, role: ClassRole, place: RecordPlace, recordId: string): void;
  /** Whether the source does not have the record, as far as that can be told. */
  isMissing(kind: ReferredList, sourceId: string): boolean;
  /**
   * Call after all places: returns the person with their classes, or null if left out, which is counted in the notes, or refused.
   * @param groups places from the person's own record, in addition to those added before
   */
  person(person: PersonOfSource, place: RecordPlace, groups?: RosterPerson["groups"]): RosterPerson | null;
  /** Call after all people. @param list file or path. @throws RosterSourceError if a complete roster has no people */
  end(list: string): void;
};

type ReferredList = "organizations" | "groups" | "people";

/** Names that a source has for lists (a file or a path) and for fields with references. */
export type SourceNames = {
  organizations: string;
  groups: string;
  people: string;
  organizationOfGroup: string;
  organizationOfPerson: string;
  groupOfPlace: string;
  personOfPlace: string;
};

type PersonWithName = Pick<RosterPerson, "username" | "name" | "familyName">;

/** A person as read from the source; `groups` are derived from the places. */
export type PersonOfSource = Omit<RosterPerson, "groups"> & { isActive: boolean };

export function createRosterAssembly({
  mode,
  names,
  notes,
  refused,
}: {
  mode: "bulk" | "delta";
  /** null: references are not checked, and what does not resolve is counted. */
  names: SourceNames | null;
  notes: RosterNotes;
  refused: RefusedRows;
}): RosterAssembly {
  const organizations = new Map<string, RosterOrganization>();
  const groups = new Map<string, RosterGroup>();
  const places = createClassPlaces();
  const organizationList: RosterOrganization[] = [];
  const groupList: RosterGroup[] = [];
  const leftOut = { organizations: new Set<string>(), groups: new Set<string>() };
  let isSealed = false;
  let people = 0;
  /** Whether the ids of all people were added before. */
  let hasPersonIds = false;
  const incomplete = new Set<ReferredList>();
  /** Path of the list whose records name the places; null if their records are not kept. */
  let pathOfPlaces: string | null = null;

  const seal = () => {
    if (!isSealed) places.seal();
    isSealed = true;
  };

  const has = {
    organizations: (id: string) => organizations.has(id) || leftOut.organizations.has(id),
    groups: (id: string) => groups.has(id) || leftOut.groups.has(id),
    people: (id: string) => !hasPersonIds || places.hasPerson(id),
  };
  const isMissing = (kind: ReferredList, id: string) => {
    if (mode === "delta" || names === null || has[kind](id)) return false;
    return !incomplete.has(kind) && !refused.mayHave(names[kind], id);
  };

  /** Whether a place in a class can be read; else it is counted or refused, and its person stays in their classes. */
  const isReadable = (personId: string, groupId: string, place: RecordPlace, recordId: string) => {
    const organizationId = groups.get(groupId)?.organizationSourceId;
    const isKnown = organizationId !== undefined && organizations.has(organizationId);
    if (names !== null && isMissing("groups", groupId)) {
      const invalid = { id: recordId, field: names.groupOfPlace, value: groupId, isReference: true };
      refused.addInvalid(place, invalid, { classesOf: personId });
      return false;
    }
    if (names !== null && isKnown && isMissing("people", personId)) {
      const invalid = { id: recordId, field: names.personOfPlace, value: personId, isReference: true };
      refused.addInvalid(place, invalid, { class: groupId });
      return false;
    }
    if (isKnown && has.people(personId)) return true;
    notes.count("enrollments_left_out");
    if (names === null) return false;
    if (isKnown) refused.protect({ class: groupId });
    else if (!leftOut.groups.has(groupId) && !leftOut.organizations.has(organizationId ?? ""))
      refused.protect({ classesOf: personId });
    return false;
  };

  /** Refuses the places of people whom the source does not have, or counts them. Nobody leaves their classes. */
  const refuseUnread = () => {
    if (names === null || pathOfPlaces === null) {
      for (let unread = places.countUnread(); unread > 0; unread -= 1) notes.count("enrollments_left_out");
      return;
    }
    for (const { personId, groupId, record } of places.unread()) {
      if (refused.mayHave(names.people, personId)) {
        notes.count("enrollments_left_out");
        refused.protect({ class: groupId });
      } else {
        const invalid = { id: record.id, field: names.personOfPlace, value: personId, isReference: true };
        refused.addInvalid({ path: pathOfPlaces, record: record.number }, invalid, { class: groupId });
      }
    }
  };

  return {
    organizations: organizationList,
    groups: groupList,
    isMissing,
    leaveOut: (kind, sourceId) => void leftOut[kind].add(sourceId),
    markIncomplete: (kind) => void incomplete.add(kind),
    addPersonId(sourceId) {
      hasPersonIds = true;
      places.addPerson(sourceId);
    },
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
      const { sourceId, organizationSourceId } = group;
      if (mode === "delta" || organizations.has(organizationSourceId)) groupList.push(group);
      else if (names !== null && isMissing("organizations", organizationSourceId)) {
        const invalid = {
          id: sourceId,
          field: names.organizationOfGroup,
          value: organizationSourceId,
          isReference: true,
        };
        refused.addInvalid(place, invalid, { class: sourceId });
      } else notes.count("groups_without_school");
    },
    addClassPlace(personId, groupId, role, place, recordId) {
      if (mode === "bulk" && !isReadable(personId, groupId, place, recordId)) return;
      refuseTooMany(places.count(), rosterLimits.places, place);
      // The people of a service come last: whether it has them is known only at the end.
      if (mode === "delta" || names === null || !("path" in place)) return places.add(personId, groupId, role);
      pathOfPlaces = place.path;
      places.add(personId, groupId, role, { number: place.record, id: recordId.slice(0, 100) });
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
      const missing = person.organizations.filter((sourceId) => isMissing("organizations", sourceId));
      if (missing.length > 0) {
        // A record of its own may have been refused for the school before.
        if (names !== null && !refused.schoolsOf.has(person.sourceId)) {
          const invalid = {
            id: person.sourceId,
            field: names.organizationOfPerson,
            value: missing.join(", "),
            isReference: true,
          };
          const { sourceId } = person;
          refused.addInvalid(place, invalid, own.length > 0 ? { schoolsOf: sourceId } : { person: sourceId });
        } else if (own.length === 0) refused.protect({ person: person.sourceId });
        if (own.length === 0) return null;
      }
      if (own.length === 0 && mode === "bulk") return leaveOut(notes, "people_without_school");
      refuseTooMany(people, rosterLimits.people, place);
      people += 1;
      noteIncomplete(notes, person, place);
      return {
        ...person,
        organizations: [...new Set(own)],
        groups: [
          ...places.of(person.sourceId),
          ...named.filter((each) => isReadable(person.sourceId, each.sourceId, place, person.sourceId)),
        ],
      };
    },
    end(list) {
      seal();
      if (mode === "delta") return;
      if (people === 0) throw new RosterSourceError("empty", { file: list });
      refuseUnread();
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
