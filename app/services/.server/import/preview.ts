import type { Database } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import { groupWord } from "~/services/contracts/import-columns";
import type { ImportDeps } from "./import-deps";
import { type ImportScope, readImportScope } from "./import-scope";
import { changeImport, moveImport, reportImport, type StoredImport } from "./import-store";
import { planBatch, type RowWithPlan, type SeenInFile } from "./plan-batch";
import type { RosterRow } from "./roster-row";
import { choicesOf, clearRows, insertRows, type NewRow } from "./row-store";
import { withWorkbook } from "./stored-file";
import { readWorkbook, WorkbookError, type WorkbookSummary } from "./workbook/read-workbook";

/** Reads a workbook and compares it with the directory, row by row; writes nothing of the directory. docs/product/control-panel.md#validation. */

/** 2A stands before 10A. */
const byName = new Intl.Collator("und", { numeric: true }).compare;

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
  const seen: SeenInFile = new Map();
  const newGroups = new Set<string>();
  let done = 0;
  let needsSecureLogin = false;
  const stop = new AbortController();
  try {
    const summary = await withWorkbook(database, stored.id, (path) =>
      readWorkbook(path, {
        signal: stop.signal,
        async onRows(found) {
          const rows: RosterRow[] = found.map((row, index) => ({ ...row, place: done + index + 1 }));
          const planned = await planBatch(database, { access, scope }, rows, { choices, seen });
          await insertRows(
            database,
            stored.id,
            planned.map((each) => storedRow(deps, each, choices)),
          );
          done += rows.length;
          needsSecureLogin ||= planned.some(({ plan }) => plan.needsSecureLogin);
          for (const name of namesOfNewGroups(planned, scope)) newGroups.add(name);
          const isStopAsked = await reportImport(database, stored.id, done, null);
          if (isStopAsked || isStopping()) stop.abort(new Error("the preview was stopped"));
        },
      }),
    );
    await changeImport(database, stored.id, {
      ...shape(summary),
      needsSecureLogin,
      newGroups: [...newGroups].sort(byName).slice(0, mostNewGroups),
    });
    await moveImport(database, stored.id, ["reading"], "ready");
    return true;
  } catch (error) {
    if (stop.signal.aborted) return false;
    await clearRows(database, stored.id);
    if (!(error instanceof WorkbookError)) throw error;
    return finish(database, stored, { problem: error.code });
  }
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
  { secrets }: ImportDeps,
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
    secret: plan.hasPassword && password ? secrets.seal(password.text) : null,
    choice: planned.outcome === "likely" ? (choices.get(row.place) ?? null) : null,
    personUid: person?.uid ?? null,
    personVersion: person?.version ?? null,
  };
}

/** Groups of another school than the import's own are named with it. */
function namesOfNewGroups(planned: readonly RowWithPlan[], { home, organizations }: ImportScope): string[] {
  return planned
    .filter(({ planned: { outcome } }) => ["new", "changed", "likely"].includes(outcome))
    .flatMap(({ plan }) => plan.places.join)
    .filter(({ id }) => id === null)
    .map(({ organizationId, name }) =>
      organizationId === home.id ? name : groupWord(name, organizations.get(organizationId)?.name),
    );
}
