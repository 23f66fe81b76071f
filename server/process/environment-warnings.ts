import { type Environment, environmentNames } from "~/environment.server";

/** Beginnings of our own names; an unknown name that begins so is a mistake. Names of identity providers (OIDC_…) are checked elsewhere. */
const ownPrefixes = [
  "PUBLIC_ORIGIN_",
  "DOMAIN_",
  "DATABASE_URL_",
  "CUSTOMER_MANAGEMENT_",
  "STRIPE_",
  "SUPPORT_URL_",
  "FEEDBACK_URL_",
  "DATA_CONTROLLER_",
];

/** Letters of the shortest name that is compared with ours: shorter ones are too often near by chance. */
const shortestName = 8;
/** Letters by which a misspelt name differs from ours at most. */
const furthest = 2;

/**
 * What is probably wrong in the environment although the product can start, a line each. Values are never repeated.
 * @param variables the process's variables
 * @param needsOrigins whether this start is meant for more than its own machine
 */
export function environmentWarnings(
  variables: Record<string, string | undefined>,
  environment: Pick<Environment, "origins" | "databaseUrls" | "franceOtherDomain">,
  needsOrigins: boolean,
): string[] {
  const { origins, databaseUrls, franceOtherDomain } = environment;
  const warnings = Object.keys(variables).sort().flatMap(misspelling);
  const hasExternalDatabase = databaseUrls.eu !== null || databaseUrls.us !== null;
  if (hasExternalDatabase && !variables.SESSION_SECRET?.trim()) {
    warnings.push(
      "SESSION_SECRET is not set: this process makes one in DATA_DIR, so other processes on its databases reject its sessions",
    );
  }
  const isConfigured = Object.keys(origins).length > 0;
  if (needsOrigins && !isConfigured) {
    warnings.push(
      "No PUBLIC_ORIGIN_{REALM} is set: only this machine is served (localhost, {realm}.localhost), any other host gets 421",
    );
  }
  if (franceOtherDomain !== null && !origins.fr) {
    warnings.push("FRANCE_OTHER_DOMAIN redirects nowhere: PUBLIC_ORIGIN_FR is not set");
  }
  return warnings;
}

function misspelling(name: string): string[] {
  if (environmentNames.includes(name) || name.startsWith("OIDC_")) return [];
  const near =
    name.length < shortestName ? undefined : environmentNames.find((known) => isNear(name.toUpperCase(), known));
  if (near) return [`${name} is not a variable of Fabel and has no effect: did you mean ${near}?`];
  if (!ownPrefixes.some((prefix) => name.startsWith(prefix))) return [];
  return [`${name} is not a variable of Fabel and has no effect: .env.example lists them all`];
}

/** Whether at most two letters differ, are missing or are too many (Levenshtein). */
function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > furthest) return false;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return (row[other.length] ?? 0) <= furthest;
}
