import type { TFunction } from "i18next";
import type { Panel } from "~/control-panel/frame/panel.server";
import { loginAddressPlace, type SheetWords } from "~/services/contracts/jobs";

/**
 * Texts printed on sheets, in the user's language.
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
    replaced: t("sheets.replaced"),
    address: t("sheets.address", { address: loginAddressPlace }),
  };
}

export function originOf({ credentials }: Pick<Panel, "credentials">, request: Request): string {
  return credentials.origin ?? new URL(request.url).origin;
}
