import { describe, expect, it } from "vitest";
import { environmentNames } from "~/environment.server";
import {
  alternativeDefaultRealm,
  dayIn,
  defaultRealm,
  type Feature,
  frenchAddress,
  hasFeature,
  type Realm,
  realmOfHost,
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

describe("realmOfHost", () => {
  it.each([
    ["fabel.de", "de"],
    ["fabel.fi", "fi"],
    ["www.fabulette.fr", "fr"],
    ["fabel.no", "no"],
    ["FABEL.NL:443", "nl"],
    ["www.fabelskolan.se", "se"],
    ["fabel.co.uk", "uk"],
    ["www.fabel.com", "us"],
    ["fr.localhost:3000", "fr"],
    ["localhost:3000", "no"],
    ["fabel.de.evil.example", "no"],
    ["evil-fabel.de", "no"],
  ])("maps %s to %s", (host, realm) => {
    expect(realmOfHost(host, { fallback: "no" })).toBe(realm);
  });

  it("prefers the hosts configured by DOMAIN_{REALM}", () => {
    const hosts = { fallback: "se", domains: { fr: "lire.example", de: "fabel.fi" } } as const;
    expect([realmOfHost("Lire.example:80", hosts), realmOfHost("fabel.fi", hosts)]).toEqual(["fr", "de"]);
  });
});

describe("alternative French domain", () => {
  const other = "livres.example";
  it.each([
    ["https://livres.example/", "https://www.fabulette.fr/"],
    ["https://www.livres.example/a/b?c=d&e=%C3%A9", "https://www.fabulette.fr/a/b?c=d&e=%C3%A9"],
    [
      "http://LIVRES.example:8080/x?redirect=https://evil.example",
      "http://www.fabulette.fr:8080/x?redirect=https://evil.example",
    ],
  ])("%s redirects to %s", (address, french) => {
    expect(frenchAddress(address, other)).toBe(french);
  });

  it("redirects to the configured French domain", () => {
    expect(frenchAddress("https://livres.example/x", other, { fr: "lire.example" })).toBe("https://lire.example/x");
  });

  it.each([
    "https://www.fabulette.fr/",
    "https://fabel.de/",
    "https://notlivres.example/",
    "https://livres.example.evil/",
  ])("%s is not redirected", (address) => {
    expect(frenchAddress(address, other)).toBeNull();
  });

  it("is not redirected when it is the configured French domain or is not set", () => {
    expect(frenchAddress("https://livres.example/", other, { fr: "livres.example" })).toBeNull();
    expect(frenchAddress("https://livres.example/", null)).toBeNull();
  });
});

it.each([
  ["se", "2026-11-21"],
  ["fi", "2026-11-22"],
  ["uk", "2026-11-21"],
  ["us", "2026-11-21"],
] as const)("dayIn returns the day in the time zone of %s", (realm, day) => {
  expect(dayIn(realm, new Date("2026-11-21T22:30:00Z"))).toBe(day);
});
