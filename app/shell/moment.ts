import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { defaultRealm, realmRow } from "~/realms/realm";
import { useShellData } from "./shell-data";

/**
 * A moment in words of a language, in a time zone, which is named. Stored moments are UTC.
 * @param language BCP 47
 * @param timeZone as Intl names it
 * @param moment ISO 8601
 * @param isZoneNamed not where everybody who reads it lives by the same clocks
 */
export function momentIn(language: string, timeZone: string, isZoneNamed = true): (moment: string) => string {
  const format = new Intl.DateTimeFormat(language, {
    ...{ year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
    timeZone,
    ...(isZoneNamed ? { timeZoneName: "short" } : {}),
  });
  return (moment) => format.format(new Date(moment));
}

/** The day of a moment, short, in the time zone of the realm. */
export function useDay(): (moment: string) => string {
  const { i18n } = useTranslation("ui");
  const realm = useShellData()?.realm ?? defaultRealm;
  return useMemo(() => {
    const day = { year: "numeric", month: "short", day: "numeric" } as const;
    const format = new Intl.DateTimeFormat(i18n.language, { ...day, timeZone: realmRow(realm).timeZone });
    return (moment) => format.format(new Date(moment));
  }, [i18n.language, realm]);
}

/** In the time zone of the realm, the same on the server and in the browser. */
export function useMoment({ isZoneNamed = true } = {}): (moment: string) => string {
  const { i18n } = useTranslation("ui");
  const realm = useShellData()?.realm ?? defaultRealm;
  return useMemo(
    () => momentIn(i18n.language, realmRow(realm).timeZone, isZoneNamed),
    [i18n.language, realm, isZoneNamed],
  );
}

/** A day of the calendar, ISO 8601, in words of the reader's language: it is the same day everywhere. */
export function useCalendarDay(): (day: string) => string {
  const { i18n } = useTranslation("ui");
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", timeZone: "UTC" });
    return (day) => format.format(new Date(day));
  }, [i18n.language]);
}
