/** States of an import, and what becomes of its rows in the preview, the import and the undo. */

/** States of an import; import.machine.ts of the service defines the transitions. */
export const importStates = [
  /** Uploaded; the rows are queued for comparison or being compared. */
  "reading",
  /** The preview is complete; the user can choose matches and start the import. */
  "ready",
  /** The file cannot be parsed; `problem` gives the reason. */
  "unreadable",
  /** Cancelled before anything was written. */
  "discarded",
  "importing",
  "imported",
  /** Cancelled or aborted while writing: rows already written stay and can be undone. */
  "stopped",
  "undoing",
  "undone",
] as const;
export type ImportState = (typeof importStates)[number];

/** Planned outcome of a row in the preview. */
export const rowOutcomes = [
  /** A person who does not exist yet. */
  "new",
  "changed",
  "unchanged",
  /** The importer may not edit this person. */
  "refused",
  /** An invalid cell, or ids that match two people. */
  "wrong",
  /** The person is already in an earlier row of the file. */
  "duplicate",
  /**
   * No match by id or username, but a person has the same name; or a match who has another first and another last name: the user must
   * choose. Rows without a choice are not imported.
   */
  "likely",
  /** Roster sync: the person changes school or class. */
  "moved",
  /** Roster sync: a deleted person who is in the source again. */
  "returning",
  /** Roster sync: a person created by this source who is no longer in it. */
  "gone",
  /** Roster sync: a person of the organisation who is not in the source. Left unchanged. */
  "orphan",
] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** Actual result of writing a row. */
export const rowResults = [
  "created",
  "changed",
  /** A user or another import changed the person after the preview: nothing was written. */
  "edited",
  /** The importer has lost the permission since the preview. */
  "refused",
  /** Rejected by the database, e.g. the username was taken meanwhile. */
  "failed",
  /** Roster sync: restored and updated. */
  "returned",
  /** Roster sync: deleted, or removed from the organisation if the person has another one. */
  "deactivated",
] as const;
export type RowResult = (typeof rowResults)[number];

/** Result of undoing a written row. */
export const undoResults = [
  "restored",
  /** Left unchanged: edited since, or a new person who has logged in or was given a new login since. */
  "kept",
  "failed",
] as const;
export type UndoResult = (typeof undoResults)[number];
