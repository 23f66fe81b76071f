import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { defaultRealm, realmRow } from "~/realms/realm";
import { useShellData } from "./shell-data";

/** By language and options: making a format takes a tenth of a millisecond. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, format);
  return format;
}

/**
 * Formats moments for a language and a time zone, which is named. Stored moments are UTC.
 * @param language BCP 47
 * @param timeZone IANA name
 * @param moment ISO 8601
 * @param isZoneNamed false if all readers are in the same time zone
 */
export function momentIn(language: string, timeZone: string, isZoneNamed = true): (moment: string) => string {
  const format = formatOf(language, {
    ...{ year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
    timeZone,
    ...(isZoneNamed ? { timeZoneName: "short" } : {}),
  });
  return (moment) => format.format(new Date(moment));
}

/** Formats the day of a moment in the realm's time zone, in short form. */
export function useDay(): (moment: string) => string {
  const { i18n } = useTranslation("ui");
  const realm = useShellData()?.realm ?? defaultRealm;
  return useMemo(() => {
    const day = { year: "numeric", month: "short", day: "numeric" } as const;
    const format = formatOf(i18n.language, { ...day, timeZone: realmRow(realm).timeZone });
    return (moment) => format.format(new Date(moment));
  }, [i18n.language, realm]);
}

/** Formats a moment in the realm's time zone, equal on server and browser. */
export function useMoment({ isZoneNamed = true } = {}): (moment: string) => string {
  const { i18n } = useTranslation("ui");
  const realm = useShellData()?.realm ?? defaultRealm;
  return useMemo(
    () => momentIn(i18n.language, realmRow(realm).timeZone, isZoneNamed),
    [i18n.language, realm, isZoneNamed],
  );
}

/** Formats an ISO 8601 date in the user's language, independent of time zones. */
export function useCalendarDay(): (day: string) => string {
  const { i18n } = useTranslation("ui");
  return useMemo(() => {
    const format = formatOf(i18n.language, { dateStyle: "medium", timeZone: "UTC" });
    return (day) => format.format(new Date(day));
  }, [i18n.language]);
}
