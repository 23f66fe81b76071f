import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { mayBeParentOf, type OrganizationType } from "~/services/.server/directory/rules";
import { formMessages } from "~/services/contracts/form-messages";
import { type ErrorDetail, validationError } from "~/services/contracts/service-error";

/** Locks and checks of the organisation tree for writes. */

/** Serialises tree writes in a country: two concurrent moves below each other would both pass the check. */
export async function lockTree(transaction: Transaction, realm: Realm): Promise<void> {
  await transaction.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`directory.organizations tree ${realm}`}, 0))`,
  );
}

/**
 * Locks organisations until the end of the transaction, so that none is deleted between check and write.
 * @throws ServiceError 400 on `attribute` if one of them is deleted
 */
export async function lockOrganizations(
  transaction: Transaction,
  ids: readonly number[],
  attribute: string,
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await transaction.execute(sql`
    select o.id from directory.organizations o
    where o.id in ${ids} and o.status <> 'deleted' order by o.id for share of o`);
  if (rows.length < new Set(ids).size) throw validationError([{ attribute, reason: formMessages.incorrectFormat }]);
}

type Placement = {
  /** null for a new organisation. */
  id: number | null;
  type: OrganizationType;
  parentId: number | null;
};

type Changed = { isPlaced: boolean; isTyped: boolean };

/**
 * `misplacementOf` for an organisation about to be written. The caller must hold the tree lock.
 * @throws ServiceError 400 on parent or type
 */
export async function requirePlacement(
  transaction: Transaction,
  placement: Placement,
  changes: Changed,
): Promise<void> {
  if (placement.parentId !== null) await lockOrganizations(transaction, [placement.parentId], "parent");
  const misplacement = await misplacementOf(transaction, placement, changes);
  if (misplacement) throw validationError([misplacement]);
}

/**
 * Why an organisation may not have this parent or type: it cannot be below itself or below a type that may not contain it, and consumer
 * units have no parent or children. Existing violations are tolerated until type or parent is written.
 * docs/decisions/0036-organisation-hierarchy.md.
 * @param changes which of the two are written
 */
export async function misplacementOf(
  within: Pick<Database, "execute">,
  { id, type, parentId }: Placement,
  changes: Changed,
): Promise<ErrorDetail | null> {
  const { rows } = await within.execute<{
    isCircle: boolean;
    above: OrganizationType | null;
    below: OrganizationType[];
  }>(sql`
    select exists (select 1 from directory.organization_closure c
        where c.ancestor_id = ${id} and c.descendant_id = ${parentId}) as "isCircle",
      (select p.type from directory.organizations p where p.id = ${parentId}) as above,
      array(select distinct b.type from directory.organizations b
        where b.parent_id = ${id} and b.status <> 'deleted') as below`);
  const { isCircle = false, above = null, below = [] } = rows[0] ?? {};
  const isMisplaced = isCircle || (above !== null && !mayBeParentOf(above, type));
  const isWrongType = changes.isTyped && below.some((each) => !mayBeParentOf(type, each));
  if (!isMisplaced && !isWrongType) return null;
  const attribute = isMisplaced && changes.isPlaced ? "parent" : "type";
  const isOfFamilies = [type, above, ...below].includes("consumer");
  const placed = isOfFamilies ? formMessages.familiesAlone : formMessages.cannotBelong;
  return { attribute, reason: isCircle ? formMessages.belowItself : placed };
}
