import type { Access } from "~/services/.server/directory/access";
import {
  authoriseEmployee,
  authoriseOrganization,
  type OrganizationProof,
  readUid,
} from "~/services/.server/directory/authorisation";
import type { Caller } from "~/services/.server/directory/caller";
import { notFound } from "~/services/contracts/service-error";
import { findJob, type StoredSyncJob } from "./job-store";
import type { SyncDeps } from "./sync-deps";
import { findSource, type StoredSource } from "./sync-store";

/** Rights in roster sync: administrators of the organisation and above. docs/product/choices.md#default-permissions. */

type Deps = Pick<SyncDeps, "databases">;
type SourceProof = OrganizationProof & { source: StoredSource };
type JobProof = OrganizationProof & { job: StoredSyncJob };

export function authoriseSync(
  deps: Deps,
  { params }: { params: { orgId: string } },
  caller: Caller,
): Promise<OrganizationProof> {
  return authoriseOrganization(authoriseEmployee(deps, caller), params.orgId, "SyncUsers");
}

export async function authoriseSource(
  deps: Deps,
  input: { params: { orgId: string; syncId: string } },
  caller: Caller,
): Promise<SourceProof> {
  const proof = await authoriseSync(deps, input, caller);
  const source = await findSource(proof.database, readUid(input.params.syncId));
  if (source?.organizationId !== proof.organization.id) throw notFound();
  return { ...proof, source };
}

export async function authoriseJob(
  deps: Deps,
  { params }: { params: { jobId: string } },
  caller: Caller,
): Promise<JobProof> {
  const proof = authoriseEmployee(deps, caller);
  const job = await findJob(proof.database, readUid(params.jobId));
  if (job?.realm !== proof.access.realm) throw notFound();
  return { ...(await authoriseOrganization(proof, job.organizationUid, "SyncUsers")), job };
}

/** The person who starts or decides a job, as it is stored with the job. */
export function starterOf({ uid, actorUid, isSecure }: Access) {
  return { startedBy: uid, actor: actorUid, isSecure };
}
