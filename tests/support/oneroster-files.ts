import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { strToU8, type Zippable, zipSync } from "fflate";
import yazl from "yazl";
import type { SourceContent, SourcePerson } from "./roster-content";
import { temporaryFolder } from "./temporary-folder";

/** A source's content as OneRoster CSV files, in the standard's layout. */

export type OneRosterShape = { version?: "1.1" | "1.2"; mode?: "bulk" | "delta" };
type Files = Record<string, Iterable<string>>;

const value = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
/** One line of comma-separated values. */
export const csvLine = (values: readonly string[]) => `${values.map(value).join(",")}\r\n`;

const roleOf = ({ role }: SourcePerson, version: string) =>
  role === "principal" && version === "1.1" ? "administrator" : role;

/** The rows of every file, generated lazily. */
export function oneRosterFiles(content: SourceContent, { version = "1.1", mode = "bulk" }: OneRosterShape = {}): Files {
  const stamp = (isGone = false, changedAt = "2026-09-01T00:00:00.000Z") =>
    mode === "bulk" ? ["", ""] : [isGone ? "tobedeleted" : "active", changedAt];
  return {
    "manifest.csv": manifestRows({ version, mode }),
    "orgs.csv": rowsOf(
      ["sourcedId", "status", "dateLastModified", "name", "type", "identifier", "parentSourcedId"],
      content.schools,
      ({ id, name, unitCode, parentId }) => [
        [
          id,
          ...stamp(),
          name,
          parentId || !content.schools.some((each) => each.parentId === id) ? "school" : "district",
          unitCode ?? "",
          parentId ?? "",
        ],
      ],
    ),
    "classes.csv": rowsOf(
      [
        ...["sourcedId", "status", "dateLastModified", "title", "grades", "courseSourcedId", "classCode", "classType"],
        ...["location", "schoolSourcedId", "termSourcedIds", "subjects", "subjectCodes", "periods"],
      ],
      content.classes,
      ({ id, name, schoolId }) => [
        [id, ...stamp(), name, "", "course-1", "", "homeroom", "", schoolId, "term-1", "", "", ""],
      ],
    ),
    "enrollments.csv": rowsOf(
      [
        ...["sourcedId", "status", "dateLastModified", "classSourcedId", "schoolSourcedId", "userSourcedId", "role"],
        ...["primary", "beginDate", "endDate"],
      ],
      content.people,
      ({ id, schoolIds, classes, isGone }) =>
        classes.map((place, index) => [
          `${id}-${index}`,
          ...stamp(isGone),
          place.id,
          schoolIds[0] ?? "",
          id,
          place.role,
          "",
          "2026-08-15",
          "",
        ]),
    ),
    "users.csv": version === "1.1" ? users11(content, stamp) : users12(content, stamp),
    ...(version === "1.2" ? { "roles.csv": roles(content, stamp) } : {}),
  };
}

type Stamp = (isGone?: boolean, changedAt?: string) => string[];

function users11({ people }: SourceContent, stamp: Stamp): Iterable<string> {
  return rowsOf(
    [
      ...["sourcedId", "status", "dateLastModified", "enabledUser", "orgSourcedIds", "role", "username", "userIds"],
      ...["givenName", "familyName", "middleName", "identifier", "email", "sms", "phone", "agentSourcedIds", "grades"],
      "password",
    ],
    people,
    (person) => [
      [
        person.id,
        ...stamp(person.isGone, person.changedAt),
        String(person.isActive ?? true),
        person.schoolIds.join(","),
        roleOf(person, "1.1"),
        person.username,
        "",
        person.givenName,
        person.familyName,
        "",
        person.externalId,
        person.email,
        ...["", "", (person.children ?? []).join(","), "", ""],
      ],
    ],
  );
}

function users12({ people }: SourceContent, stamp: Stamp): Iterable<string> {
  return rowsOf(
    [
      ...["sourcedId", "status", "dateLastModified", "enabledUser", "username", "userIds", "givenName", "familyName"],
      ...["middleName", "identifier", "email", "sms", "phone", "agentSourcedIds", "grades", "password"],
      ...["userMasterIdentifier", "resourceSourcedIds", "preferredGivenName", "preferredMiddleName"],
      ...["preferredFamilyName", "primaryOrgSourcedId", "pronouns"],
    ],
    people,
    (person) => [
      [
        person.id,
        ...stamp(person.isGone, person.changedAt),
        String(person.isActive ?? true),
        person.username,
        "",
        person.givenName,
        person.familyName,
        "",
        "",
        person.email,
        ...["", "", (person.children ?? []).join(","), "", ""],
        person.externalId,
        ...["", "", "", "", person.schoolIds[0] ?? "", ""],
      ],
    ],
  );
}

function roles({ people }: SourceContent, stamp: Stamp): Iterable<string> {
  return rowsOf(
    [
      ...["sourcedId", "status", "dateLastModified", "userSourcedId", "roleType", "role", "beginDate", "endDate"],
      ...["orgSourcedId", "userProfileSourcedId"],
    ],
    people,
    (person) =>
      person.schoolIds.map((school, index) => [
        `${person.id}-role-${index}`,
        ...stamp(person.isGone),
        person.id,
        index === 0 ? "primary" : "secondary",
        roleOf(person, "1.2"),
        "",
        "",
        school,
        "",
      ]),
  );
}

function* rowsOf<Item>(headings: string[], items: readonly Item[], rows: (item: Item) => string[][]): Iterable<string> {
  yield csvLine(headings);
  for (const item of items) for (const row of rows(item)) yield csvLine(row);
}

function manifestRows({ version, mode }: Required<OneRosterShape>): string[] {
  const present = ["orgs", "classes", "enrollments", "users", ...(version === "1.2" ? ["roles"] : [])];
  const absent = ["academicSessions", "categories", "courses", "demographics", "lineItems", "resources", "results"];
  return [
    ["propertyName", "value"],
    ["manifest.version", "1.0"],
    ["oneroster.version", version],
    ...present.map((name) => [`file.${name}`, mode]),
    ...absent.map((name) => [`file.${name}`, "absent"]),
    ["source.systemName", "Elevsystem"],
  ].map(csvLine);
}

/** Files to replace (with a text or bytes), add or omit (with null). */
export type FileChanges = Record<string, string | Uint8Array | null>;

/** The bytes of an archive. */
export function oneRosterZip(
  content: SourceContent,
  shape: OneRosterShape = {},
  changes: FileChanges = {},
): Uint8Array {
  const files: Zippable = {};
  for (const [name, rows] of Object.entries(oneRosterFiles(content, shape))) files[name] = strToU8([...rows].join(""));
  for (const [name, change] of Object.entries(changes)) {
    if (change === null) delete files[name];
    else files[name] = typeof change === "string" ? strToU8(change) : change;
  }
  return zipSync(files);
}

/** Writes an archive to a file that is removed after the test. */
export async function oneRosterFile(...of: Parameters<typeof oneRosterZip>): Promise<string> {
  const path = join(await temporaryFolder("oneroster"), "export.zip");
  await writeFile(path, oneRosterZip(...of));
  return path;
}

/** Writes a large archive without holding it in memory. */
export async function writeOneRosterZip(
  path: string,
  content: SourceContent,
  shape: OneRosterShape = {},
): Promise<void> {
  const zip = new yazl.ZipFile();
  for (const [name, rows] of Object.entries(oneRosterFiles(content, shape))) {
    zip.addReadStream(Readable.from(inPieces(rows)), name);
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

function* inPieces(rows: Iterable<string>): Iterable<Buffer> {
  let piece: string[] = [];
  for (const row of rows) {
    piece.push(row);
    if (piece.length === 1_000) {
      yield Buffer.from(piece.join(""));
      piece = [];
    }
  }
  yield Buffer.from(piece.join(""));
}
