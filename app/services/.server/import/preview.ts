import type { Database } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import { groupWord } from "~/services/contracts/import-columns";
import type { ImportDeps } from "./import-deps";
import { type ImportScope, readImportScope } from "./import-scope";
import { changeImport, moveImport, reportImport, type StoredImport } from "./import-store";
import { groupAlphabet } from "./made-groups";
import { type BatchContext, planBatch, type RowWithPlan, type SeenInFile } from "./plan-batch";
import type { RosterRow } from "./roster-row";
import { choicesOf, clearRows, insertRows, type NewRow } from "./row-store";
import { withWorkbook } from "./stored-file";
import { readWorkbook, WorkbookError, type WorkbookSummary } from "./workbook/read-workbook";

/** Reads a workbook and compares it with the directory, row by row; writes nothing of the directory. docs/product/control-panel.md#validation. */

/** Names of new groups that are shown. */
const mostNewGroups = 100;

/** False where it was to end before; then it begins anew. */
export async function previewImport(
  deps: ImportDeps,
  database: Database,
  stored: StoredImport,
  access: Access,
  isStopping: () => boolean,
): Promise<boolean> {
  const scope = await readImportScope(database, access, stored.organizationId);
  if (!scope) return finish(database, stored, { problem: "internal_error" });
  const choices = await choicesOf(database, stored.id);
  await clearRows(database, stored.id);
  const intake = createIntake(deps, database, stored.id, { access, scope, managed: null }, choices);
  const stop = new AbortController();
  try {
    const summary = await withWorkbook(database, deps.secrets, stored.id, (path) =>
      readWorkbook(path, {
        signal: stop.signal,
        async onRows(found, lastRow) {
          await intake.add(found.map((row, index) => ({ ...row, place: intake.done() + index + 1 })));
          // How many people there are is known at the end; how long the sheet is says about as much.
          const isStopAsked = await reportImport(
            database,
            stored.id,
            intake.done(),
            lastRow && Math.max(lastRow - 1, intake.done()),
          );
          if (isStopAsked || isStopping()) stop.abort(new Error("the preview was stopped"));
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
  /** @param isStored whether a row is worth one of its own; all are by default */
  add(rows: readonly RosterRow[], isStored?: (each: RowWithPlan) => boolean): Promise<RowWithPlan[]>;
  /** Rows that were added. */
  done(): number;
  /** Makes the import ready. */
  finish(shape: Parameters<typeof changeImport>[2]): Promise<void>;
};

export function createIntake(
  deps: Pick<ImportDeps, "secrets">,
  database: Database,
  importId: string,
  context: BatchContext,
  choices: ReadonlyMap<number, string>,
): Intake {
  const seen: SeenInFile = new Map();
  const newGroups = new Map<string, string | null>();
  let done = 0;
  let needsSecureLogin = false;
  return {
    async add(rows, isStored = () => true) {
      const planned = await planBatch(database, context, rows, { choices, seen });
      const stored = planned.filter(isStored);
      if (stored.length > 0) {
        await insertRows(
          database,
          importId,
          stored.map((each) => storedRow(deps, each, choices)),
        );
      }
      done += rows.length;
      needsSecureLogin ||= planned.some(({ plan }) => plan.needsSecureLogin);
      for (const { name, like } of groupsToMake(planned, context.scope)) newGroups.set(name, like);
      return planned;
    },
    done: () => done,
    async finish(changes) {
      const names = [...newGroups.keys()].sort(groupAlphabet(context.access.realm).compare).slice(0, mostNewGroups);
      await changeImport(database, importId, {
        ...changes,
        needsSecureLogin,
        newGroups: names,
        groupTwins: names.flatMap((name) => {
          const like = newGroups.get(name);
          return like ? [{ name, like }] : [];
        }),
      });
      await moveImport(database, importId, ["reading"], "ready");
    },
  };
}

async function finish(database: Database, { id }: StoredImport, changes: { problem: string }): Promise<boolean> {
  await moveImport(database, id, ["reading"], "unreadable", changes);
  return true;
}

function shape({ sheets, columns, ignoredHeadings }: WorkbookSummary) {
  return { sheets, columns: [...columns], ignoredHeadings };
}

/** A password never stands in the row: it waits encrypted, and only where it could be set. */
function storedRow(
  { secrets }: Pick<ImportDeps, "secrets">,
  { row, match, person, plan, planned }: RowWithPlan,
  choices: ReadonlyMap<number, string>,
): NewRow {
  const { password, ...cells } = row.cells;
  const versions = new Map(match.likely.map(({ uid, version }) => [uid, version]));
  return {
    ...planned,
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

/** Groups of another school than the import's own are named with it; `like` is the group that is there and called almost so. */
function groupsToMake(
  planned: readonly RowWithPlan[],
  { home, organizations, groupLike }: ImportScope,
): { name: string; like: string | null }[] {
  return planned
    .filter(({ planned: { outcome } }) => ["new", "changed", "moved", "returning", "likely"].includes(outcome))
    .flatMap(({ plan }) => plan.places.join)
    .filter(({ id }) => id === null)
    .map(({ organizationId, name }) => ({
      name: organizationId === home.id ? name : groupWord(name, organizations.get(organizationId)?.name),
      like: groupLike(organizationId, name)?.name ?? null,
    }));
}
