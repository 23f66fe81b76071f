/** What stands in a sync's log about its source, by code; docs/product/control-panel.md#sources. */

/** Why a source was not read to its end. Each is a sentence that whoever looks after the source can act on. */
export const rosterFaults = [
  // The connection.
  /** Neither http nor https, or an address that the server must not call. */
  "bad_address",
  "unreachable",
  "unauthorised",
  "not_found",
  "server_error",
  /** The connection broke, or fewer people came than the source had counted. */
  "cut_off",
  "too_slow",
  "too_many_requests",
  "repeated_page",
  "changed_id",
  /** No JSON, or not the shape that the standard describes. */
  "malformed_answer",
  // The file.
  "not_a_zip",
  "encrypted_zip",
  "damaged_zip",
  "unsafe_path",
  "too_many_files",
  "missing_file",
  "duplicate_file",
  "missing_column",
  "too_many_columns",
  "text_too_long",
  "wrong_encoding",
  // What manifest.csv says about a file is not so.
  "unknown_mode",
  "announced_file_missing",
  /** In the archive, while the manifest calls it absent or does not name it. */
  "unannounced_file",
  "deleted_in_bulk",
  "no_status_in_delta",
  "mixed_modes",
  "unknown_version",
  "malformed",
  // Both.
  "too_large",
  "too_many_rows",
  "duplicate_id",
  /** A full roster without people. */
  "empty",
] as const;
export type RosterFault = (typeof rosterFaults)[number];

/** What was read but is not in the roster as it stood, with counts. */
export const rosterNotes = [
  "unknown_columns",
  "unknown_files",
  "unknown_roles",
  "people_inactive",
  "people_without_name",
  "people_without_role",
  "people_without_school",
  "groups_without_school",
  "enrollments_left_out",
  "activities_not_read",
  /** With a protected identity: neither written nor removed. */
  "people_protected",
] as const;

/** The key of the sentence; its values come with the fault. */
export const rosterFaultText = (code: RosterFault) => `sync:fault.${code}` as const;

/** The key of the sentence about one note; its values come with the note. */
export const rosterNoteText = (code: (typeof rosterNotes)[number]) => `sync:note.${code}` as const;
