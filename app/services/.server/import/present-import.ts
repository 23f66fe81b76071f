import type { Database } from "~/db/.server/connect";
import type { PersonType } from "~/services/.server/directory/rules";
import { type Import, maxNames } from "~/services/contracts/import-entity";
import type { ImportRow } from "~/services/contracts/import-rows";
import { actionsOf } from "./import.machine";
import { findNewerImport, type ImportCounts, type StoredImport } from "./import-store";
import { countMadeGroups } from "./made-groups";
import { droppedValues } from "./row-notes";
import { countApplied, countImportRows, countRowsOf, findReasons, type StoredRow, toWrite } from "./row-store";
import { countUndo, peopleNotUndone } from "./undo-store";

/** Converts imports and rows for the response. */

/** The requesting user; password sheets are only for the user who started the import. */
type Viewer = { uid: string };

export async function presentImport(database: Database, stored: StoredImport, viewer: Viewer): Promise<Import> {
  // During work the page polls every few seconds and offers no corrected workbook, so reasons are skipped.
  const isAtWork = ["reading", "importing", "undoing"].includes(stored.state);
  // Deleted rows leave their counts, but no reasons.
  if (stored.counts) return present(stored, viewer, stored.counts, nothingMore);
  const [counts, reasons] = await Promise.all([
    countImportRows(database, stored.id),
    isAtWork ? [] : findReasons(database, stored.id),
  ]);
  const keptPeople = counts.undo.kept > 0 ? await peopleNotUndone(database, stored.id, maxNames) : [];
  const newerImport = stored.state === "ready" ? await findNewerImport(database, stored.id) : null;
  const { actions } = present(stored, viewer, counts, nothingMore);
  const isUndoable = actions.some(({ id, active }) => id === "undo" && active);
  const toUndo = isUndoable ? await undoOf(database, stored.id) : null;
  return present(stored, viewer, counts, { reasons, toUndo, keptPeople, newerImport });
}

async function undoOf(database: Database, id: string): Promise<Import["toUndo"]> {
  const [people, groups] = await Promise.all([countUndo(database, id), countMadeGroups(database, id)]);
  return { ...people, groups };
}

/** Fields of a single import that lists omit. */
type More = Pick<Import, "reasons" | "toUndo" | "keptPeople" | "newerImport">;
const nothingMore: More = { reasons: [], toUndo: null, keptPeople: [], newerImport: null };

/** Converts a list of imports, without the reasons of their rows. */
export async function presentImports(
  database: Database,
  imports: readonly StoredImport[],
  viewer: Viewer,
): Promise<Import[]> {
  const counts = await countRowsOf(
    database,
    imports.map(({ id }) => id),
  );
  return imports.flatMap((stored) => {
    const own = stored.counts ?? counts.get(stored.id);
    return own ? [present(stored, viewer, own, nothingMore)] : [];
  });
}

/** Expected total of work that has just been requested; null while it is unknown until the file is read. */
function expectedTotal({ state }: StoredImport, counts: ImportCounts): number | null {
  if (state === "reading") return null;
  return state === "undoing" ? countApplied(counts) : toWrite(counts);
}

function present(stored: StoredImport, viewer: Viewer, counts: ImportCounts, more: More): Import {
  const { outcomes, results, undo, undecided, hasPasswords } = counts;
  const isOwn = stored.startedBy === viewer.uid;
  const slips =
    isOwn && stored.slipsName !== null && !stored.isExpired
      ? { name: stored.slipsName, size: stored.slipsSize ?? 0 }
      : null;
  return {
    id: stored.id,
    state: stored.state,
    organization: { id: stored.organizationUid, name: stored.organizationName },
    fileName: stored.fileName,
    fileSize: stored.fileSize,
    startedBy: stored.startedByName === null ? null : { id: stored.startedBy, name: stored.startedByName },
    problem: stored.problem,
    progress: { done: stored.done, total: stored.total ?? expectedTotal(stored, counts) },
    sheets: stored.sheets,
    workbookSheets: stored.workbookSheets,
    columns: stored.columns,
    ignoredHeadings: stored.ignoredHeadings,
    outcomes,
    results,
    undo,
    undecided,
    undecidedNew: counts.undecidedNew ?? undecided,
    warned: counts.warned ?? 0,
    newGroups: stored.newGroups,
    groupTwins: stored.groupTwins,
    groupQuestions: stored.groupQuestions.map(({ key, name, school, options, elsewhere, choice, ...of }) => ({
      // A question that an older version stored is about no doubtful cell, and about one school.
      ...{ key, name, school, elsewhere, choice, doubt: of.doubt ?? null },
      isOfSeveralSchools: of.isOfSeveralSchools ?? false,
      options: options.map(({ id, name: group, school: of }) => ({ id, name: group, school: of })),
    })),
    hasPasswords,
    needsSecureLogin: stored.needsSecureLogin,
    passwords: stored.passwords,
    slips,
    ...more,
    retainedPeople: more.keptPeople.map(({ name }) => name),
    undoneGroups: stored.undoneGroups,
    error: stored.error,
    createdAt: stored.createdAt,
    importedAt: stored.importedAt,
    undoneAt: stored.undoneAt,
    expiresAt: stored.expiresAt,
    actions: actionsOf({
      state: stored.state,
      isExpired: stored.isExpired,
      isOfSync: stored.syncJob !== null,
      hasFailed: stored.problem === "internal_error",
      toWrite: toWrite(counts),
      undecidedGroups: stored.groupQuestions.filter(({ choice }) => choice === null).length,
      toCorrect:
        outcomes.wrong +
        outcomes.refused +
        outcomes.duplicate +
        undecided +
        results.edited +
        results.refused +
        results.failed,
      applied: countApplied(counts) - undo.restored - undo.kept - undo.failed,
      notUndone: undo.failed,
      hasSlips: slips !== null,
    }),
  };
}

/** People matched by rows, by uid. */
export type PeopleOfRows = ReadonlyMap<string, { id: string; type: PersonType; name: string; username: string }>;

export function presentRow(row: StoredRow, people: PeopleOfRows): ImportRow {
  const { place, sheet, outcome, name, changes, problems, choice, mayBeNew, duplicateSheet, duplicateRow } = row;
  const candidates = row.candidates.map(({ version: _, ...candidate }) => candidate);
  return {
    ...{ place, sheet, row: row.row, outcome, name, changes, candidates, mayBeNew, choice },
    problems: problems.map(({ column, address, value, reason, people: named, allowed, sameAs }) => ({
      ...{ column, address, value, reason, people: named },
      ...(allowed ? { allowed } : {}),
      ...(sameAs ? { sameAs } : {}),
    })),
    // Notes that an older version stored have no original text.
    notes: [
      ...(row.notes ?? []).map((note) => ({ ...note, original: note.original ?? null })),
      ...(outcome === "duplicate" && row.duplicateCells ? droppedValues(row.cells, row.duplicateCells) : []),
    ],
    person: row.personUid === null ? null : (people.get(row.personUid) ?? null),
    duplicateOf: duplicateSheet === null || duplicateRow === null ? null : { sheet: duplicateSheet, row: duplicateRow },
    result: row.result,
    undo: row.undo,
  };
}
