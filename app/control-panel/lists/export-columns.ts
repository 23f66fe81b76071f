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
import { personTypes } from "~/services/contracts/person-field-table";

/** An export uses the headings and values of the import template, so that it can be edited and imported again. */

/** Columns with another name in the import; null if the import has no such column. */
const otherNames: Partial<Record<ExportColumn, ImportColumnId | null>> = {
  type: "role",
  organizations: "organization",
  id: "uid",
  status: null,
};

/**
 * The country's columns with their headings.
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
 * Types, states, yes and no in the user's language.
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
