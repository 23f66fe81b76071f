import { useTranslation } from "react-i18next";
import { languageLocale } from "~/i18n/i18n";
import { type ImportColumnId, importColumn, importColumnIds } from "~/services/contracts/import-columns";
import type { Import } from "~/services/contracts/import-entity";
import type { ImportRow } from "~/services/contracts/import-rows";
import type { ImportState, RowOutcome, RowResult, UndoResult } from "~/services/contracts/import-states";
import { Pill, type Tone } from "~/ui/pill";
import { hasImportedNobody } from "./import-intents";
import { useRowTranslation } from "./row-translation";

const stateTones: Record<ImportState, Tone> = {
  reading: "info",
  ready: "primary",
  unreadable: "error",
  discarded: "neutral",
  importing: "info",
  imported: "success",
  stopped: "warning",
  undoing: "info",
  undone: "neutral",
};

const outcomeTones: Record<RowOutcome, Tone> = {
  new: "success",
  changed: "info",
  unchanged: "neutral",
  refused: "warning",
  wrong: "error",
  duplicate: "warning",
  likely: "accent",
  moved: "info",
  returning: "success",
  gone: "warning",
  orphan: "neutral",
};

const resultTones: Record<RowResult, Tone> = {
  created: "success",
  changed: "info",
  edited: "warning",
  refused: "warning",
  failed: "error",
  returned: "success",
  deactivated: "warning",
};

const undoTones: Record<UndoResult, Tone> = { restored: "neutral", kept: "warning", failed: "error" };

export function ImportStatePill({ run }: { run: Pick<Import, "state" | "results"> }) {
  const { t } = useTranslation("import");
  if (hasImportedNobody(run)) return <Pill tone="warning">{t("done.none")}</Pill>;
  return <Pill tone={stateTones[run.state]}>{t(`states.${run.state}`)}</Pill>;
}

/** Latest state of a row: of the undo, else of the import, else of the preview. */
export function RowPill({ row }: { row: ImportRow }) {
  const { t } = useRowTranslation("import");
  if (isRemoved(row)) return <Pill tone={undoTones.restored}>{t("row.undo.removed")}</Pill>;
  if (row.undo) return <Pill tone={undoTones[row.undo]}>{t(`row.undo.${row.undo}`)}</Pill>;
  if (row.result) return <Pill tone={resultTones[row.result]}>{t(`row.result.${row.result}`)}</Pill>;
  return <Pill tone={outcomeTones[row.outcome]}>{t(`row.outcome.${row.outcome}`)}</Pill>;
}

/** Whether the row's person was created by the import and is deleted since its undo. */
export function isRemoved({ result, undo }: ImportRow): boolean {
  return result === "created" && undo === "restored";
}

function isColumnId(column: string): column is ImportColumnId {
  return (importColumnIds as readonly string[]).includes(column);
}

/** Heading of a column in the user's language; unknown columns are returned unchanged. */
export function useColumnName(): (column: string) => string {
  const { i18n } = useTranslation("import");
  const locale = languageLocale(i18n.language);
  return (column) => (isColumnId(column) ? importColumn(column).headings[locale] : column);
}
