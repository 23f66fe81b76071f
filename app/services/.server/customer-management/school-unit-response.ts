import type { CallerProof } from "~/services/.server/directory/authorisation";
import { findOrganization } from "~/services/.server/directory/organizations/organizations-store";
import { notFound } from "~/services/contracts/service-error";
import { schoolUnit } from "./resources";

/** The body of a response about one school unit, as it is now. @throws ServiceError 404 */
export async function schoolUnitBody({ database, access }: CallerProof, uid: string) {
  const organization = await findOrganization(database, access.realm, uid);
  if (!organization) throw notFound();
  return { data: schoolUnit(organization) };
}
