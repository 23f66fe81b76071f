import type { Database } from "../../../db/.server/connect";
import type { Caller } from "../endpoint";
import type { OrganizationPosition } from "./access";
import { findPositions, type Organization } from "./organizations-store";

/**
 * Where organisations stand in the tree, for one request: a page that shows the organisations to choose from and then the
 * people of one of them asks once. A Caller lives as long as its request, and so does what is known here.
 */

const known = new WeakMap<Caller, Map<string, OrganizationPosition>>();

/** Keeps what a list of organisations has just told. */
export function rememberPositions(caller: Caller, organizations: Organization[]): void {
  known.set(
    caller,
    new Map(
      organizations.filter(({ status }) => status !== "deleted").map(({ uid, id, above }) => [uid, { id, above }]),
    ),
  );
}

/** null for none, for another realm's and for a deleted one. */
export async function findPosition(
  database: Database,
  caller: Caller,
  uid: string,
): Promise<OrganizationPosition | null> {
  const found = known.get(caller)?.get(uid);
  if (found) return found;
  const [position] = await findPositions(database, caller.realm, [uid]);
  return position ?? null;
}
