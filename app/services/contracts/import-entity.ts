import { z } from "zod";
import { doubtfulNotes } from "./import-rows";
import { workbookSheetSchema } from "./import-sheets";
import { importStates, rowOutcomes, rowResults, undoResults } from "./import-states";

/** An import of people: its state, its counts, and what its user still has to choose. */

/** Why undo retains a group that the import created: it has people or groups in it, was edited since, or could not be deleted. */
export const retainedGroupReasons = ["people", "edited", "failed"] as const;

/** Result of undoing the groups that the import created, by name. */
const undoneGroupsSchema = z.object({
  removed: z.array(z.string()),
  kept: z.array(z.object({ name: z.string(), reason: z.enum(retainedGroupReasons) })),
});
export type UndoneGroups = z.output<typeof undoneGroupsSchema>;

/** Maximum number of names returned with a count. */
export const maxNames = 20;

export const passwordPolicies = ["none", "generated", "file"] as const;
/** Initial passwords: none; generated for new people, on sheets to print; or read from the file's column. */
export type PasswordPolicy = (typeof passwordPolicies)[number];

const importActions = ["refresh", "choose", "start", "cancel", "corrections", "slips", "undo"] as const;
export type ImportAction = (typeof importActions)[number];

const counts = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.number()])) as Record<Name, z.ZodNumber>);

export const importSchema = z.object({
  id: z.string(),
  state: z.enum(importStates),
  organization: z.object({ id: z.string(), name: z.string() }),
  fileName: z.string(),
  /** In bytes. */
  fileSize: z.number(),
  /** null once that user has been purged, and after 30 days. */
  startedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Why the file cannot be parsed: a WorkbookProblem of the parser, or `internal_error`. */
  problem: z.string().nullable(),
  /** Rows processed in the current state; `total` is null until known. */
  progress: z.object({ done: z.number(), total: z.number().nullable() }),
  /** Sheets whose people are in the preview. */
  sheets: z.array(z.string()),
  /** All sheets of the workbook with content of the user's, in order; empty for an import before sheets could be chosen. */
  workbookSheets: z.array(workbookSheetSchema),
  /** Columns of the file, by ImportColumnId. */
  columns: z.array(z.string()),
  ignoredHeadings: z.array(z.object({ sheet: z.string(), heading: z.string() })),
  /** Number of rows by outcome. */
  outcomes: counts(rowOutcomes),
  /** Number of rows by result; all 0 before the import. */
  results: counts(rowResults),
  undo: counts(undoResults),
  /** Likely rows without a choice, and those of them that can become new people. */
  undecided: z.number(),
  undecidedNew: z.number(),
  /** Rows with a cell that may not hold what somebody entered. */
  warned: z.number(),
  /** Names of the groups that the import creates, e.g. `5A`; at most 100. */
  newGroups: z.array(z.string()),
  /** New groups whose name resembles an existing group's: `1a` and `Klasse 1a`. */
  groupTwins: z.array(z.object({ name: z.string(), like: z.string() })),
  /**
   * Groups of the file that may be existing ones under another name or at another school, and unknown ones whose name comes from a doubtful
   * cell. The import starts once all have a choice.
   */
  groupQuestions: z.array(
    z.object({
      /** Identifies the question in `putImportChoices`. */
      key: z.string(),
      name: z.string(),
      /** The school that would get the new group. */
      school: z.string(),
      /** Existing groups that can be chosen. */
      options: z.array(z.object({ id: z.string(), name: z.string(), school: z.string() })),
      /** The first cell with the name, if a spreadsheet may have changed it; null for a name that somebody typed. */
      doubt: z
        .object({
          kind: z.enum(doubtfulNotes),
          sheet: z.string(),
          address: z.string(),
          /** For a date: what was probably entered, `1-2`; null if unknown. */
          entered: z.string().nullable(),
        })
        .nullable(),
      /** Whether several of a row's schools have the group, so that the row leaves open which one is meant. */
      isOfSeveralSchools: z.boolean(),
      /** Existing groups of schools that this import does not reach. */
      elsewhere: z.array(z.object({ name: z.string(), school: z.string() })),
      /** The id of an option, `new`, or null while undecided. */
      choice: z.string().nullable(),
    }),
  ),
  /** The last other import into the same tree that was written or undone after this preview; null if there is none. */
  newerImport: z
    .object({ fileName: z.string(), by: z.string().nullable(), at: z.string(), isUndo: z.boolean() })
    .nullable(),
  /** Whether rows contain passwords. */
  hasPasswords: z.boolean(),
  /** Whether some cells are invalid only because a secure login is missing: the user can step up, then refresh. */
  needsSecureLogin: z.boolean(),
  passwords: z.enum(passwordPolicies).nullable(),
  /** Sheets with generated passwords, only for the user who started the import and until they expire. */
  slips: z.object({ name: z.string(), size: z.number() }).nullable(),
  /** Preview of an undo: people deleted, people reverted, and people left unchanged since they were edited; upper bound for groups. */
  toUndo: z.object({ deleted: z.number(), restored: z.number(), retained: z.number(), groups: z.number() }).nullable(),
  /** Names of the people whom the undo left unchanged, at most 20; empty in lists. */
  retainedPeople: z.array(z.string()),
  /** The same people, each with the reason as an English form message. */
  keptPeople: z.array(z.object({ name: z.string(), reason: z.string() })),
  /** null before an undo. */
  undoneGroups: undoneGroupsSchema.nullable(),
  /** Distinct reasons of all rows, to be translated for `getImportCorrections`. At most 200; empty in lists. */
  reasons: z.array(z.string()),
  /** Error code of the last job if it failed. */
  error: z.string().nullable(),
  createdAt: z.string(),
  importedAt: z.string().nullable(),
  undoneAt: z.string().nullable(),
  /** When rows, choices and undo data are deleted; the entry in the history stays. */
  expiresAt: z.string(),
  actions: z.array(z.object({ id: z.enum(importActions), active: z.boolean() })),
});
export type Import = z.output<typeof importSchema>;
