import type { CsvTable } from "~/services/.server/sync/roster/csv/read-table";
import type { SourceFaults } from "~/services/.server/sync/roster/refused-rows";
import { RosterSourceError } from "~/services/.server/sync/roster/roster";

/** Mode of a file in the archive: complete, changes only, or absent. */
type FileMode = "bulk" | "delta" | "absent";

export type OneRosterManifest = {
  version: "1.1" | "1.2";
  modeOf(file: RosterFile): FileMode;
};

export const rosterFiles = ["orgs", "classes", "enrollments", "users", "roles"] as const;
export type RosterFile = (typeof rosterFiles)[number];

export const manifestFile = "manifest.csv";
export const manifestColumns = { required: ["propertyName", "value"], optional: [] };

/**
 * Reads the version and the modes of the files from the manifest. SourceFaults of the manifest are collected; what it says is then completed by
 * what the archive contains, so that the other files can be checked as well.
 * @param hasFile whether the archive contains a file
 * @throws RosterSourceError if the manifest cannot be read
 */
export async function readManifest(
  table: CsvTable,
  hasFile: (file: string) => boolean,
  faults: SourceFaults,
): Promise<OneRosterManifest> {
  const properties = new Map<string, string>();
  for await (const row of table.rows) properties.set(row.get("propertyName").toLowerCase(), row.get("value"));
  const version = versionOf(properties.get("oneroster.version") ?? "", hasFile, faults);
  const modes = new Map(rosterFiles.map((file) => [file, modeOf(properties, file, hasFile, faults)]));
  if (version === "1.1") modes.set("roles", "absent");
  for (const file of ["orgs", "users", ...(version === "1.2" ? (["roles"] as const) : [])] as const) {
    const isNeeded = file !== "orgs" || modes.get("users") !== "delta";
    const isDeclared = (properties.get(`file.${file}`) ?? "absent").toLowerCase() !== "absent";
    if (isNeeded && modes.get(file) === "absent" && !isDeclared)
      faults.add(new RosterSourceError("missing_file", { file: `${file}.csv` }));
  }
  noteMixedModes(modes, faults);
  return { version, modeOf: (file) => modes.get(file) ?? "absent" };
}

function versionOf(
  text: string,
  hasFile: (file: string) => boolean,
  faults: SourceFaults,
): OneRosterManifest["version"] {
  const version = /^v?(1\.[12])(?:\.0)?$/i.exec(text)?.[1];
  if (version === "1.1" || version === "1.2") return version;
  faults.add(new RosterSourceError("unknown_version", { version: text.slice(0, 40) || "–" }));
  return hasFile("roles.csv") ? "1.2" : "1.1";
}

function modeOf(
  properties: ReadonlyMap<string, string>,
  name: RosterFile,
  hasFile: (file: string) => boolean,
  faults: SourceFaults,
): FileMode {
  const file = `${name}.csv`;
  const declared = (properties.get(`file.${name}`) ?? "absent").toLowerCase();
  const isKnown = declared === "bulk" || declared === "delta" || declared === "absent";
  if (!isKnown) faults.add(new RosterSourceError("unknown_mode", { file, mode: declared.slice(0, 40) || "–" }));
  if (declared !== "absent" && !hasFile(file)) {
    faults.add(new RosterSourceError("announced_file_missing", { file }));
    return "absent";
  }
  // A file that the manifest declares absent could be left over from an older export.
  if (declared === "absent" && hasFile(file)) faults.add(new RosterSourceError("unannounced_file", { file }));
  return isKnown ? declared : "bulk";
}

/** With different modes, roles and classes that a person has lost could not be determined. */
function noteMixedModes(modes: ReadonlyMap<RosterFile, FileMode>, faults: SourceFaults): void {
  const users = modes.get("users");
  if (users === "absent") return;
  for (const name of ["roles", "enrollments"] as const) {
    const mode = modes.get(name);
    if (mode !== "absent" && mode !== users) faults.add(new RosterSourceError("mixed_modes", { file: `${name}.csv` }));
  }
}
