import type { Database } from "../../../db/.server/connect";
import type { Caller } from "../endpoint";
import type { OrganizationPosition } from "./access";
import { findPositions, type Organization } from "./organizations-store";

/**
 * Where organisations stand in the tree, for one request: a page that shows the organisations to choose from and then the
 * people of one of them asks once. A Caller lives as long as its request, and so does what is known here.
 */

const known = new WeakMap<Caller, Map<string, OrganizationPosition>>();

/** Keeps what reading organisations has just told. */
export function rememberPositions(caller: Caller, organizations: Organization[]): void {
  const positions = known.get(caller) ?? new Map<string, OrganizationPosition>();
  for (const { uid, id, above, status } of organizations) if (status !== "deleted") positions.set(uid, { id, above });
  known.set(caller, positions);
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
