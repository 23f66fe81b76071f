import type { TFunction } from "i18next";
import type { SheetWords } from "~/services/contracts/jobs";

/**
 * What is printed on sheets, in the reader's language.
 * @param t of the area `lists`
 */
export function sheetWords(t: TFunction, sheet: "passwords" | "badges"): SheetWords {
  return {
    title: t(`sheets.${sheet}.title`),
    hint: t(`sheets.${sheet}.hint`),
    name: t("columns.name"),
    username: t("columns.username"),
    password: t("sheets.password"),
    withoutGroup: t("sheets.withoutGroup"),
    unwritten: t("sheets.unwritten"),
    shared: t("sheets.shared"),
    pupils: t("sheets.pupils"),
  };
}
