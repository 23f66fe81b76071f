import { readTable, type Table, type TableColumns } from "~/services/.server/sync/roster/csv/read-table";
import { createNotes, listed, type Notes } from "~/services/.server/sync/roster/notes";
import { type Roster, RosterSourceError } from "~/services/.server/sync/roster/roster";
import { rosterLimits } from "~/services/.server/sync/roster/roster-limits";
import type { SourceOptions } from "~/services/.server/sync/roster/source-options";
import { openZipArchive, type ZipArchive, ZipError } from "~/services/.server/zip/zip-archive";
import { createOneRosterAssembly, type OneRosterAssembly } from "./assemble";
import { classOf, columnsOf, enrollmentOf, orgOf, type RowStatus, userOf } from "./csv-records";
import { type Manifest, manifestColumns, manifestFile, type RosterFile, readManifest, rosterFiles } from "./manifest";
import type { UserRecord } from "./records";
import { createRolesByUser, type RolesByUser } from "./roles-by-user";

/**
 * Reads a OneRoster 1.1 or 1.2 archive of CSV files, bulk or delta. Schools, classes and enrollments are read at once, people on demand,
 * so the file must exist until then.
 * @param file path of the uploaded archive
 * @throws RosterSourceError; the signal's reason once it is aborted
 */
export async function readOneRosterZip(file: string, options: SourceOptions): Promise<Roster> {
  const files = await openFiles(file);
  try {
    const notes = createNotes();
    const manifest = await readManifest(await files.table(manifestFile, manifestColumns), files.has);
    const mode = manifest.modeOf("users") === "delta" ? "delta" : "bulk";
    const today = options.now().toISOString().slice(0, 10);
    const assembly = createOneRosterAssembly({ mode, today, notes });
    const reading: Reading = { files, manifest, assembly, notes, signal: options.signal };
    await readPlaces(reading);
    const roles = manifest.version === "1.2" ? await readRoles(reading) : null;
    const isDelta = mode === "delta";
    const gone = isDelta ? await readGone(reading) : [];
    noteUnknownFiles(files, notes);
    return {
      mode,
      organizations: assembly.organizations,
      groups: assembly.groups,
      people: people(file, { manifest, assembly, notes, signal: options.signal }, roles),
      removedPeople: gone,
      ...(isDelta && manifest.modeOf("enrollments") === "delta"
        ? { enrollmentChanges: assembly.enrollmentChanges(gone) }
        : {}),
      notes: notes.list,
    };
  } finally {
    files.close();
  }
}

type Reading = {
  files: Files;
  manifest: Manifest;
  assembly: OneRosterAssembly;
  notes: Notes;
  signal: AbortSignal;
};

async function readPlaces(reading: Reading): Promise<void> {
  const { assembly } = reading;
  await eachRow(reading, "orgs", (row, place) => assembly.addOrg(orgOf(row, place), place.file));
  await eachRow(reading, "classes", (row, place) => assembly.addClass(classOf(row, place), place.file));
  await eachRow(reading, "enrollments", (row, place) => assembly.addEnrollment(enrollmentOf(row, place), place.file));
}

async function readRoles(reading: Reading): Promise<RolesByUser> {
  const roles = createRolesByUser();
  await eachRow(reading, "roles", (row, { status }) => {
    if (status !== "gone") roles.add(row);
  });
  return roles;
}

/** Ids of people that a delta removes. Reads the file an extra time, because they must be known before people are processed. */
async function readGone(reading: Reading): Promise<string[]> {
  const gone: string[] = [];
  await eachRow({ ...reading, notes: createNotes() }, "users", (row, { status }) => {
    if (status === "gone") gone.push(row.get("sourcedId"));
  });
  return gone;
}

async function* people(file: string, reading: Omit<Reading, "files">, roles: RolesByUser | null): Roster["people"] {
  const files = await openFiles(file);
  try {
    const isDelta = reading.manifest.modeOf("users") === "delta";
    for await (const [row, place] of rowsOf({ ...reading, files }, "users")) {
      const user: UserRecord = userOf(row, place, roles);
      if (isDelta && user.isGone) continue;
      const person = reading.assembly.person(user, place.file);
      if (person) yield person;
    }
    reading.assembly.end("users.csv");
  } finally {
    files.close();
  }
}

type RowPlace = { file: string; line: number; status: RowStatus };
type Row = Parameters<typeof orgOf>[0];

async function eachRow(reading: Reading, name: RosterFile, take: (row: Row, place: RowPlace) => void): Promise<void> {
  for await (const [row, place] of rowsOf(reading, name)) take(row, place);
}

/** Rows of a file with their status; none if the manifest declares the file absent. */
async function* rowsOf(
  { files, manifest, notes, signal }: Reading,
  name: RosterFile,
): AsyncIterable<[row: Row, place: RowPlace]> {
  const mode = manifest.modeOf(name);
  if (mode === "absent") return;
  const file = `${name}.csv`;
  const table = await files.table(file, columnsOf(name, manifest.version));
  const unknown = table.unknownColumns.filter((column) => !column.toLowerCase().startsWith("metadata."));
  if (unknown.length > 0) notes.add("unknown_columns", { file, columns: listed(unknown) });
  for await (const row of table.rows) {
    signal.throwIfAborted();
    if (row.get("sourcedId") === "") throw new RosterSourceError("malformed", { file, line: row.line });
    yield [row, { file, line: row.line, status: statusOf(row, mode, file) }];
  }
}

/**
 * A bulk file has no deleted records, and each record of a delta has a status. Any other file contradicts its manifest and is rejected,
 * because treating a delta as complete would remove everyone else.
 */
function statusOf(row: Row, mode: "bulk" | "delta", file: string): RowStatus {
  const status = row.get("status").toLowerCase();
  const isGone = status === "tobedeleted" || status === "inactive";
  if (mode === "bulk" && isGone) throw new RosterSourceError("deleted_in_bulk", { file, line: row.line });
  if (mode === "delta" && status === "") throw new RosterSourceError("no_status_in_delta", { file, line: row.line });
  return isGone ? "gone" : "active";
}

type Files = {
  has(file: string): boolean;
  /** Other files in the archive, without those that operating systems add. */
  others: readonly string[];
  table(file: string, columns: TableColumns): Promise<Table>;
  close(): void;
};

/** Opens the files of an export, which may be in one folder of the archive. */
async function openFiles(path: string): Promise<Files> {
  const archive = await openArchive(path);
  const manifest = archive.names.find(
    (name) => /^(?:[^/]+\/)?manifest\.csv$/i.test(name) && !name.startsWith("__MACOSX/"),
  );
  const folder = manifest?.slice(0, -manifestFile.length) ?? "";
  const known = new Set(
    [manifestFile, ...rosterFiles.map((name) => `${name}.csv`)].map((file) => `${folder}${file}`.toLowerCase()),
  );
  return {
    has: (file) => archive.has(`${folder}${file}`),
    others: archive.names.filter(
      (name) => !known.has(name.toLowerCase()) && !/(^|\/)(__MACOSX\/|\._|\.DS_Store$)/.test(name),
    ),
    async table(file, columns) {
      if (!archive.has(`${folder}${file}`)) throw new RosterSourceError("missing_file", { file });
      return readTable(file, contentOf(archive, `${folder}${file}`), columns);
    },
    close: () => archive.close(),
  };
}

async function openArchive(path: string): Promise<ZipArchive> {
  try {
    return await openZipArchive(path, rosterLimits);
  } catch (error) {
    throw faultOf(error);
  }
}

async function* contentOf(archive: ZipArchive, name: string): AsyncIterable<Buffer> {
  try {
    yield* archive.read(name);
  } catch (error) {
    throw faultOf(error);
  }
}

function faultOf(error: unknown): unknown {
  if (!(error instanceof ZipError)) return error;
  const file = (error.file ?? "").slice(0, 100);
  switch (error.code) {
    case "empty":
    case "not-a-zip":
      return new RosterSourceError("not_a_zip");
    case "encrypted":
      return new RosterSourceError("encrypted_zip");
    case "damaged":
      return new RosterSourceError("damaged_zip");
    case "unsafe-path":
      return new RosterSourceError("unsafe_path", { file });
    case "duplicate":
      return new RosterSourceError("duplicate_file", { file });
    case "too-many-files":
      return new RosterSourceError("too_many_files", { limit: rosterLimits.entries });
    case "too-large":
      return new RosterSourceError("too_large", { megabytes: rosterLimits.unpackedBytes / 1024 / 1024 });
  }
}

/** Files of the standard that a roster does not need; docs/product/roster-sources.md#oneroster. */
const otherFiles =
  /^(academicSessions|categories|classResources|courseResources|courses|demographics|lineItems|lineItemLearningObjectiveIds|lineItemScoreScales|resources|results|resultLearningObjectiveIds|resultScoreScales|scoreScales|userProfiles|userResources)\.csv$/i;

function noteUnknownFiles(files: Files, notes: Notes): void {
  const unknown = files.others.filter((name) => !otherFiles.test(name.slice(name.lastIndexOf("/") + 1)));
  if (unknown.length > 0) notes.add("unknown_files", { files: listed(unknown) });
}
