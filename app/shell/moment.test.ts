import { expect, it } from "vitest";
import { bcp47, realmRow, realms } from "~/realms/realm";
import { dayAndTime, momentIn, withZoneInWords } from "./moment";
import { numberIn } from "./number";

it.each([
  ["se", "2026-11-21T19:35:00Z", /21 nov\. 2026.*20:35 CET/],
  ["se", "2026-06-21T19:35:00Z", /21 juni 2026.*21:35 CEST/],
  ["uk", "2026-06-21T19:35:00Z", /21 Jun 2026.*20:35 BST/],
  ["us", "2026-01-01T02:05:00Z", /Dec 31, 2025.* 9:05\sPM EST/],
  ["fi", "2026-11-21T22:05:00Z", /22\.11\.2026.* 0\.05 UTC\+2/],
] as const)("formats a moment in the time zone of %s with the zone's name", (realm, moment, text) => {
  const { locale, timeZone } = realmRow(realm);
  expect(momentIn(bcp47(locale), timeZone)(moment)).toMatch(text);
});

it.each([
  ["fr", "fr", "heure de Paris", "30 nov. 2026, 9:15, heure de Paris"],
  ["fi", "fi", "Helsingin aikaa", "30.11.2026 klo 10.15, Helsingin aikaa"],
  ["sv", "se", "svensk tid", "30 nov. 2026 09:15 CET"],
] as const)("says in %s the zone of %s in words where it would be an offset", (language, realm, zone, text) => {
  const format = withZoneInWords(language, realmRow(realm).timeZone, { isZoneNamed: true, zone });
  expect(format("2026-11-30T08:15:00Z").replaceAll(/\s/g, " ")).toBe(text);
});

const now = "2026-11-30T08:30:00Z";

it.each([
  ["en-GB", "fr", "2026-11-30T08:05:00Z", "today", "9:05"],
  ["fr", "fr", "2026-11-29T16:40:00Z", "hier", "17:40"],
  // Half an hour before midnight in London is the next day in Helsinki.
  ["fi", "fi", "2026-11-29T22:30:00Z", "tänään", "0.30"],
  ["en-GB", "uk", "2026-11-29T23:30:00Z", "yesterday", "23:30"],
  ["de", "de", "2026-11-24T16:40:00Z", "Dienstag", "17:40"],
  ["sv", "se", "2026-11-23T16:40:00Z", "23 november", "17:40"],
  ["en-US", "us", "2025-12-01T22:40:00Z", "December 1, 2025", "5:40 PM"],
] as const)("says in %s when in %s %s was", (language, realm, moment, day, time) => {
  const words = dayAndTime(language, realmRow(realm).timeZone, { moment, now });
  expect({ ...words, time: words.time.replace(/\s/, " ") }).toEqual({ day, time });
});

it("every realm has a time zone that Intl supports", () => {
  for (const realm of realms)
    expect(() => momentIn("en-GB", realmRow(realm).timeZone)("2026-01-01T00:00:00Z")).not.toThrow();
});

it.each([
  ["en-GB", "1,240"],
  ["de", "1.240"],
  ["sv", "1\u00A0240"],
  ["fr", "1\u202F240"],
])("formats a number with the separators of %s", (language, text) => {
  expect(numberIn(language)(1240)).toBe(text);
});
