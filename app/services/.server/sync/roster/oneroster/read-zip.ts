import type { RefuseRow } from "~/services/.server/sync/roster/csv/read-csv";
import { type CsvTable, readTable, type TableColumns } from "~/services/.server/sync/roster/csv/read-table";
import { createRosterNotes, listed, type RosterNotes } from "~/services/.server/sync/roster/notes";
import {
  createRefusedRows,
  createSourceFaults,
  type RefusedRows,
  type SourceFaults,
  withRefused,
} from "~/services/.server/sync/roster/refused-rows";
import { type Roster, RosterSourceError } from "~/services/.server/sync/roster/roster";
import type { SourceNames } from "~/services/.server/sync/roster/roster-assembly";
import { rosterLimits } from "~/services/.server/sync/roster/roster-limits";
import type { SourceOptions } from "~/services/.server/sync/roster/source-options";
import { openZipArchive, type ZipArchive } from "~/services/.server/zip/zip-archive";
import { ZipError } from "~/services/.server/zip/zip-reader";
import { createOneRosterAssembly, type OneRosterAssembly } from "./assemble";
import {
  classOfRow,
  concernedByRow,
  enrollmentOfRow,
  fileColumnsOf,
  hasEnabledUser,
  missingColumn,
  orgOfRow,
  type RowStatus,
  userOfRow,
} from "./csv-records";
import {
  manifestColumns,
  manifestFile,
  type OneRosterManifest,
  type RosterFile,
  readManifest,
  rosterFiles,
} from "./manifest";
import { hasEnded, invalidValueOf, isGoneStatus, recordStatuses, type UserRecord } from "./records";
import { createRolesByUser, type RolesByUser } from "./roles-by-user";

/**
 * Reads a OneRoster 1.1 or 1.2 archive of CSV files, bulk or delta. Schools, classes and enrollments are read at once, people on demand,
 * so the file must exist until then. A row that cannot be read is refused; faults of files are collected over all of them.
 * @param file path of the uploaded archive
 * @throws RosterSourceError with all faults; the signal's reason once it is aborted
 */
export async function readOneRosterZip(file: string, options: SourceOptions): Promise<Roster> {
  const files = await openFiles(file);
  try {
    const [notes, faults, refused] = [createRosterNotes(), createSourceFaults(), createRefusedRows()];
    const table = await files.table(manifestFile, manifestColumns, (code, line) =>
      faults.add(new RosterSourceError(code, { file: manifestFile, line })),
    );
    const manifest = await readManifest(table, files.has, faults);
    const mode = manifest.modeOf("users") === "delta" ? "delta" : "bulk";
    const today = options.now().toISOString().slice(0, 10);
    const assembly = createOneRosterAssembly({
      ...{ mode, today, notes, refused },
      version: manifest.version,
      names,
    });
    const reading: Reading = { files, manifest, assembly, notes, refused, today, signal: options.signal };
    await readPlaces(reading, faults);
    const roles = manifest.version === "1.2" ? await readRoles(reading, faults) : null;
    const isDelta = mode === "delta";
    const gone = isDelta ? ((await faults.attempt(() => readGone(reading))) ?? []) : [];
    if (!faults.isEmpty()) await throwFaults(reading, roles, faults);
    noteUnknownFiles(files, notes);
    return {
      mode,
      organizations: assembly.organizations,
      groups: assembly.groups,
      people: people(file, reading, roles),
      removedPeople: gone,
      ...(isDelta && manifest.modeOf("enrollments") === "delta"
        ? { enrollmentChanges: assembly.enrollmentChanges(gone) }
        : {}),
      refused,
      notes: notes.list,
    };
  } finally {
    files.close();
  }
}

const names: SourceNames = {
  ...{ organizations: "orgs.csv", groups: "classes.csv", people: "users.csv" },
  ...{ organizationOfGroup: "schoolSourcedId", organizationOfPerson: "orgSourcedIds" },
  ...{ groupOfPlace: "classSourcedId", personOfPlace: "userSourcedId" },
};

type Reading = {
  files: Files;
  manifest: OneRosterManifest;
  assembly: OneRosterAssembly;
  notes: RosterNotes;
  refused: RefusedRows;
  /** YYYY-MM-DD */
  today: string;
  signal: AbortSignal;
};

async function readPlaces(reading: Reading, faults: SourceFaults): Promise<void> {
  const { assembly, manifest } = reading;
  const read = async (name: RosterFile, take: (row: Row, place: RowPlace, status: RowStatus) => void) => {
    const step = () => eachRow(reading, name, take).then(() => true);
    return (await faults.attempt(step)) === true;
  };
  const areOrgsRead = await read("orgs", (row, place, status) => assembly.addOrg(orgOfRow(row, status), place));
  if (!areOrgsRead || manifest.modeOf("orgs") === "absent") assembly.markIncomplete("organizations");
  const areClassesRead = await read("classes", (row, place, status) =>
    assembly.addClass(classOfRow(row, status), place),
  );
  if (!areClassesRead || manifest.modeOf("classes") !== "bulk") assembly.markIncomplete("groups");
  await faults.attempt(() => readPersonIds(reading));
  await read("enrollments", (row, place, status) => assembly.addEnrollment(enrollmentOfRow(row, status), place));
}

/** Ids of all people of a complete archive. Reads the file an extra time, because the files before it refer to them. */
async function readPersonIds(reading: Reading): Promise<void> {
  const { manifest, assembly } = reading;
  if (manifest.modeOf("users") !== "bulk") return;
  const refused = createRefusedRows();
  await eachRow({ ...reading, notes: createRosterNotes(), refused }, "users", (row) =>
    assembly.addPersonId(row.get("sourcedId")),
  );
  for (const id of refused.people) assembly.addPersonId(id);
  if (!refused.isComplete()) assembly.markIncomplete("people");
}

async function readRoles(reading: Reading, faults: SourceFaults): Promise<RolesByUser> {
  const { assembly, manifest, refused, today } = reading;
  const roles = createRolesByUser();
  await faults.attempt(() =>
    eachRow(reading, "roles", (row, place, status) => {
      if (status === "gone") return;
      const [endDate, user, org] = [row.get("endDate"), row.get("userSourcedId"), row.get("orgSourcedId")];
      const invalid = invalidValueOf({ role: row.get("role"), endDate }, { today, version: manifest.version });
      if (invalid) return refused.addInvalid(place, { id: "", ...invalid }, concernedByRow(row, "roles"));
      const refuse = (field: string, value: string) =>
        refused.addInvalid(place, { id: "", field, value, isReference: true }, { schoolsOf: user });
      if (hasEnded(endDate, today)) return roles.add(row);
      if (assembly.isMissing("people", user)) return refuse("userSourcedId", user);
      if (assembly.isMissing("organizations", org)) refuse("orgSourcedId", org);
      // Without its school the role still says what kind of person it is.
      roles.add(row);
    }),
  );
  return roles;
}

/** Ids of people that a delta removes. Reads the file an extra time, because they must be known before people are processed. */
async function readGone(reading: Reading): Promise<string[]> {
  const gone: string[] = [];
  await eachRow(
    { ...reading, notes: createRosterNotes(), refused: createRefusedRows() },
    "users",
    (row, _place, status) => {
      if (status === "gone") gone.push(row.get("sourcedId"));
    },
  );
  return gone;
}

/** Reads the people too, so that the error lists the faults of every file. */
async function throwFaults(reading: Reading, roles: RolesByUser | null, faults: SourceFaults): Promise<never> {
  await faults.attempt(async () => {
    for await (const person of peopleOf(reading, roles)) void person;
  });
  return faults.throwAll(reading.refused.rows);
}

async function* people(file: string, reading: Reading, roles: RolesByUser | null): Roster["people"] {
  const files = await openFiles(file);
  try {
    yield* peopleOf({ ...reading, files }, roles);
    reading.assembly.end("users.csv");
  } catch (error) {
    throw withRefused(error, reading.refused.rows);
  } finally {
    files.close();
  }
}

async function* peopleOf(reading: Reading, roles: RolesByUser | null): Roster["people"] {
  const isDelta = reading.manifest.modeOf("users") === "delta";
  for await (const [row, place, status] of rowsOf(reading, "users")) {
    if (!hasEnabledUser(row) && status !== "gone") {
      const invalid = { id: "", field: "enabledUser", value: row.get("enabledUser") };
      reading.refused.addInvalid(place, invalid, concernedByRow(row, "users"));
      continue;
    }
    const user: UserRecord = userOfRow(row, status, roles);
    if (isDelta && user.isGone) continue;
    const person = reading.assembly.person(user, place);
    if (person) yield person;
  }
}

type RowPlace = { file: string; line: number };
type Row = Parameters<typeof orgOfRow>[0];

async function eachRow(
  reading: Reading,
  name: RosterFile,
  take: (row: Row, place: RowPlace, status: RowStatus) => void,
): Promise<void> {
  for await (const [row, place, status] of rowsOf(reading, name)) take(row, place, status);
}

/** Usable rows of a file with their status; none if the manifest declares the file absent. */
async function* rowsOf(
  { files, manifest, notes, refused, signal }: Reading,
  name: RosterFile,
): AsyncIterable<[row: Row, place: RowPlace, status: RowStatus]> {
  const mode = manifest.modeOf(name);
  if (mode === "absent") return;
  const file = `${name}.csv`;
  const table = await files.table(file, fileColumnsOf(name, manifest.version), (code, line) =>
    refused.add(code, { file, line }, {}, "unknown"),
  );
  const unknown = table.unknownColumns.filter((column) => !column.toLowerCase().startsWith("metadata."));
  if (unknown.length > 0) notes.add("unknown_columns", { file, columns: listed(unknown) });
  for await (const row of table.rows) {
    signal.throwIfAborted();
    const place = { file, line: row.line };
    const status = statusOf(row, mode);
    if (status === "deleted_in_bulk" || status === "no_status_in_delta") {
      // The file may be a delta, which is not complete.
      refused.add(status, place, {}, "unknown");
      continue;
    }
    if (status === "unknown_status") {
      refused.addInvalid(place, { id: "", field: "status", value: row.get("status") }, concernedByRow(row, name));
      continue;
    }
    const missing = missingColumn(row, name, status);
    if (missing === null) yield [row, place, status];
    else refused.add("missing_value", place, { column: missing }, concernedByRow(row, name));
  }
}

/** A bulk file has no deleted records, and each record of a delta has a status. */
function statusOf(
  row: Row,
  mode: "bulk" | "delta",
): RowStatus | "deleted_in_bulk" | "no_status_in_delta" | "unknown_status" {
  const status = row.get("status").toLowerCase();
  if (!recordStatuses.some((each) => each === status)) return "unknown_status";
  const isGone = isGoneStatus(status);
  if (mode === "bulk" && isGone) return "deleted_in_bulk";
  if (mode === "delta" && status === "") return "no_status_in_delta";
  return isGone ? "gone" : "active";
}

type Files = {
  has(file: string): boolean;
  /** Other files in the archive, without those that operating systems add. */
  others: readonly string[];
  table(file: string, columns: TableColumns, refuse: RefuseRow): Promise<CsvTable>;
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
    async table(file, columns, refuse) {
      if (!archive.has(`${folder}${file}`)) throw new RosterSourceError("missing_file", { file });
      return readTable(file, contentOf(archive, `${folder}${file}`), columns, refuse);
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
    case "incomplete":
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

function noteUnknownFiles(files: Files, notes: RosterNotes): void {
  const unknown = files.others.filter((name) => !otherFiles.test(name.slice(name.lastIndexOf("/") + 1)));
  if (unknown.length > 0) notes.add("unknown_files", { files: listed(unknown) });
}
