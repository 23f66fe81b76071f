import { environmentNames, oidcParts, readOidcName } from "~/environment.server";
import { bcp47, isRealm, type Realm, realmRow, realms, regionOf, regions } from "~/realms/realm";

/** Warnings about names that are probably misspelt, with the name that was probably meant. */

/** Beginnings of our own names; an unknown name that begins so is a mistake. */
const ownPrefixes = [
  "PUBLIC_ORIGIN_",
  "DOMAIN_",
  "DATABASE_URL_",
  "CUSTOMER_MANAGEMENT_",
  "STRIPE_",
  "SUPPORT_URL_",
  "FEEDBACK_URL_",
  "DATA_CONTROLLER_",
  "OPERATOR_",
];

/** Letters of the shortest name that is compared with ours: shorter ones are too often near by chance. */
const shortestName = 8;
/** Letters by which a misspelt name differs from ours at most. */
const furthest = 2;

/** The warning about a variable's name; none if the product reads it, or if it is none of ours. */
export function misspellingWarning(name: string): string | null {
  if (environmentNames.includes(name) || readOidcName(name)) return null;
  const known = knownNamesFor(name);
  if (known === null) return null;
  const what = `${name} is not a variable of Fabel and has no effect`;
  if (known.length === 0) return `${what}: .env.example lists them all`;
  return `${what}: did you mean ${alternatives(known)}?`;
}

/** The names that may be meant; empty if there is no good guess, null if the name is probably another program's. */
function knownNamesFor(name: string): string[] | null {
  const oidc = oidcNamesFor(name);
  if (oidc) return oidc;
  const family = familyNamesFor(name);
  if (family) return family;
  if (name.length >= shortestName) {
    const found = nearest(name.toUpperCase(), environmentNames);
    if (found.length > 0) return found;
  }
  return ownPrefixes.some((prefix) => name.startsWith(prefix)) ? [] : null;
}

/**
 * Names that differ only in the country or the region. Two letters are near any other two, so spelling says nothing about the country
 * that is meant: a language or another code of a country does (`SV`, `EN`, `GB`), else all countries are named.
 */
function familyNamesFor(name: string): string[] | null {
  const [, prefix, ending] = /^(\w+)_([A-Z]{2})$/.exec(name.toUpperCase()) ?? [];
  if (!prefix || !ending) return null;
  const inCountries = realms.map((realm) => `${prefix}_${realm.toUpperCase()}`);
  if (inCountries.every((each) => environmentNames.includes(each))) {
    const meant = realmsOfCode(ending).map((realm) => `${prefix}_${realm.toUpperCase()}`);
    return meant.length > 0 ? meant : inCountries;
  }
  const inRegions = regions.map((region) => `${prefix}_${region.toUpperCase()}`);
  if (!inRegions.every((each) => environmentNames.includes(each))) return null;
  const meant = new Set(realmsOfCode(ending).map((realm) => `${prefix}_${regionOf(realm).toUpperCase()}`));
  return meant.size === 1 ? [...meant] : inRegions;
}

/** The realms that a code of two letters may mean: the realm's own, its language's or its country's. */
function realmsOfCode(code: string): Realm[] {
  const small = code.toLowerCase();
  if (isRealm(small)) return [small];
  return realms.filter((realm) => bcp47(realmRow(realm).locale).toLowerCase().split("-").includes(small));
}

/** Names of an identity provider's variables; null if the name does not look like one. */
function oidcNamesFor(name: string): string[] | null {
  const [prefix = "", country = "", ...rest] = name.toUpperCase().split("_");
  const isOurs = prefix === "OIDC";
  const endings = rest.slice(1).flatMap((_, nth) => {
    const ending = rest.slice(nth + 1).join("_");
    const provider = rest.slice(0, nth + 1).join("_");
    return oidcParts.map((part) => ({ provider, part, distance: distanceOf(ending, part) }));
  });
  const [best] = endings.filter(({ distance }) => distance <= furthest).sort((a, b) => a.distance - b.distance);
  const isNearlyOurs = distanceOf(prefix, "OIDC") <= furthest && best?.distance === 0 && isRealm(country.toLowerCase());
  if (!isOurs && !isNearlyOurs) return null;
  const meant = best ? realmsOfCode(country) : [];
  if (!best || meant.length === 0) return oidcParts.map((part) => `OIDC_{REALM}_{NAME}_${part}`);
  return meant.map((realm) => `OIDC_${realm.toUpperCase()}_${best.provider}_${best.part}`);
}

/** The names with the fewest different letters; none if even they are too far. */
function nearest(name: string, names: string[]): string[] {
  const distances = names.map((known) => ({ known, distance: distanceOf(name, known) }));
  const least = Math.min(...distances.map(({ distance }) => distance));
  if (least > furthest) return [];
  return distances.filter(({ distance }) => distance === least).map(({ known }) => known);
}

/** How many letters differ, are missing or are too many (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

function alternatives(names: string[]): string {
  const last = names.at(-1) ?? "";
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${last}` : last;
}
