import type { Databases } from "~/db/.server/connect";
import type { SecretBox } from "~/security/secret-box.server";
import {
  authoriseEmployee,
  authoriseOrganization,
  type OrganizationProof,
  readUid,
} from "~/services/.server/directory/authorisation";
import type { Caller } from "~/services/.server/directory/caller";
import type { CredentialService } from "~/services/.server/directory/identity";
import { findImport, type StoredImport } from "~/services/.server/import/import-store";
import type { JobQueue } from "~/services/.server/jobs/queue";
import { formMessages } from "~/services/contracts/form-messages";
import { conflict, notFound } from "~/services/contracts/service-error";

/** Rights on imports: administrators of the organisation or an ancestor. docs/product/choices.md#default-permissions. */

export type ImportEndpointDeps = {
  databases: Databases;
  queue: Pick<JobQueue, "send">;
  secrets: SecretBox;
  credentials: Pick<CredentialService, "passwordTimes">;
};

type ImportProof = OrganizationProof & { stored: StoredImport };

type Deps = Pick<ImportEndpointDeps, "databases">;
type Input = { params: { id: string } };

export function authoriseImports(deps: Deps, { params }: Input, caller: Caller): Promise<OrganizationProof> {
  return authoriseOrganization(authoriseEmployee(deps, caller), params.id, "ImportUsers");
}

export async function authoriseImport(deps: Deps, { params }: Input, caller: Caller): Promise<ImportProof> {
  const proof = authoriseEmployee(deps, caller);
  const stored = await findImport(proof.database, proof.access.realm, readUid(params.id));
  if (!stored) throw notFound();
  return { ...(await authoriseOrganization(proof, stored.organizationUid, "ImportUsers")), stored };
}

/** Runs of a sync can only be released, cancelled and undone by the sync's own calls. */
export async function authoriseWorkbook(deps: Deps, input: Input, caller: Caller): Promise<ImportProof> {
  const proof = await authoriseImport(deps, input, caller);
  if (proof.stored.syncJob !== null) throw conflict(formMessages.conflict);
  return proof;
}
