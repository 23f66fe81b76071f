import type { TFunction } from "i18next";
import type { Locale, Realm } from "~/realms/realm";
import {
  exportedColumns,
  type ImportColumnId,
  importColumn,
  roleWord,
  yesNoWord,
} from "~/services/contracts/import-columns";
import { type ExportColumn, exportColumns } from "~/services/contracts/jobs";
import { personTypes } from "~/services/contracts/person-fields";

/** An export has the headings and the words of an import's template, so that it can be changed and imported again. */

/** What is called otherwise in an import; the status is not imported. */
const otherNames: Partial<Record<ExportColumn, ImportColumnId | null>> = {
  type: "role",
  organizations: "organization",
  id: "uid",
  status: null,
};

/**
 * The columns that a country has, with their heads.
 * @param t of the area `lists`
 */
export function columnsToExport(t: TFunction, realm: Realm, locale: Locale): { id: ExportColumn; head: string }[] {
  const offered = new Set(exportedColumns(realm).map(({ id }) => id));
  return exportColumns.flatMap((id) => {
    const name = id in otherNames ? otherNames[id] : (id as ImportColumnId);
    if (!name) return [{ id, head: t("columns.status") }];
    return offered.has(name) ? [{ id, head: importColumn(name).headings[locale] }] : [];
  });
}

/**
 * Types, states, yes and no in the reader's language.
 * @param t of the area `lists`
 */
export function wordsToExport(t: TFunction, locale: Locale): Record<string, string> {
  return {
    ...Object.fromEntries(personTypes.map((role) => [role, roleWord(role, locale)])),
    active: t("words.active"),
    inactive: t("words.inactive"),
    yes: yesNoWord(true, locale),
    no: yesNoWord(false, locale),
  };
}
