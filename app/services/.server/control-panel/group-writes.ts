import { isDeepStrictEqual } from "node:util";
import type { Realm } from "~/realms/realm";
import { relationToGroup } from "~/services/.server/directory/access";
import type { CallerProof } from "~/services/.server/directory/authorisation";
import { mayEditGroupField } from "~/services/.server/directory/field-rights";
import { forbiddenAttributes } from "~/services/.server/directory/forbidden-attributes";
import type { Relation } from "~/services/.server/directory/grants";
import { makeGroupCode } from "~/services/.server/directory/groups/group-codes";
import { findGroup, type Group, type GroupColumns } from "~/services/.server/directory/groups/groups-store";
import { formMessages } from "~/services/contracts/form-messages";
import { groupAttributes as fields } from "~/services/contracts/group-attributes";
import { type GroupField, groupFieldTable, isGroupFieldOffered } from "~/services/contracts/group-field-table";
import { type ErrorDetail, validationError } from "~/services/contracts/service-error";
import { isUid } from "~/services/contracts/uid";

/** Validates a group's attributes for writing: allow-list, permission, schema, rules. docs/security.md, line 20. */

/** Read-only attributes, accepted from clients that send back the whole entity. */
const viewOnly = new Set(["groupId", "codeExpiresAt"]);

export type SentGroup = Record<string, { value?: unknown }>;

/** Reads an organisation given as id or as an object with id; null if neither. */
export function readOrganizationId(value: unknown): string | null {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : value;
  return isUid(id) ? id : null;
}

/** @throws ServiceError 400 for unknown attributes and invalid values, 403 for attributes that the caller may not change */
export async function readGroupColumns(
  { database, access, relation }: CallerProof & { relation: Relation },
  organization: { id: number },
  sent: SentGroup,
  stored: Group | null,
): Promise<GroupColumns> {
  const wrong: ErrorDetail[] = [];
  const refused: ErrorDetail[] = [];
  const columns: Record<string, unknown> = {};
  for (const [name, { value }] of Object.entries(sent)) {
    if (viewOnly.has(name)) continue;
    if (!Object.hasOwn(fields, name)) {
      wrong.push({ attribute: name, reason: formMessages.incorrectFormat });
      continue;
    }
    const field = name as GroupField;
    if (stored && isDeepStrictEqual(value ?? null, stored[field] ?? null)) continue;
    const result = fields[field].safeParse(value);
    if (!result.success) {
      wrong.push({ attribute: name, reason: result.error.issues[0]?.message ?? formMessages.incorrectFormat });
    } else if (!mayEditGroupField(relation, field) || !isOffered(access.realm, field, result.data)) {
      refused.push({ attribute: name, reason: formMessages.insufficientPermission });
    } else if (field === "code") columns.code = result.data ? makeGroupCode() : null;
    else if (field === "parent") {
      const candidate = result.data ? await findGroup(database, access.realm, String(result.data)) : null;
      const parent = candidate && relationToGroup(access, candidate) !== "none" ? candidate : null;
      if (result.data && parent?.organization.id !== organization.id) {
        wrong.push({ attribute: name, reason: formMessages.incorrectFormat });
      } else columns.parentGroupId = parent?.id ?? null;
    } else if (!stored || result.data !== stored[field]) columns[groupFieldTable[field].column] = result.data;
  }
  if (wrong.length > 0) throw validationError(wrong, formMessages.formErrors);
  if (refused.length > 0) throw forbiddenAttributes(refused);
  return columns as GroupColumns;
}

/** Whether the country has the field's feature; removing a value is always allowed. */
function isOffered(realm: Realm, field: GroupField, value: unknown): boolean {
  return value === null || isGroupFieldOffered(realm, field);
}
