import type { z } from "zod";
import { readPages } from "~/services/.server/sync/roster/http/read-pages";
import { type Listed, readRecords } from "~/services/.server/sync/roster/http/read-records";
import { createSourceHttp, type SourceHttp } from "~/services/.server/sync/roster/http/source-http";
import { createRosterNotes, type RosterNotes } from "~/services/.server/sync/roster/notes";
import { fullName, textOrNull } from "~/services/.server/sync/roster/person-name";
import {
  createRefusedRows,
  type RecordPlace,
  type RefusedRows,
  withRefused,
} from "~/services/.server/sync/roster/refused-rows";
import { type Roster, RosterSourceError } from "~/services/.server/sync/roster/roster";
import {
  createRosterAssembly,
  type PersonOfSource,
  type RosterAssembly,
} from "~/services/.server/sync/roster/roster-assembly";
import type { SourceConfig, SourceOptions } from "~/services/.server/sync/roster/source-options";
import { classTypes, goneStatuses, type ListItem, type ListName, lists, openMarkings, responseSchema } from "./shapes";

/**
 * Reads the complete roster of an SS 12000 (2.1) service: organisations, groups, duties, activities if permitted, persons.
 * @param config.baseUrl with the version's path, e.g. https://host/v2.1
 * @throws RosterSourceError; the signal's reason once it is aborted
 */
export async function readSs12000(config: SourceConfig, options: SourceOptions): Promise<Roster> {
  const http = createSourceHttp(config, options);
  try {
    const notes = createRosterNotes();
    const refused = createRefusedRows();
    // Services give a receiver some of their groups and organisations, so that references to others are no mistake.
    const assembly = createRosterAssembly({ mode: "bulk", names: null, notes, refused });
    const today = options.now().toISOString().slice(0, 10);
    const isOver: Reading["isOver"] = (date) => !!date && date.slice(0, 10) < today;
    const reading: Reading = { http, assembly, notes, refused, isOver };
    await readOrganisations(reading);
    await readGroups(reading);
    const employees = await readDuties(reading);
    await readActivities(reading, employees);
    const leftAlone = new Set<string>();
    return {
      mode: "bulk",
      organizations: assembly.organizations,
      groups: assembly.groups,
      people: people(reading, employees, leftAlone),
      leftAlone,
      removedPeople: [],
      refused,
      notes: notes.list,
    };
  } catch (error) {
    http.close();
    throw error;
  }
}

/** Names of the first page of organisations. @throws RosterSourceError */
export async function ss12000Schools(config: SourceConfig, options: SourceOptions): Promise<string[]> {
  const http = createSourceHttp(config, options);
  try {
    for await (const page of pages({ http, refused: createRefusedRows() }, "organisations"))
      return page.flatMap(({ record }) => record.displayName ?? []);
    return [];
  } finally {
    http.close();
  }
}

type Reading = {
  http: SourceHttp;
  assembly: RosterAssembly;
  notes: RosterNotes;
  refused: RefusedRows;
  /** Whether a last day has passed. */
  isOver(date: string | null | undefined): boolean;
};

async function readOrganisations(reading: Reading): Promise<void> {
  const { assembly, isOver } = reading;
  for await (const page of pages(reading, "organisations")) {
    for (const { record: organisation, place } of page) {
      if (isOver(organisation.endDate)) continue;
      assembly.addOrganization(
        {
          sourceId: organisation.id,
          name: organisation.displayName?.trim() ?? "",
          unitCode: textOrNull(organisation.schoolUnitCode),
          parentSourceId: organisation.parentOrganisation?.id ?? null,
        },
        place,
      );
    }
  }
}

async function readGroups(reading: Reading): Promise<void> {
  const { assembly, isOver } = reading;
  for await (const page of pages(reading, "groups")) {
    for (const { record, place } of page) {
      const { id, displayName, groupType, organisation, endDate, groupMemberships } = record;
      if (isOver(endDate) || !classTypes.has(groupType)) continue;
      assembly.addGroup(
        { sourceId: id, name: displayName?.trim() ?? "", organizationSourceId: organisation.id },
        place,
      );
      for (const membership of groupMemberships ?? []) {
        if (!isOver(membership.endDate)) assembly.addClassPlace(membership.person.id, id, "student", place, id);
      }
    }
  }
}

/** Schools by employee, and the person of each duty. */
type Employees = { schools: Map<string, string[]>; personOfDuty: Map<string, string> };

async function readDuties(reading: Reading): Promise<Employees> {
  const { assembly, isOver } = reading;
  const employees: Employees = { schools: new Map(), personOfDuty: new Map() };
  for await (const page of pages(reading, "duties")) {
    for (const { record, place } of page) {
      const { id, person, dutyAt, endDate, assignmentRole } = record;
      if (!person || isOver(endDate)) continue;
      employees.personOfDuty.set(id, person.id);
      employees.schools.set(person.id, [...(employees.schools.get(person.id) ?? []), dutyAt.id]);
      for (const assignment of assignmentRole ?? []) {
        if (!isOver(assignment.endDate)) assembly.addClassPlace(person.id, assignment.group.id, "teacher", place, id);
      }
    }
  }
  return employees;
}

/** Adds teachers of teaching groups. Services may lack this list; without it only mentors have classes. */
async function readActivities(reading: Reading, employees: Employees): Promise<void> {
  const { assembly, notes, isOver } = reading;
  try {
    for await (const page of pages(reading, "activities")) {
      for (const { record, place } of page) {
        const { id, groups, teachers, endDate } = record;
        if (isOver(endDate)) continue;
        const current = (teachers ?? []).filter((teacher) => !isOver(teacher.endDate));
        for (const { duty } of current) {
          const person = employees.personOfDuty.get(duty.id);
          for (const group of person === undefined ? [] : (groups ?? [])) {
            assembly.addClassPlace(person ?? "", group.id, "teacher", place, id);
          }
        }
      }
    }
  } catch (error) {
    const isMissing = error instanceof RosterSourceError && ["not_found", "unauthorised"].includes(error.code);
    if (!isMissing) throw error;
    notes.add("activities_not_read", {});
  }
}

/**
 * Guardians are ordinary persons, recognised by the children that refer to them. They are processed after all children, and belong to the
 * children's schools. People with a protected identity are left alone, and so are such a child's guardians: updating them, or removing
 * them because their child is missing, would reveal where the child is. Decision 55.
 */
async function* people(reading: Reading, employees: Employees, leftAlone: Set<string>): Roster["people"] {
  const { http, assembly, notes, isOver } = reading;
  const waiting: Listed<ListItem<"persons">>[] = [];
  const schoolsOfGuardian = new Map<string, Set<string>>();
  try {
    for await (const page of pages(reading, "persons")) {
      for (const listed of page) {
        const { record: person, place } = listed;
        if (!openMarkings.has(person.securityMarking?.trim() ?? "")) {
          notes.count("people_protected");
          for (const { id } of [person, ...guardiansOf(person)]) leftAlone.add(id);
          continue;
        }
        const enrolled = (person.enrolments ?? [])
          .filter(({ cancelled, endDate }) => !cancelled && !isOver(endDate))
          .map(({ enroledAt }) => enroledAt.id);
        const works = employees.schools.get(person.id);
        for (const { id } of enrolled.length > 0 ? guardiansOf(person) : []) {
          addAll(schoolsOfGuardian, id, enrolled);
        }
        if (!works && enrolled.length === 0) {
          waiting.push(listed);
          continue;
        }
        const read = works
          ? employee(assembly, personOf(person, "employees", works), place)
          : assembly.person(personOf(person, "students", enrolled), place);
        if (read) yield read;
      }
    }
    for (const { record: person, place } of waiting) {
      const schools = [...(schoolsOfGuardian.get(person.id) ?? [])];
      if (schools.length === 0 && leftAlone.has(person.id)) continue;
      const read = assembly.person(personOf(person, "guardians", schools), place);
      if (read) yield read;
    }
    assembly.end("/persons");
  } catch (error) {
    throw withRefused(error, reading.refused.rows);
  } finally {
    http.close();
  }
}

function guardiansOf({ responsibles }: ListItem<"persons">): { id: string }[] {
  return (responsibles ?? []).flatMap(({ person }) => person ?? []);
}

/** Staff who are members of a group are its teachers. */
function employee(assembly: RosterAssembly, person: PersonOfSource, place: RecordPlace) {
  const read = assembly.person(person, place);
  if (!read) return null;
  const groups = new Map(read.groups.map(({ sourceId }) => [sourceId, { sourceId, role: "teacher" as const }]));
  return { ...read, groups: [...groups.values()] };
}

function addAll(map: Map<string, Set<string>>, key: string, values: readonly string[]): void {
  const known = map.get(key) ?? new Set();
  for (const value of values) known.add(value);
  map.set(key, known);
}

const schoolEmail = { students: "Skola elev", employees: "Skola personal", guardians: "Privat" };

/** Never reads the national identity number. */
function personOf(
  person: ListItem<"persons">,
  kind: PersonOfSource["kind"],
  organizations: readonly string[],
): PersonOfSource {
  const identifiers = person.externalIdentifiers ?? [];
  const emails = person.emails ?? [];
  return {
    sourceId: person.id,
    kind,
    externalId: textOrNull((identifiers.find(({ globallyUnique }) => globallyUnique) ?? identifiers[0])?.value),
    username: textOrNull(person.eduPersonPrincipalNames?.[0]),
    name: fullName(person.givenName, person.middleName, person.familyName),
    familyName: fullName(person.familyName),
    email: textOrNull((emails.find(({ type }) => type === schoolEmail[kind]) ?? emails[0])?.value),
    organizations,
    isActive: !goneStatuses.has(person.personStatus ?? ""),
  };
}

function pages<Name extends ListName>({ http, refused }: Pick<Reading, "http" | "refused">, name: Name) {
  type Item = Listed<ListItem<Name>>;
  const first = new URL(name, http.base);
  first.searchParams.set("limit", String(http.limits.pageSize));
  const records = {
    schema: lists[name] as unknown as z.ZodType<ListItem<Name>>,
    // Messages do not name people, whose identity may be protected.
    ...{ idField: name === "persons" ? "" : "id", path: `/${name}`, refused },
    concerned: () => "unknown" as const,
  };
  return readPages<Item>({
    http,
    first,
    idOf: ({ record }) => record.id,
    ...(name === "persons" ? { identityOf: ({ record }: Item) => identityOf(record as ListItem<"persons">) } : {}),
    read({ body, received, isCheck }) {
      const { data, organisations, pageToken } = responseSchema.parse(body);
      const found = data ?? organisations ?? [];
      const items = readRecords(found, { ...records, received, isCheck });
      return { items, entries: found.length, total: null, next: pageToken ? withToken(first, pageToken) : null };
    },
  });
}

function withToken(first: URL, token: string): URL {
  const url = new URL(first);
  url.searchParams.set("pageToken", token);
  return url;
}

function identityOf({ eduPersonPrincipalNames, givenName, familyName, emails }: ListItem<"persons">): string {
  return JSON.stringify([eduPersonPrincipalNames, givenName, familyName, emails]);
}
