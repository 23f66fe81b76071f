import { describe, expect, it } from "vitest";
import { environmentNames } from "~/environment.server";
import {
  alternativeDefaultRealm,
  builtInRealmOf,
  dayIn,
  defaultRealm,
  type Feature,
  hasFeature,
  type Realm,
  realmRow,
  realms,
  regionOf,
} from "./realm";

/**
 * Realm -> region, brand, locale, currency, import template, PDF guide. docs/product/shell.md#users;
 * docs/product/control-panel.md#calls, #limits.
 */
const rows: Array<[Realm, string, string, string, string, string, string | null]> = [
  ["de", "eu", "fabel", "de", "EUR", "users-de.xlsx", "guide-de.pdf"],
  ["fi", "eu", "fabel", "fi", "EUR", "users-fi.xlsx", "guide-fi.pdf"],
  ["fr", "eu", "fabel-france", "fr", "EUR", "users-fr.xlsx", "guide-fr.pdf"],
  ["no", "eu", "fabel", "nb", "NOK", "users-no.xlsx", "guide-no.pdf"],
  ["nl", "eu", "fabel", "nl", "EUR", "users-nl.xlsx", null],
  ["se", "eu", "fabel", "sv", "SEK", "users-se.xlsx", "guide-se.pdf"],
  ["uk", "eu", "fabel", "en-UK", "GBP", "users-en.xlsx", null],
  ["us", "us", "fabel", "en-US", "USD", "users-en.xlsx", null],
];

describe("realm table", () => {
  it("has eight realms, the default se and the alternative default uk", () => {
    expect(rows.map(([realm]) => realm)).toEqual([...realms]);
    expect([defaultRealm, alternativeDefaultRealm]).toEqual(["se", "uk"]);
  });

  it.each(rows)(
    "%s has its region, brand, locale, currency, import template and PDF guide",
    (realm, region, brand, locale, currency, importTemplate, pdfGuide) => {
      expect(realmRow(realm)).toMatchObject({ realm, region, brand, locale, currency, importTemplate, pdfGuide });
      expect(regionOf(realm)).toBe(region);
    },
  );

  it.each(rows)("%s has Stripe keys that are environment variables of the realm", (realm) => {
    const { secret, publishable } = realmRow(realm).stripeKeys;
    expect(environmentNames).toEqual(expect.arrayContaining([secret, publishable]));
    expect(secret.endsWith(realm.toUpperCase()) && publishable.endsWith(realm.toUpperCase())).toBe(true);
  });

  it.each(["escalateLogin", "speakingBookRights", "eppn"] as Feature[])("%s is enabled in Sweden only", (feature) => {
    expect(realms.filter((realm) => hasFeature(realm, feature))).toEqual(["se"]);
  });

  it.each(["groupGroups", "ageFilter"] as Feature[])("%s is enabled in every realm", (feature) => {
    expect(realms.filter((realm) => hasFeature(realm, feature))).toEqual([...realms]);
  });
});

it.each([
  ["fabel.de", "de"],
  ["fabel.fi", "fi"],
  ["www.fabulette.fr", "fr"],
  ["fabel.no", "no"],
  ["fabel.nl", "nl"],
  ["www.fabelskolan.se", "se"],
  ["fabel.co.uk", "uk"],
  ["www.fabel.com", "us"],
  ["fabel.de.evil.example", null],
  ["evil-fabel.de", null],
  ["localhost", null],
])("the built-in domain pattern of %s is the one of realm %s", (name, realm) => {
  expect(builtInRealmOf(name)).toBe(realm);
});

it.each([
  ["se", "2026-11-21"],
  ["fi", "2026-11-22"],
  ["uk", "2026-11-21"],
  ["us", "2026-11-21"],
] as const)("dayIn returns the day in the time zone of %s", (realm, day) => {
  expect(dayIn(realm, new Date("2026-11-21T22:30:00Z"))).toBe(day);
});
