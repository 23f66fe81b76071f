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

/** Realm -> region, brand, locale, currency, import template, PDF guide. docs/product/shell.md#users; docs/product/control-panel.md#calls, #limits. */
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

describe("the table", () => {
  it("has the eight, se first when nobody says and uk where se has none", () => {
    expect(rows.map(([realm]) => realm)).toEqual([...realms]);
    expect([defaultRealm, alternativeDefaultRealm]).toEqual(["se", "uk"]);
  });

  it.each(rows)("%s", (realm, region, brand, locale, currency, importTemplate, pdfGuide) => {
    expect(realmRow(realm)).toMatchObject({ realm, region, brand, locale, currency, importTemplate, pdfGuide });
    expect(regionOf(realm)).toBe(region);
  });

  it.each(rows)("%s: the payment's keys are names that the environment knows", (realm) => {
    const { secret, publishable } = realmRow(realm).stripeKeys;
    expect(environmentNames).toEqual(expect.arrayContaining([secret, publishable]));
    expect(secret.endsWith(realm.toUpperCase()) && publishable.endsWith(realm.toUpperCase())).toBe(true);
  });

  it.each(["escalateLogin", "speakingBookRights", "eppn"] as Feature[])("%s is on in Sweden alone", (feature) => {
    expect(realms.filter((realm) => hasFeature(realm, feature))).toEqual(["se"]);
  });

  it.each(["groupGroups", "ageFilter"] as Feature[])("%s is on everywhere", (feature) => {
    expect(realms.filter((realm) => hasFeature(realm, feature))).toEqual([...realms]);
  });
});

describe("the realm of a host", () => {
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
  ])("%s is %s", (host, realm) => {
    expect(realmOfHost(host, { fallback: "no" })).toBe(realm);
  });

  it("is first of all what DOMAIN_{REALM} says", () => {
    const hosts = { fallback: "se", domains: { fr: "lire.example", de: "fabel.fi" } } as const;
    expect([realmOfHost("Lire.example:80", hosts), realmOfHost("fabel.fi", hosts)]).toEqual(["fr", "de"]);
  });
});

describe("France's other domain", () => {
  const other = "livres.example";
  it.each([
    ["https://livres.example/", "https://www.fabulette.fr/"],
    ["https://www.livres.example/a/b?c=d&e=%C3%A9", "https://www.fabulette.fr/a/b?c=d&e=%C3%A9"],
    [
      "http://LIVRES.example:8080/x?redirect=https://evil.example",
      "http://www.fabulette.fr:8080/x?redirect=https://evil.example",
    ],
  ])("%s -> %s", (address, french) => {
    expect(frenchAddress(address, other)).toBe(french);
  });

  it("is the configured French one where there is one", () => {
    expect(frenchAddress("https://livres.example/x", other, { fr: "lire.example" })).toBe("https://lire.example/x");
  });

  it.each([
    "https://www.fabulette.fr/",
    "https://fabel.de/",
    "https://notlivres.example/",
    "https://livres.example.evil/",
  ])("%s stays where it is", (address) => {
    expect(frenchAddress(address, other)).toBeNull();
  });

  it("never leads to itself, and nowhere when it is not set", () => {
    expect(frenchAddress("https://livres.example/", other, { fr: "livres.example" })).toBeNull();
    expect(frenchAddress("https://livres.example/", null)).toBeNull();
  });
});

it.each([
  ["se", "2026-11-21"],
  ["fi", "2026-11-22"],
  ["uk", "2026-11-21"],
  ["us", "2026-11-21"],
] as const)("the day in %s is by its own clocks", (realm, day) => {
  expect(dayIn(realm, new Date("2026-11-21T22:30:00Z"))).toBe(day);
});
