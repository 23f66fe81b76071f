import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { strToU8, zipSync } from "fflate";
import type { RosterFault } from "~/services/contracts/roster-faults";
import { csvLine, type FileChanges, oneRosterFiles, oneRosterZip } from "./oneroster-files";
import { smallSource } from "./roster-content";
import { withDirectory } from "./zip-directory";

/**
 * Roster archives that are malicious or broken, and rejected. `npx tsx tests/support/hostile-rosters.ts FOLDER` writes them all, for
 * manual tests. docs/security.md, line 24.
 */
export type HostileRoster = {
  name: string;
  fault: RosterFault;
  /** The file of the archive that the error message names. */
  file?: string;
  make(): Uint8Array;
};

const content = smallSource();
const plain = (changes: FileChanges = {}) => oneRosterZip(content, {}, changes);
const delta = (changes: FileChanges = {}) => oneRosterZip(content, { mode: "delta" }, changes);
const textOf = (file: string, shape = {}) => [...(oneRosterFiles(content, shape)[file] ?? [])].join("");
const users = textOf("users.csv");
const manifest = textOf("manifest.csv");
const megabyte = 1024 * 1024;

/** The rows of users.csv, plus one more. */
const withUser = (values: Record<string, string>) => {
  const headings = users.slice(0, users.indexOf("\r\n")).split(",");
  return `${users}${csvLine(headings.map((heading) => values[heading] ?? ""))}`;
};
const latin1 = Buffer.from(users, "latin1");
const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(users, "utf16le")]);
const utf16WithoutMark = Buffer.from("sourcedId,enabledUser,givenName,familyName\r\n", "utf16le");

export const hostileRosters: readonly HostileRoster[] = [
  { name: "an empty file", fault: "not_a_zip", make: () => new Uint8Array() },
  { name: "comma-separated values without an archive", fault: "not_a_zip", make: () => strToU8(users) },
  { name: "a PDF", fault: "not_a_zip", make: () => strToU8("%PDF-1.7\n%âãÏÓ\n") },
  { name: "a truncated archive", fault: "damaged_zip", make: () => plain().subarray(0, plain().length / 2) },
  {
    name: "an archive with a password",
    fault: "encrypted_zip",
    make: () => withDirectory(plain(), "users.csv", (header) => header.writeUInt16LE(header.readUInt16LE(8) | 1, 8)),
  },
  {
    name: "a file with a declared size of 4 GB",
    fault: "too_large",
    make: () => withDirectory(plain(), "users.csv", (header) => header.writeUInt32LE(0xf0000000, 24)),
  },
  {
    name: "a zip bomb with a false size",
    fault: "damaged_zip",
    make: () =>
      withDirectory(plain({ "users.csv": `${users}${"\r\n".repeat(8 * megabyte)}` }), "users.csv", (header) =>
        header.writeUInt32LE(users.length + 1000, 24),
      ),
  },
  {
    name: "two hundred megabytes of one letter",
    fault: "too_many_columns",
    file: "users.csv",
    make: () => plain({ "users.csv": "a".repeat(200 * megabyte) }),
  },
  {
    name: "two hundred megabytes in one value",
    fault: "text_too_long",
    file: "users.csv",
    make: () => plain({ "users.csv": `${users}"${"a".repeat(200 * megabyte)}` }),
  },
  {
    name: "two hundred megabytes in one value of many lines",
    fault: "too_many_refused",
    file: "users.csv",
    make: () => plain({ "users.csv": `${users}"${"a\r\n".repeat(60 * megabyte)}` }),
  },
  {
    name: "a file with a wrong checksum",
    fault: "damaged_zip",
    make: () => withDirectory(plain(), "orgs.csv", (header) => header.writeUInt32LE(1, 16)),
  },
  {
    name: "a file outside the folder",
    fault: "unsafe_path",
    file: "../../outside.csv",
    make: () => plain({ "../../outside.csv": "a" }),
  },
  {
    name: "a file at the root",
    fault: "unsafe_path",
    file: "/etc/users.csv",
    make: () => plain({ "/etc/users.csv": "a" }),
  },
  {
    name: "five thousand files",
    fault: "too_many_files",
    make: () => plain(Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`${index}.csv`, "a"]))),
  },
  {
    name: "two files with the same name",
    fault: "duplicate_file",
    file: "Users.csv",
    make: () => plain({ "Users.csv": users }),
  },
  {
    name: "a million columns",
    fault: "too_many_columns",
    file: "users.csv",
    make: () => plain({ "users.csv": `${Array.from({ length: 1_000_000 }, (_, index) => `c${index}`).join(",")}\r\n` }),
  },
  {
    name: "a million empty columns",
    fault: "too_many_columns",
    file: "users.csv",
    make: () => plain({ "users.csv": `${",".repeat(1_000_000)}\r\n` }),
  },
  {
    name: "Latin-1 text",
    fault: "wrong_encoding",
    file: "users.csv",
    make: () => plain({ "users.csv": latin1 }),
  },
  { name: "UTF-16", fault: "wrong_encoding", file: "users.csv", make: () => plain({ "users.csv": utf16 }) },
  {
    name: "UTF-16 without a byte order mark",
    fault: "wrong_encoding",
    file: "users.csv",
    make: () => plain({ "users.csv": utf16WithoutMark }),
  },
  {
    name: "a roster without its manifest",
    fault: "missing_file",
    file: "manifest.csv",
    make: () => plain({ "manifest.csv": null }),
  },
  {
    name: "an archive without a manifest",
    fault: "missing_file",
    file: "manifest.csv",
    make: () => zipSync({ "sea.txt": strToU8("sea") }),
  },
  {
    name: "a manifest that names a missing file",
    fault: "announced_file_missing",
    file: "users.csv",
    make: () => plain({ "users.csv": null }),
  },
  {
    name: "a manifest that declares a present file absent",
    fault: "unannounced_file",
    file: "enrollments.csv",
    make: () => plain({ "manifest.csv": manifest.replace("file.enrollments,bulk", "file.enrollments,absent") }),
  },
  {
    name: "a manifest with an unknown mode",
    fault: "unknown_mode",
    file: "users.csv",
    make: () => plain({ "manifest.csv": manifest.replace("file.users,bulk", "file.users,everything") }),
  },
  {
    name: "a delta with one bulk file",
    fault: "mixed_modes",
    file: "enrollments.csv",
    make: () =>
      delta({
        "manifest.csv": manifest
          .replaceAll(",bulk", ",delta")
          .replace("file.enrollments,delta", "file.enrollments,bulk"),
      }),
  },
  {
    name: "an unknown version",
    fault: "unknown_version",
    make: () => plain({ "manifest.csv": manifest.replace("oneroster.version,1.1", "oneroster.version,2.0") }),
  },
  {
    name: "a file without the column of ids",
    fault: "missing_column",
    file: "users.csv",
    make: () => plain({ "users.csv": users.replace("sourcedId,", "id,") }),
  },
  {
    name: "a roster without people",
    fault: "empty",
    file: "users.csv",
    make: () => plain({ "users.csv": users.slice(0, users.indexOf("\r\n") + 2) }),
  },
];

/** Archives with one bad row or record in `file`, which is refused while the rest is read. */
export const rostersWithBadRows: readonly (HostileRoster & { file: string; line: number })[] = [
  {
    name: "a million columns in one row",
    fault: "text_too_long",
    file: "users.csv",
    line: 11,
    make: () => plain({ "users.csv": `${users}${",".repeat(1_000_000)}\r\n` }),
  },
  {
    name: "a bulk archive with a deleted row",
    fault: "deleted_in_bulk",
    file: "users.csv",
    line: 11,
    make: () => plain({ "users.csv": withUser({ sourcedId: "gone", status: "tobedeleted", enabledUser: "true" }) }),
  },
  {
    name: "a delta without a status column",
    fault: "no_status_in_delta",
    file: "users.csv",
    line: 2,
    make: () => delta({ "users.csv": users }),
  },
  {
    name: "a row with too few values",
    fault: "malformed",
    file: "users.csv",
    line: 11,
    make: () => plain({ "users.csv": `${users}p-99,,\r\n` }),
  },
  {
    name: "a quotation mark within a value",
    fault: "malformed",
    file: "orgs.csv",
    line: 3,
    make: () => plain({ "orgs.csv": textOf("orgs.csv").replace("Åsskolan", 'Ås"skolan') }),
  },
  {
    name: "a role that is the name of an object's property",
    fault: "invalid_value",
    file: "users.csv",
    line: 11,
    make: () =>
      plain({
        "users.csv": withUser({
          sourcedId: "p-99",
          enabledUser: "true",
          role: "constructor",
          orgSourcedIds: "org-2",
          givenName: "Ada",
          familyName: "Berg",
        }),
      }),
  },
  {
    name: "a person without an id",
    fault: "missing_value",
    file: "users.csv",
    line: 11,
    make: () => plain({ "users.csv": withUser({ enabledUser: "true", role: "student" }) }),
  },
  {
    name: "two people with the same id",
    fault: "duplicate_id",
    file: "users.csv",
    line: 11,
    make: () =>
      plain({
        "users.csv": withUser({
          sourcedId: "p-1",
          enabledUser: "true",
          role: "student",
          orgSourcedIds: "org-2",
          givenName: "Ada",
        }),
      }),
  },
];

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = process.argv[2];
  if (!folder) throw new Error("Say which folder: npx tsx tests/support/hostile-rosters.ts FOLDER");
  mkdirSync(folder, { recursive: true });
  for (const { name, make } of [...hostileRosters, ...rostersWithBadRows]) {
    writeFileSync(join(folder, `${name.replaceAll(" ", "-")}.zip`), make());
  }
}
