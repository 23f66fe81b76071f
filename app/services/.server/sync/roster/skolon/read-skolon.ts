import { z } from "zod";
import { type Page, readPages } from "~/services/.server/sync/roster/http/read-pages";
import { createSourceHttp, type SourceHttp } from "~/services/.server/sync/roster/http/source-http";
import { createNotes } from "~/services/.server/sync/roster/notes";
import { fullName, textOrNull } from "~/services/.server/sync/roster/person-name";
import type { Roster, RosterPerson } from "~/services/.server/sync/roster/roster";
import { createRosterAssembly, type RosterAssembly } from "~/services/.server/sync/roster/roster-assembly";
import type { SourceConfig, SourceOptions } from "~/services/.server/sync/roster/source-options";

/** Skolon does not publish its wire format: this is our assumption, documented in docs/product/roster-sources.md#skolon. */

const id = z.string().min(1).max(255);
const text = z.string().nullish();

const lists = {
  schools: z.object({ id, name: z.string(), unitCode: text, parentId: text }),
  classes: z.object({ id, name: z.string(), schoolId: id }),
  people: z.object({
    id,
    role: z.string(),
    active: z.boolean().nullish(),
    externalId: text,
    username: text,
    givenName: text,
    familyName: text,
    email: text,
    schoolIds: z.array(id),
    classes: z.array(z.object({ id, role: z.enum(["student", "teacher"]) })).nullish(),
  }),
};
type Person = z.output<typeof lists.people>;

const kinds: Record<string, RosterPerson["kind"]> = {
  student: "students",
  teacher: "employees",
  staff: "employees",
  guardian: "guardians",
};

/**
 * Reads the complete roster of an organisation from Skolon.
 * @throws RosterSourceError; the signal's reason once it is aborted
 */
export async function readSkolon(config: SourceConfig, options: SourceOptions): Promise<Roster> {
  const http = createSourceHttp(config, options);
  try {
    const notes = createNotes();
    const assembly = createRosterAssembly({ mode: "bulk", notes });
    for await (const page of pages(http, "schools")) {
      for (const { id: sourceId, name, unitCode, parentId } of page) {
        const organization = { sourceId, name, unitCode: textOrNull(unitCode), parentSourceId: textOrNull(parentId) };
        assembly.addOrganization(organization, "/schools");
      }
    }
    for await (const page of pages(http, "classes")) {
      for (const { id: sourceId, name, schoolId } of page) {
        assembly.addGroup({ sourceId, name, organizationSourceId: schoolId }, "/classes");
      }
    }
    return {
      mode: "bulk",
      organizations: assembly.organizations,
      groups: assembly.groups,
      people: people(http, assembly, (role) => notes.countRole(role)),
      removedPeople: [],
      notes: notes.list,
    };
  } catch (error) {
    http.close();
    throw error;
  }
}

/** Names of the first page of schools. @throws RosterSourceError */
export async function skolonSchools(config: SourceConfig, options: SourceOptions): Promise<string[]> {
  const http = createSourceHttp(config, options);
  try {
    for await (const page of pages(http, "schools")) return page.map(({ name }) => name);
    return [];
  } finally {
    http.close();
  }
}

async function* people(http: SourceHttp, assembly: RosterAssembly, noteRole: (role: string) => void): Roster["people"] {
  try {
    for await (const page of pages(http, "people")) {
      for (const person of page) {
        const kind = kinds[person.role.toLowerCase()];
        const read = kind
          ? assembly.person(personOf(person, kind), "/people", placesOf(person))
          : noteRole(person.role);
        if (read) yield read;
      }
    }
    assembly.end("/people");
  } finally {
    http.close();
  }
}

function personOf(person: Person, kind: RosterPerson["kind"]) {
  return {
    sourceId: person.id,
    kind,
    externalId: textOrNull(person.externalId),
    username: textOrNull(person.username),
    name: fullName(person.givenName, person.familyName),
    familyName: fullName(person.familyName) || null,
    email: textOrNull(person.email),
    organizations: person.schoolIds,
    isActive: person.active ?? true,
  };
}

function placesOf({ classes }: Person): RosterPerson["groups"] {
  return (classes ?? []).map((place) => ({ sourceId: place.id, role: place.role }));
}

const pageSchema = z.object({ items: z.array(z.unknown()), next: z.string().nullish(), total: z.number().nullish() });

function pages<Name extends keyof typeof lists>(http: SourceHttp, name: Name) {
  type Item = z.output<(typeof lists)[Name]>;
  const first = new URL(name, http.base);
  first.searchParams.set("limit", String(http.limits.pageSize));
  return readPages<Item>({
    http,
    first,
    idOf: (item) => item.id,
    ...(name === "people" ? { identityOf: (item: Item) => identityOf(item as Person) } : {}),
    read({ body }): Page<Item> {
      const { items, next, total } = pageSchema.parse(body);
      return {
        items: items.map((item) => lists[name].parse(item) as Item),
        next: next ? withCursor(first, next) : null,
        total: total ?? null,
      };
    },
  });
}

function withCursor(first: URL, cursor: string): URL {
  const url = new URL(first);
  url.searchParams.set("cursor", cursor);
  return url;
}

function identityOf({ username, externalId, givenName, familyName, email }: Person): string {
  return JSON.stringify([username, externalId, givenName, familyName, email]);
}
