import { regionOf } from "~/realms/realm";
import type { CallerProof } from "~/services/.server/directory/authorisation";
import { findImport } from "~/services/.server/import/import-store";
import { presentImport } from "~/services/.server/import/present-import";
import { fillMessage } from "~/services/contracts/form-messages";
import { conflict, notFound } from "~/services/contracts/service-error";
import type { ImportEndpointDeps } from "./import-rights";

/** Steps shared by several endpoints of imports. */

export function wakeImport({ queue }: Pick<ImportEndpointDeps, "queue">, { access }: CallerProof, id: string) {
  return queue.send(regionOf(access.realm), { kind: "import", id });
}

/** The body of a response about one import, as it is now. @throws ServiceError 404 */
export async function importBody({ database, access }: CallerProof, id: string) {
  const stored = await findImport(database, access.realm, id);
  if (!stored) throw notFound();
  return { data: await presentImport(database, stored, access) };
}

/** Allows one import per organisation tree at a time. @throws ServiceError 409 with the importing user's name */
export async function refuseDuringImport(name: string | null): Promise<void> {
  if (name === null) return;
  const reason = fillMessage("importRuns", { name });
  throw conflict(reason, [{ attribute: "file", reason }]);
}
