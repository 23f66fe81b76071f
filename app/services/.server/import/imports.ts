import type { Region } from "~/realms/realm";
import { regionOf } from "~/realms/realm";
import type { ErasePeople } from "~/services/.server/directory/purge";
import { findLostRows } from "~/services/.server/jobs/claims";
import type { WorkRunner } from "~/services/.server/jobs/queue";
import type { ImportDeps } from "./import-deps";
import { continueImport } from "./import-runner";
import { importWork } from "./import-store";
import { eraseFromImports, purgeExpiredImports } from "./purge-imports";

/** Import functions for the composition root. */
export function createImports(deps: ImportDeps) {
  const { databases } = deps;
  const erasePeople: ErasePeople = (realm, uids) => eraseFromImports(databases[regionOf(realm)], realm, uids);
  const runner: WorkRunner = {
    run: (region, id, isStopping) => continueImport(deps, region, id, isStopping),
    findLost: (region) => findLostRows(databases[region], importWork),
  };
  return {
    ...runner,
    purgeExpired: (region: Region) => purgeExpiredImports(databases[region]),
    erasePeople,
  };
}
