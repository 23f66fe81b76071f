import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { defaultRealm, realmRow } from "~/realms/realm";
import { timeZoneCities } from "~/realms/time-zone-city";
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

/**
 * As `momentIn`, with words for a zone that the language knows by its offset only: nobody reads `UTC+1` as the time in Paris.
 * @param named `zone`: the words
 */
export function withZoneInWords(
  language: string,
  timeZone: string,
  { isZoneNamed, zone }: { isZoneNamed: boolean; zone: string },
): (moment: string) => string {
  const [named, plain] = [momentIn(language, timeZone, isZoneNamed), momentIn(language, timeZone, false)];
  return (moment) => {
    const text = named(moment);
    return /(UTC|GMT)[+\u2212-]\d/.test(text) ? `${plain(moment)}, ${zone}` : text;
  };
}

const dayOnly = { year: "numeric", month: "short", day: "numeric" } as const;

/** Formats the day of a moment in the realm's time zone, in short form. */
export function useDay(): (moment: string) => string {
  const { i18n } = useTranslation("ui");
  const realm = useShellData()?.realm ?? defaultRealm;
  return useMemo(() => {
    const format = formatOf(i18n.language, { ...dayOnly, timeZone: realmRow(realm).timeZone });
    return (moment) => format.format(new Date(moment));
  }, [i18n.language, realm]);
}

/** Formats a moment in the realm's time zone, equal on server and browser. */
export function useMoment({ isZoneNamed = true } = {}): (moment: string) => string {
  const { t, i18n } = useTranslation("ui");
  const realm = useShellData()?.realm ?? defaultRealm;
  const zone = t(`time.${timeZoneCities[realm]}`);
  return useMemo(
    () => withZoneInWords(i18n.language, realmRow(realm).timeZone, { isZoneNamed, zone }),
    [i18n.language, realm, isZoneNamed, zone],
  );
}

/** A moment in words: the day ('yesterday', 'Monday', '12 November'), and the time on the clock of the time zone. */
export function dayAndTime(
  language: string,
  timeZone: string,
  { moment, now }: { moment: string; now: string },
): { day: string; time: string } {
  const [at, present] = [new Date(moment), new Date(now)];
  const dates = formatOf("sv-SE", { timeZone, dateStyle: "short" });
  const days = (Date.parse(dates.format(at)) - Date.parse(dates.format(present))) / (24 * 60 * 60 * 1000);
  const time = formatOf(language, { timeZone, hour: "numeric", minute: "2-digit" }).format(at);
  if (days === 0 || days === -1) {
    return { day: new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day"), time };
  }
  if (days < 0 && days > -7) return { day: formatOf(language, { timeZone, weekday: "long" }).format(at), time };
  const isOfThisYear = dates.format(at).slice(0, 4) === dates.format(present).slice(0, 4);
  const date: Intl.DateTimeFormatOptions = { day: "numeric", month: "long" };
  if (!isOfThisYear) date.year = "numeric";
  return { day: formatOf(language, { timeZone, ...date }).format(at), time };
}

/**
 * Formats a moment for a sentence, with the realm's time zone by name: values of a text with `day`, `time` and `zone`.
 * @param now ISO 8601, of the server, so that its text and the browser's are equal
 */
export function useMomentInWords(now: string): (moment: string) => { day: string; time: string; zone: string } {
  const { t, i18n } = useTranslation("ui");
  const realm = useShellData()?.realm ?? defaultRealm;
  const zone = t(`time.${timeZoneCities[realm]}`);
  return (moment) => ({ ...dayAndTime(i18n.language, realmRow(realm).timeZone, { moment, now }), zone });
}

/** Formats an ISO 8601 date in the user's language as `useDay` does, independent of time zones. */
export function useCalendarDay(): (day: string) => string {
  const { i18n } = useTranslation("ui");
  return useMemo(() => {
    const format = formatOf(i18n.language, { ...dayOnly, timeZone: "UTC" });
    return (day) => format.format(new Date(day));
  }, [i18n.language]);
}
