import type { CallerProof } from "~/services/.server/directory/authorisation";
import { forbiddenAttributes } from "~/services/.server/directory/forbidden-attributes";
import { misplacementOf } from "~/services/.server/directory/organizations/organization-tree";
import type { OrganizationColumns } from "~/services/.server/directory/organizations/organization-writes";
import { findOrganization, type Organization } from "~/services/.server/directory/organizations/organizations-store";
import { type SchoolUnitFields, schoolUnitFields } from "~/services/contracts/customer-management";
import { formMessages } from "~/services/contracts/form-messages";
import { isOrganizationFieldOffered, organizationFieldNames } from "~/services/contracts/organization-field-table";
import { isPhoneNumber, readCountry } from "~/services/contracts/place-fields";
import { type ErrorDetail, validationError } from "~/services/contracts/service-error";

/** Validates a school unit's fields for writing. docs/product/control-panel.md#calls; docs/decisions/0036-organisation-hierarchy.md. */

/** Fields whose validation needs the stored data. */
const lookedUp = schoolUnitFields.pick({ type: true, parent: true, country: true, phone: true }).partial();
type LookedUp = ReturnType<typeof lookedUp.parse>;

/** The valid ones of these fields in an unvalidated body. */
function readable(sent: unknown): LookedUp {
  if (typeof sent !== "object" || sent === null) return {};
  const fields = Object.entries(lookedUp.shape).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse((sent as Record<string, unknown>)[name]);
    return success && data !== undefined ? [[name, data]] : [];
  });
  return Object.fromEntries(fields) as LookedUp;
}

/**
 * All mistakes in a school unit that its schema cannot detect: an unknown country, an invalid phone number, a parent that is not allowed.
 * Unchanged stored values are accepted.
 * @param own the stored organisation; null for a new one
 */
export async function schoolUnitMistakes(
  { database, access }: CallerProof,
  sent: unknown,
  own: Organization | null,
): Promise<ErrorDetail[]> {
  const { country, phone, parent, type = own?.type } = readable(sent);
  const wrong: ErrorDetail[] = [];
  const isWrong = (attribute: string) => wrong.push({ attribute, reason: formMessages.incorrectFormat });
  if (country && country !== own?.country && readCountry(country) === null) isWrong("country");
  if (phone && phone !== own?.phone && !isPhoneNumber(phone)) isWrong("phone");
  const stored = own?.parent?.id ?? null;
  const placed = parent === undefined ? stored : parent;
  const above = placed ? await findOrganization(database, access.realm, placed) : null;
  if (parent && !above) isWrong("parent");
  else if (type) {
    const changes = { isPlaced: placed !== null && placed !== stored, isTyped: type !== own?.type };
    const standing = { id: own?.id ?? null, type, parentId: above?.id ?? null };
    const isMoved = placed !== stored || (own !== null && changes.isTyped);
    const misplacement = isMoved ? await misplacementOf(database, standing, changes) : null;
    if (misplacement) wrong.push(misplacement);
  }
  return wrong;
}

/**
 * The columns to write for a school unit's fields.
 * @throws ServiceError 400 with all of `schoolUnitMistakes`, 403 for a feature that the country does not have
 */
export async function readSchoolUnit(
  proof: CallerProof,
  fields: Partial<SchoolUnitFields>,
  own: Organization | null,
): Promise<OrganizationColumns> {
  const { database, access } = proof;
  const wrong = await schoolUnitMistakes(proof, fields, own);
  if (wrong.length > 0) throw validationError(wrong, formMessages.formErrors);
  const refused = organizationFieldNames.filter(
    (name) => fields[name] && !own?.[name] && !isOrganizationFieldOffered(access.realm, name),
  );
  if (refused.length > 0) {
    throw forbiddenAttributes(refused.map((attribute) => ({ attribute, reason: formMessages.insufficientPermission })));
  }
  const { parent, ...columns } = fields;
  const { country } = fields;
  if (country && country !== own?.country) columns.country = readCountry(country);
  if (parent === undefined) return columns;
  if (parent === null) return { ...columns, parentId: null };
  const above = await findOrganization(database, access.realm, parent);
  // It may have been deleted since the check.
  if (!above) throw validationError([{ attribute: "parent", reason: formMessages.incorrectFormat }]);
  return { ...columns, parentId: above.id };
}
