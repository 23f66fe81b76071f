import type { Endpoints } from "~/services/.server/dispatch/endpoint";
import type { ImportContracts } from "~/services/contracts/imports";
import { importPreparationEndpoints } from "./import-preparation-endpoints";
import { importReadEndpoints } from "./import-read-endpoints";
import type { ImportEndpointDeps } from "./import-rights";
import { importRunEndpoints } from "./import-run-endpoints";

/** Endpoints for imports of people, for administrators of the organisation or an ancestor. docs/product/choices.md#default-permissions. */
export function createImportEndpoints(deps: ImportEndpointDeps): Endpoints<ImportContracts> {
  return { ...importPreparationEndpoints(deps), ...importReadEndpoints(deps), ...importRunEndpoints(deps) };
}
