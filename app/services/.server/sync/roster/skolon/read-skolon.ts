import { z } from "zod";
import { type Page, readPages } from "~/services/.server/sync/roster/http/read-pages";
import { type Listed, readRecords, textAt } from "~/services/.server/sync/roster/http/read-records";
import { createSourceHttp, type SourceHttp } from "~/services/.server/sync/roster/http/source-http";
import { createRosterNotes, type RosterNotes } from "~/services/.server/sync/roster/notes";
import { fullName, textOrNull } from "~/services/.server/sync/roster/person-name";
import {
  type Concerned,
  createRefusedRows,
  type RefusedRows,
  withRefused,
} from "~/services/.server/sync/roster/refused-rows";
import type { Roster, RosterPerson } from "~/services/.server/sync/roster/roster";
import {
  createRosterAssembly,
  type RosterAssembly,
  type SourceNames,
} from "~/services/.server/sync/roster/roster-assembly";
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

/** People name their own classes, so that there are no places of others. */
const names: SourceNames = {
  ...{ organizations: "/schools", groups: "/classes", people: "/people" },
  ...{ organizationOfGroup: "schoolId", organizationOfPerson: "schoolIds" },
  ...{ groupOfPlace: "classes", personOfPlace: "id" },
};

const kinds: ReadonlyMap<string, RosterPerson["kind"]> = new Map([
  ["student", "students"],
  ["teacher", "employees"],
  ["staff", "employees"],
  ["guardian", "guardians"],
]);

/**
 * Reads the complete roster of an organisation from Skolon.
 * @throws RosterSourceError; the signal's reason once it is aborted
 */
export async function readSkolon(config: SourceConfig, options: SourceOptions): Promise<Roster> {
  const http = createSourceHttp(config, options);
  try {
    const notes = createRosterNotes();
    const refused = createRefusedRows();
    const assembly = createRosterAssembly({ mode: "bulk", names, notes, refused });
    for await (const page of pages(http, "schools", refused)) {
      for (const { record, place } of page) {
        const { id: sourceId, name, unitCode, parentId } = record;
        const organization = { sourceId, name, unitCode: textOrNull(unitCode), parentSourceId: textOrNull(parentId) };
        assembly.addOrganization(organization, place);
      }
    }
    for await (const page of pages(http, "classes", refused)) {
      for (const { record, place } of page) {
        const { id: sourceId, name, schoolId } = record;
        assembly.addGroup({ sourceId, name, organizationSourceId: schoolId }, place);
      }
    }
    return {
      mode: "bulk",
      organizations: assembly.organizations,
      groups: assembly.groups,
      people: people(http, { assembly, refused, notes }),
      removedPeople: [],
      refused,
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
    for await (const page of pages(http, "schools", createRefusedRows())) return page.map(({ record }) => record.name);
    return [];
  } finally {
    http.close();
  }
}

type Reading = { assembly: RosterAssembly; refused: RefusedRows; notes: RosterNotes };

async function* people(http: SourceHttp, { assembly, refused, notes }: Reading): Roster["people"] {
  try {
    for await (const page of pages(http, "people", refused)) {
      for (const { record: person, place } of page) {
        const kind = kinds.get(person.role.toLowerCase());
        if (!kind) {
          const invalid = { id: person.id, field: "role", value: person.role.trim() };
          if (person.active === false) notes.count("people_inactive");
          else refused.addInvalid(place, invalid, { person: person.id });
          continue;
        }
        const read = assembly.person(personOf(person, kind), place, placesOf(person));
        if (read) yield read;
      }
    }
    assembly.end("/people");
  } catch (error) {
    throw withRefused(error, refused.rows);
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
    familyName: fullName(person.familyName),
    email: textOrNull(person.email),
    organizations: person.schoolIds,
    isActive: person.active ?? true,
  };
}

function placesOf({ classes }: Person): RosterPerson["groups"] {
  return (classes ?? []).map((place) => ({ sourceId: place.id, role: place.role }));
}

const pageSchema = z.object({ items: z.array(z.unknown()), next: z.string().nullish(), total: z.number().nullish() });

function pages<Name extends keyof typeof lists>(http: SourceHttp, name: Name, refused: RefusedRows) {
  type Record = z.output<(typeof lists)[Name]>;
  type Item = Listed<Record>;
  const reading = {
    schema: lists[name] as unknown as z.ZodType<Record>,
    ...{ idField: "id", path: `/${name}`, refused },
    concerned(record: unknown): Concerned {
      const person = name === "people" ? textAt(record, "id") : "";
      return person === "" ? "unknown" : { person };
    },
  };
  const first = new URL(name, http.base);
  first.searchParams.set("limit", String(http.limits.pageSize));
  return readPages<Item>({
    http,
    first,
    idOf: ({ record }) => record.id,
    ...(name === "people" ? { identityOf: ({ record }: Item) => identityOf(record as Person) } : {}),
    read({ body, received, isCheck }): Page<Item> {
      const { items, next, total } = pageSchema.parse(body);
      return {
        items: readRecords(items, { ...reading, received, isCheck }),
        entries: items.length,
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
