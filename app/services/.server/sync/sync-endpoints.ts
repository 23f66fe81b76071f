import type { Endpoints } from "~/services/.server/dispatch/endpoint";
import type { SyncContracts } from "~/services/contracts/sync";
import { jobDecisionEndpoints } from "./job-decision-endpoints";
import { jobEndpoints } from "./job-endpoints";
import { syncSettingsEndpoints } from "./settings-endpoints";
import { sourceEndpoints } from "./source-endpoints";
import type { SyncDeps } from "./sync-deps";

/** Endpoints of roster sync, for administrators of the organisation and above. docs/product/choices.md#default-permissions. */
export function createSyncEndpoints(
  deps: Pick<SyncDeps, "databases" | "secrets" | "queue" | "checkSource">,
): Endpoints<SyncContracts> {
  return {
    ...syncSettingsEndpoints(deps),
    ...sourceEndpoints(deps),
    ...jobEndpoints(deps),
    ...jobDecisionEndpoints(deps),
  };
}
