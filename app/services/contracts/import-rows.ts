import { z } from "zod";
import { rowOutcomes, rowResults, undoResults } from "./import-states";
import { personTypes } from "./person-field-table";

/** Rows of an import: one for each person of the file. */

/** What the user should know about a cell although its row can be imported. */
export const cellNotes = [
  /** The value comes from a merged cell that covers this row. */
  "merged",
  /** A date, or the number of its day, where a text such as the class 1-2 may have been entered. */
  "date",
  /** A number with more than 15 digits, of which spreadsheets keep 15. */
  "digits",
  /** A number that is displayed, or was saved, in scientific notation: `4.67E+10`. */
  "scientific",
  /** TRUE or FALSE, where a text may have been entered. */
  "boolean",
  /** An apostrophe at the start was left out. */
  "apostrophe",
  /** Characters that nobody sees were left out: marks of direction, zero-width spaces, soft hyphens. */
  "invisible",
  /** The row is a duplicate, and the first row of its person has another value or none: this one is not imported. */
  "dropped",
] as const;

/** Notes after which the name of a class may not be what somebody entered. */
export const doubtfulNotes = [
  "date",
  "digits",
  "scientific",
  "boolean",
] as const satisfies readonly (typeof cellNotes)[number][];

const rowNoteSchema = z.object({
  kind: z.enum(cellNotes),
  column: z.string(),
  /** `C17`; for a value of merged cells, the cell beside the row unless the note is about their first one. */
  address: z.string(),
  /** As read; null for a password. */
  value: z.string().nullable(),
  /** What the cell contains, if that is another text; characters that nobody sees are named: `An‹U+200B›na`. */
  original: z.string().nullable(),
  /** The merged cells that the value comes from, `D4:D9`. */
  range: z.string().nullable(),
  /** For a date: what was probably entered, `1-2`; null if unknown. */
  entered: z.string().nullable(),
});
export type RowNote = z.output<typeof rowNoteSchema>;

const rowPersonSchema = z.object({
  id: z.string(),
  type: z.enum(personTypes),
  name: z.string(),
  username: z.string(),
});

/** Changes by ImportColumnId; lists joined into one text. Passwords have neither value. */
const rowChangesSchema = z.array(
  z.object({
    column: z.string(),
    before: z.string().nullable(),
    after: z.string().nullable(),
    /** Groups that the person leaves. */
    left: z.array(z.string()).optional(),
  }),
);

export const importRowSchema = z.object({
  /** Index over all rows of the file, from 1. */
  place: z.number(),
  sheet: z.string(),
  row: z.number(),
  outcome: z.enum(rowOutcomes),
  /** Name in the file, or of the matched person. */
  name: z.string().nullable(),
  /** The matched or created person. */
  person: rowPersonSchema.nullable(),
  /** For a likely row: the values of a new person. */
  changes: rowChangesSchema,
  /** Why the row is wrong, refused, a duplicate or failed, as English form messages. */
  problems: z.array(
    z.object({
      column: z.string().nullable(),
      /** Cell address, e.g. `C17`; null if the cell is missing or the problem concerns the whole row. */
      address: z.string().nullable(),
      /** As in the file; never a password. */
      value: z.string().nullable(),
      reason: z.string(),
      /** Names of the matched people if there are several. */
      people: z.array(z.string()),
      /** The values that are allowed, if there are not many. */
      allowed: z.array(z.string()).optional(),
      /** The other row with the same person or value. */
      sameAs: z.object({ sheet: z.string(), row: z.number() }).optional(),
    }),
  ),
  /** Cells that may not hold what somebody entered, and values of merged cells. */
  notes: z.array(rowNoteSchema),
  /** Likely rows only: possible matches. */
  candidates: z.array(
    rowPersonSchema.extend({
      organizations: z.array(z.string()),
      groups: z.array(z.string()),
      email: z.string().nullable(),
      /** What the row would change for this person. */
      changes: rowChangesSchema,
    }),
  ),
  /** Likely rows only: whether `new` can be chosen; not if an id of the row is the candidate's. */
  mayBeNew: z.boolean(),
  /** Likely rows only: the candidate's id, `new`, or null while undecided. */
  choice: z.string().nullable(),
  /** Duplicates only: the row that is imported instead. */
  duplicateOf: z.object({ sheet: z.string(), row: z.number() }).nullable(),
  result: z.enum(rowResults).nullable(),
  undo: z.enum(undoResults).nullable(),
});
export type ImportRow = z.output<typeof importRowSchema>;
