import type { Region } from "~/realms/realm";
import { regionOf } from "~/realms/realm";
import type { ErasePeople } from "~/services/.server/directory/purge";
import type { ImportDeps } from "./import-deps";
import { continueImport } from "./import-runner";
import { findLostImports } from "./import-store";
import { eraseFromImports, purgeExpiredImports } from "./purge-imports";

/** Import functions for the composition root. */
export function createImports(deps: ImportDeps) {
  const { databases } = deps;
  const erasePeople: ErasePeople = (realm, uids) => eraseFromImports(databases[regionOf(realm)], realm, uids);
  return {
    run: (region: Region, id: string, isStopping: () => boolean) => continueImport(deps, region, id, isStopping),
    findLost: (region: Region) => findLostImports(databases[region]),
    purgeExpired: (region: Region) => purgeExpiredImports(databases[region]),
    erasePeople,
  };
}
