import { expect, it } from "vitest";
import { bcp47, realmRow, realms } from "~/realms/realm";
import { momentIn } from "./moment";
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
