import { type Environment, incompleteOidcProviders } from "~/environment.server";
import { missingFacts, operatorVariables } from "~/realms/operator";
import { realms } from "~/realms/realm";
import { misspellingWarning } from "./misspelt-variables";

/**
 * What is probably wrong in the environment although the product can start, a line each. Values are never repeated.
 * @param variables the process's variables
 * @param needsOrigins whether this start is meant for more than its own machine
 */
export function environmentWarnings(
  variables: Record<string, string | undefined>,
  environment: Pick<Environment, "origins" | "databaseUrls" | "franceOtherDomain" | "operators" | "dataControllers">,
  needsOrigins: boolean,
): string[] {
  const { origins, databaseUrls, franceOtherDomain } = environment;
  const names = Object.keys(variables).sort();
  const warnings = names.flatMap((name) => misspellingWarning(name) ?? []);
  for (const { set, missing } of incompleteOidcProviders(variables)) {
    warnings.push(
      `${missing.join(" and ")} must be set, since ${set[0]} is: until then nobody signs in with this provider`,
    );
  }
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
  const missing = missingOperatorVariables(environment);
  if (missing.length > 0) {
    warnings.push(
      `${missing.join(", ")} not set: until then the legal pages of these countries have no text and the front page names no seller`,
    );
  }
  return warnings;
}

/** Of the countries that are served: what the law wants families to be told. */
function missingOperatorVariables({
  origins,
  operators,
  dataControllers,
}: Pick<Environment, "origins" | "operators" | "dataControllers">): string[] {
  return realms
    .filter((realm) => origins[realm])
    .flatMap((realm) => [
      ...missingFacts(realm, operators[realm]).map((fact) => `${operatorVariables[fact]}_${realm.toUpperCase()}`),
      ...(dataControllers[realm] ? [] : [`DATA_CONTROLLER_${realm.toUpperCase()}`]),
    ]);
}
