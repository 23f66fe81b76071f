import type { CallerUser } from "~/services/.server/directory/caller";
import { notFound } from "~/services/contracts/service-error";

/**
 * Only the owner reads notes: for a session that acts as the reader there are none.
 * docs/security.md, line 40.
 * @throws ServiceError 404
 */
export function requireOwner({ actor }: Pick<CallerUser, "actor">): void {
  if (actor !== null) throw notFound();
}
