/** Codes in a sync's log about its source. docs/product/control-panel.md#sources. */

/** Why reading a source failed. Each has a message that the source's operator can act on. */
export const rosterFaults = [
  // Connection.
  /** Not https, or an address that the server is not allowed to call. */
  "bad_address",
  "unreachable",
  "unauthorised",
  "not_found",
  "server_error",
  /** The connection was closed, or the source sent fewer people than it had announced. */
  "cut_off",
  "too_slow",
  "too_many_requests",
  "repeated_page",
  "changed_id",
  /** Not JSON, or not the shape defined by the standard. */
  "malformed_answer",
  // File.
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
  // Rows of a file, which are refused while the others are read.
  /** Wrong quotation marks or number of values. */
  "malformed",
  "missing_value",
  /** A role, a status, an `enabledUser` or a date that the standard does not have. */
  "invalid_value",
  /** The id of a school, class or person that the source does not have. */
  "unknown_reference",
  "duplicate_id",
  "deleted_in_bulk",
  "no_status_in_delta",
  // Records of a list over HTTP, likewise.
  "malformed_record",
  "invalid_record_value",
  "unknown_record_reference",
  "duplicate_record",
  /** So many refused rows that the file cannot be meant like this. */
  "too_many_refused",
  // Contradictions between manifest.csv and the files.
  "unknown_mode",
  "announced_file_missing",
  /** In the archive, although the manifest marks it as absent or omits it. */
  "unannounced_file",
  "mixed_modes",
  "unknown_version",
  // Both.
  "too_large",
  "too_many_rows",
  /** A full roster without people. */
  "empty",
] as const;
export type RosterFault = (typeof rosterFaults)[number];

/** Content of the source that the roster omits or changes, with counts. */
export const rosterNotes = [
  "unknown_columns",
  "unknown_files",
  /** Roles that the standard leaves to its users (`ext:…`). */
  "unknown_roles",
  "people_inactive",
  "people_without_role",
  "people_without_school",
  /** Read all the same, with the first rows: new people get another username, and a person one part of a name alone. */
  "people_without_username",
  "people_without_given_name",
  "people_without_family_name",
  "groups_without_school",
  "enrollments_left_out",
  "activities_not_read",
  /** Number of refused rows, each of which has a log entry of its own; `_first`: only the first ones have. */
  "rows_refused",
  "rows_refused_first",
  /** Absent people and places stay, because a refused row may be about them. */
  "nothing_removed",
  /** Protected identity: neither written nor removed. */
  "people_protected",
] as const;

/** Translation key of a fault's message; the fault has its values. */
export const rosterFaultText = (code: RosterFault) => `sync:fault.${code}` as const;

/** Translation key of a note's message; the note has its values. */
export const rosterNoteText = (code: (typeof rosterNotes)[number]) => `sync:note.${code}` as const;
