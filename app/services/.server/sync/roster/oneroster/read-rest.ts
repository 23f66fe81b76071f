import { z } from "zod";
import { type Page, readPages } from "~/services/.server/sync/roster/http/read-pages";
import { type Listed, readRecords } from "~/services/.server/sync/roster/http/read-records";
import { createSourceHttp, type SourceHttp } from "~/services/.server/sync/roster/http/source-http";
import { createRosterNotes } from "~/services/.server/sync/roster/notes";
import {
  createRefusedRows,
  type RecordPlace,
  type RefusedRows,
  withRefused,
} from "~/services/.server/sync/roster/refused-rows";
import { type Roster, RosterSourceError } from "~/services/.server/sync/roster/roster";
import type { SourceNames } from "~/services/.server/sync/roster/roster-assembly";
import type { SourceConfig, SourceOptions } from "~/services/.server/sync/roster/source-options";
import { createOneRosterAssembly, type OneRosterAssembly } from "./assemble";
import {
  classOfJson,
  concernedByRecord,
  enrollmentOfJson,
  type JsonBase,
  orgOfJson,
  schemas,
  userOfJson,
} from "./json-records";
import type { OneRosterVersion, UserRecord } from "./records";

/** Without a version it is taken from the address, else detected: 1.2 if the service supports it. */
type OneRosterRestConfig = SourceConfig & { version?: OneRosterVersion | null };

const services: Record<OneRosterVersion, { basePath: string; scope: string }> = {
  "1.1": {
    basePath: "/ims/oneroster/v1p1",
    scope: "https://purl.imsglobal.org/spec/or/v1p1/scope/roster-core.readonly",
  },
  "1.2": {
    basePath: "/ims/oneroster/rostering/v1p2",
    scope: "https://purl.imsglobal.org/spec/or/v1p2/scope/roster-core.readonly",
  },
};

/**
 * Reads a OneRoster 1.1 or 1.2 service. Schools, classes and enrollments are read at once, people on demand.
 * @param config.baseUrl the service, with or without the standard's path
 * @param options.since if given, only changes since then
 * @throws RosterSourceError; the signal's reason once it is aborted
 */
export async function readOneRosterRest(
  config: OneRosterRestConfig,
  options: SourceOptions & { since?: Date | null },
): Promise<Roster> {
  const { http, version } = await connect(config, options);
  try {
    const mode = options.since ? "delta" : "bulk";
    const notes = createRosterNotes();
    const refused = createRefusedRows();
    const today = options.now().toISOString().slice(0, 10);
    const assembly = createOneRosterAssembly({ mode, version, names: namesOf(version), today, notes, refused });
    const reading: Reading = { http, assembly, refused, version, since: options.since ?? null };
    await readPlaces(reading);
    const changed = mode === "delta" ? await readChanged(reading) : null;
    if (changed) http.close();
    const gone = changed?.filter(({ record }) => record.isGone).map(({ record }) => record.sourceId) ?? [];
    return {
      mode,
      organizations: assembly.organizations,
      groups: assembly.groups,
      people: changed ? peopleOf(changed, reading) : people(reading),
      removedPeople: gone,
      ...(changed ? { enrollmentChanges: assembly.enrollmentChanges(gone) } : {}),
      refused,
      notes: notes.list,
    };
  } catch (error) {
    http.close();
    throw error;
  }
}

function namesOf(version: OneRosterVersion): SourceNames {
  return {
    ...{ organizations: "/orgs", groups: "/classes", people: "/users" },
    organizationOfGroup: "school",
    organizationOfPerson: version === "1.1" ? "orgs" : "roles.org",
    ...{ groupOfPlace: "class", personOfPlace: "user" },
  };
}

/** Names of the first page of organisations, and the service's version. @throws RosterSourceError */
export async function oneRosterSchools(
  config: OneRosterRestConfig,
  options: SourceOptions,
): Promise<{ version: OneRosterVersion; schools: string[] }> {
  const { http, version } = await connect(config, options);
  try {
    for await (const page of pages({ http, since: null, refused: createRefusedRows() }, "orgs"))
      return { version, schools: page.map(({ record }) => record.name) };
    return { version, schools: [] };
  } finally {
    http.close();
  }
}

async function connect(config: OneRosterRestConfig, options: SourceOptions) {
  const open = (version: OneRosterVersion) =>
    createSourceHttp(config, options, { ...services[version], pathMark: "/ims/oneroster" });
  const configured = config.version ?? versionOfAddress(config.baseUrl);
  if (configured) return { http: open(configured), version: configured };
  const newest = open("1.2");
  try {
    await newest.getJson(addressOf(newest, "orgs", 0, null));
    return { http: newest, version: "1.2" as const };
  } catch (error) {
    newest.close();
    // A 1.1 service lacks this path, or does not know the scope of 1.2.
    const isOlder = error instanceof RosterSourceError && ["not_found", "unauthorised"].includes(error.code);
    if (!isOlder) throw error;
    return { http: open("1.1"), version: "1.1" as const };
  }
}

function versionOfAddress(address: string): OneRosterVersion | null {
  const version = /\/ims\/oneroster\/(?:rostering\/)?v1p([12])\b/i.exec(address)?.[1];
  return version === "1" ? "1.1" : version === "2" ? "1.2" : null;
}

type Reading = {
  http: SourceHttp;
  assembly: OneRosterAssembly;
  refused: RefusedRows;
  version: OneRosterVersion;
  since: Date | null;
};
type List = keyof typeof schemas;
type RecordOf<Name extends List> = z.output<(typeof schemas)[Name]>;

async function readPlaces(reading: Reading): Promise<void> {
  const { assembly } = reading;
  await eachRecord(reading, "orgs", (org, place) => assembly.addOrg(orgOfJson(org), place));
  await eachRecord(reading, "classes", (record, place) => assembly.addClass(classOfJson(record), place));
  await eachRecord(reading, "enrollments", (record, place) => assembly.addEnrollment(enrollmentOfJson(record), place));
}

async function eachRecord<Name extends List>(
  reading: Reading,
  name: Name,
  take: (record: RecordOf<Name>, place: RecordPlace) => void,
): Promise<void> {
  for await (const page of pages(reading, name)) for (const { record, place } of page) take(record, place);
}

async function* people(reading: Reading): Roster["people"] {
  try {
    for await (const page of pages(reading, "users")) {
      for (const { record, place } of page) {
        const person = reading.assembly.person(userOfJson(record, reading.version), place);
        if (person) yield person;
      }
    }
    reading.assembly.end("/users");
  } catch (error) {
    throw withRefused(error, reading.refused.rows);
  } finally {
    reading.http.close();
  }
}

/** Reads all changed people before any is processed, because removed people must be known first. */
async function readChanged(reading: Reading): Promise<Listed<UserRecord>[]> {
  const users: Listed<UserRecord>[] = [];
  for await (const page of pages(reading, "users")) {
    users.push(...page.map(({ record, place }) => ({ record: userOfJson(record, reading.version), place })));
  }
  return users;
}

async function* peopleOf(users: readonly Listed<UserRecord>[], { assembly }: Reading): Roster["people"] {
  for (const { record, place } of users) {
    const person = record.isGone ? null : assembly.person(record, place);
    if (person) yield person;
  }
  assembly.end("/users");
}

/** Pages of a list, by links if the service provides them, else by limit and offset. */
function pages<Name extends List>(
  { http, since, refused }: Pick<Reading, "http" | "since" | "refused">,
  name: Name,
): AsyncIterable<readonly Listed<RecordOf<Name>>[]> {
  type Item = Listed<RecordOf<Name>>;
  const reading = {
    schema: schemas[name] as unknown as z.ZodType<RecordOf<Name>>,
    ...{ idField: "sourcedId", path: `/${name}`, refused },
    concerned: (record: unknown) => concernedByRecord(name, record),
  };
  return readPages<Item>({
    http,
    first: addressOf(http, name, 0, since),
    keepsIds: name !== "enrollments",
    idOf: ({ record }) => (record as JsonBase).sourcedId,
    ...(name === "users" ? { identityOf: ({ record }: Item) => identityOf(record as Record<string, unknown>) } : {}),
    read({ body, headers, received, isCheck }): Page<Item> {
      const list = typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : undefined;
      const records = z.array(z.unknown()).parse(list);
      const items = readRecords(records, { ...reading, received, isCheck });
      const total = Number.parseInt(String(headers["x-total-count"] ?? ""), 10);
      const known = Number.isNaN(total) ? null : total;
      const linked = nextLink(headers.link, http.base);
      const position = received + records.length;
      // A source without links may return fewer than requested: only an empty page or its own count ends the list.
      const isOver = records.length === 0 || (known !== null && position >= known) || headers.link !== undefined;
      return {
        items,
        entries: records.length,
        total: known,
        next: linked ?? (isOver ? null : addressOf(http, name, position, since)),
      };
    },
  });
}

function addressOf(http: SourceHttp, name: List, offset: number, since: Date | null): URL {
  const url = new URL(name, http.base);
  url.searchParams.set("limit", String(http.limits.pageSize));
  url.searchParams.set("offset", String(offset));
  if (since) url.searchParams.set("filter", `dateLastModified>'${since.toISOString()}'`);
  return url;
}

/** RFC 8288: `<address>; rel="next"`. Uses our scheme and port, because a source behind a proxy may not know its own. */
function nextLink(header: string | string[] | undefined, base: URL): URL | null {
  const links = [header ?? []].flat().join(", ");
  const next = /<([^>]*)>\s*(?:;[^,<]*)?;\s*rel="?next"?/i.exec(links)?.[1];
  if (next === undefined || !URL.canParse(next, base)) return null;
  const url = new URL(next, base);
  return url.hostname === base.hostname ? new URL(`${url.pathname}${url.search}`, base.origin) : url;
}

/** Identity of a user apart from the id: username, other identifier, names and email. */
function identityOf({ username, identifier, givenName, familyName, email }: Record<string, unknown>): string {
  return JSON.stringify([username, identifier, givenName, familyName, email]);
}
