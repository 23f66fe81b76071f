import type { Database } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import type { Access } from "~/services/.server/directory/access";
import { choicesOfQuestions, createGroupQuestions, groupTwins, joiningOutcomes, nameInList } from "./group-questions";
import type { ImportDeps } from "./import-deps";
import { readGroupsElsewhere, readImportScope, spacelessName } from "./import-scope";
import { changeImport, moveImport, reportImport, type StoredImport } from "./import-store";
import { groupAlphabet } from "./made-groups";
import { type BatchContext, planBatch, type RowWithPlan } from "./plan-batch";
import { groupKey } from "./plan-groups";
import { findRepeatedDuplicates } from "./repeated-rows";
import type { RosterRow } from "./roster-row";
import { notesOf } from "./row-notes";
import { addSharedValues, choicesOf, clearRows, insertRows, type NewRow, rowKey } from "./row-store";
import { createRowsOfFile } from "./rows-of-file";
import { withWorkbook } from "./stored-file";
import { readWorkbook, WorkbookError, type WorkbookSummary } from "./workbook/read-workbook";

/** Compares a workbook with the directory, row by row; the directory stays unchanged. docs/product/control-panel.md#validation. */

/** Maximum number of new groups to list. */
const maxNewGroups = 100;

/** Returns false if it was stopped early; the preview then starts again. */
export async function previewImport(
  deps: ImportDeps,
  database: Database,
  stored: StoredImport,
  access: Access,
  isStopping: () => boolean,
): Promise<boolean> {
  const scope = await readImportScope(database, access, stored.organizationId);
  if (!scope) return finish(database, stored, { problem: "internal_error" });
  const choicesByRow = await choicesOf(database, stored.id);
  const choices = new Map<number, string>();
  await clearRows(database, stored.id);
  const groupChoices = choicesOfQuestions(stored.groupQuestions);
  const groupsElsewhere = await readGroupsElsewhere(database, access, scope);
  const context = { access, scope, managed: null, groupChoices };
  const newIntake = () => {
    const questions = createGroupQuestions(scope, groupsElsewhere, groupChoices);
    return createIntake(deps, database, stored.id, context, choices, questions);
  };
  let intake = newIntake();
  const stop = new AbortController();
  try {
    const summary = await withWorkbook(database, deps.secrets, stored.id, (path) =>
      readWorkbook(path, {
        signal: stop.signal,
        sheets: stored.sheetChoices ?? "visible",
        async onRows(rows, lastRow) {
          const read = rows.map((row, index): RosterRow => ({ ...row, place: intake.done() + index + 1 }));
          for (const row of read) {
            const choice = choicesByRow.get(rowKey(row));
            if (choice !== undefined) choices.set(row.place, choice);
          }
          await intake.add(read);
          // The number of people is known only at the end; the sheet's last row is a good estimate.
          const isStopRequested = await reportImport(
            database,
            stored.id,
            intake.done(),
            lastRow && Math.max(lastRow - 1, intake.done()),
          );
          if (isStopRequested || isStopping()) stop.abort(new Error("the preview was stopped"));
        },
        async onRestart() {
          await clearRows(database, stored.id);
          choices.clear();
          intake = newIntake();
        },
      }),
    );
    await intake.finish(shape(summary));
    return true;
  } catch (error) {
    if (stop.signal.aborted) return false;
    await clearRows(database, stored.id);
    if (!(error instanceof WorkbookError)) throw error;
    return finish(database, stored, { problem: error.code });
  }
}

/** Plans rows against the directory in batches, and stores them for the preview and the import. */
export type Intake = {
  /** @param isStored whether a row is stored; all are by default */
  add(rows: readonly RosterRow[], isStored?: (each: RowWithPlan) => boolean): Promise<RowWithPlan[]>;
  /** Number of rows added. */
  done(): number;
  /** Ends the reading and sets the state to ready. */
  finish(shape: Parameters<typeof changeImport>[2]): Promise<void>;
};

/** @param questions collects the questions about groups; null for a source that asks nobody */
export function createIntake(
  deps: Pick<ImportDeps, "secrets">,
  database: Database,
  importId: string,
  context: BatchContext,
  choices: ReadonlyMap<number, string>,
  questions: ReturnType<typeof createGroupQuestions> | null = null,
): Intake {
  const rowsOfFile = createRowsOfFile();
  const newGroups = new Map<string, { organizationId: number; name: string }>();
  let done = 0;
  let needsSecureLogin = false;
  const findRepeated = (rows: Parameters<typeof findRepeatedDuplicates>[2]) =>
    findRepeatedDuplicates(database, { importId, organizationId: context.scope.home.id }, rows);
  return {
    async add(rows, isStored = () => true) {
      const planned = await planBatch(database, context, rows, {
        choices,
        rowsOfFile,
        ...(questions ? { findRepeated } : {}),
      });
      const stored = planned.filter(isStored);
      if (stored.length > 0) {
        await insertRows(
          database,
          importId,
          stored.map((each) => storedRow(deps, context.access.realm, each, choices)),
        );
      }
      await addSharedValues(database, importId, rowsOfFile.shared);
      rowsOfFile.shared = [];
      done += rows.length;
      needsSecureLogin ||= planned.some(({ plan }) => plan.needsSecureLogin);
      questions?.add(planned);
      for (const group of groupsToMake(planned)) {
        // Rows may spell the same new class differently: the first spelling becomes its name.
        const key = spacelessName(nameInList(group, context.scope));
        if (!newGroups.has(key)) newGroups.set(key, group);
      }
      return planned;
    },
    done: () => done,
    async finish(changes) {
      const { compare } = groupAlphabet(context.access.realm);
      const { scope } = context;
      const groups = [...newGroups.values()].sort((one, other) =>
        compare(nameInList(one, scope), nameInList(other, scope)),
      );
      const undecided = questions?.undecided();
      const listedGroups = groups.filter((group) => !undecided?.has(groupKey(group))).slice(0, maxNewGroups);
      await changeImport(database, importId, {
        ...changes,
        needsSecureLogin,
        newGroups: listedGroups.map((group) => nameInList(group, scope)),
        groupTwins: groupTwins(groups.slice(0, maxNewGroups), scope),
        groupQuestions: questions?.all().sort((one, other) => compare(one.name, other.name)) ?? [],
      });
      await moveImport(database, importId, ["reading"], "ready");
    },
  };
}

async function finish(database: Database, { id }: StoredImport, changes: { problem: string }): Promise<boolean> {
  await moveImport(database, id, ["reading"], "unreadable", changes);
  return true;
}

function shape({ sheets, workbookSheets, columns, ignoredHeadings }: WorkbookSummary) {
  return { sheets, workbookSheets, columns: [...columns], ignoredHeadings };
}

/** Passwords are not stored in the row's cells: they are encrypted separately, and only if they may be set. */
function storedRow(
  { secrets }: Pick<ImportDeps, "secrets">,
  realm: Realm,
  { row, match, person, plan, planned }: RowWithPlan,
  choices: ReadonlyMap<number, string>,
): NewRow {
  const { password, ...cells } = row.cells;
  const versions = new Map(match.likely.map(({ uid, version }) => [uid, version]));
  return {
    ...planned,
    notes: notesOf(row, realm),
    candidates: planned.candidates.map((each) => ({ ...each, version: versions.get(each.id) ?? 0 })),
    sheet: row.sheet,
    row: row.row,
    cells,
    roster: row.roster ?? null,
    secret: plan.hasPassword && password ? secrets.seal(password.text) : null,
    choice: planned.outcome === "likely" ? (choices.get(row.place) ?? null) : null,
    personUid: person?.uid ?? null,
    personVersion: person?.version ?? null,
  };
}

/** Groups that the rows would create. */
function groupsToMake(planned: readonly RowWithPlan[]): { organizationId: number; name: string }[] {
  return planned
    .filter(({ planned: { outcome } }) => joiningOutcomes.includes(outcome))
    .flatMap(({ plan }) => plan.places.join)
    .filter(({ id }) => id === null);
}
