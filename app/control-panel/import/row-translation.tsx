import type { TFunction } from "i18next";
import { createContext, type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";

/** Words for the rows of an import, or of a sync, whose source has neither cells nor sheets and is not imported by hand. */

const OfSync = createContext(false);

/** The rows inside are those of a sync. Pages with them load the area `sync`. */
export function RowsOfSync({ children }: { children: ReactNode }) {
  return <OfSync.Provider value={true}>{children}</OfSync.Provider>;
}

/** Translator of an area; for the rows of a sync, with its own words (`sync:people`) where it has some. */
export function useRowTranslation(area: "import" | "control-panel"): { t: TFunction } {
  const { t } = useTranslation(area);
  if (!useContext(OfSync)) return { t };
  const ofSync = (key: string, values?: object) => t([`sync:people.${key}`, `${area}:${key}`], { ...values });
  return { t: ofSync as TFunction };
}
