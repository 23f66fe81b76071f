import type { Database } from "~/db/.server/connect";
import { type Access, relationToOrganization } from "~/services/.server/directory/access";
import { requireOnOrganization } from "~/services/.server/directory/authorisation";
import { forbiddenAttributes } from "~/services/.server/directory/forbidden-attributes";
import { findPositions } from "~/services/.server/directory/organizations/organizations-store";
import {
  mayChangeAdministrators,
  mayOnOrganization,
  type PermissionContext,
} from "~/services/.server/directory/permissions";
import { brokenRules } from "~/services/.server/directory/rules";
import { formMessages } from "~/services/contracts/form-messages";
import type { OrganizationValue } from "~/services/contracts/person-fields";
import { validationError } from "~/services/contracts/service-error";
import type { Person, PersonPlace } from "./people-store";
import type { PlaceWrite } from "./person-columns";

export type PlacesChange = { write: PlaceWrite[]; leave: number[] };

/**
 * The changes of associations for a requested list of organisations. Only associations in the caller's scope are added or removed; others,
 * and omitted flags, are unchanged. An organisation outside the scope is treated as unknown. @throws ServiceError 400 for an unknown
 * organisation, 403 if the caller may not create users there
 */
export async function readPlaces(
  database: Database,
  access: Access,
  context: PermissionContext,
  organizations: OrganizationValue[],
  stored: Person | null,
): Promise<PlacesChange> {
  const broken = brokenRules({ type: context.type, organizations, attributes: {} });
  if (broken.length > 0) throw validationError(broken, formMessages.formErrors);
  if (new Set(organizations.map(({ id }) => id)).size < organizations.length) {
    throw validationError([{ attribute: "organizations", reason: formMessages.duplicate }], formMessages.formErrors);
  }
  const positions = await findPositions(database, access.realm, [...new Set(organizations.map(({ id }) => id))]);
  const byUid = new Map(positions.map((position) => [position.uid, position]));
  const before = new Map((stored?.places ?? []).map((place) => [place.id, place]));
  const write: PlaceWrite[] = [];
  const retainedIds = new Set<number>();
  for (const wanted of organizations) {
    const position = byUid.get(wanted.id);
    const relation = position ? relationToOrganization(access, position) : "none";
    const place = position ? before.get(position.id) : undefined;
    if (!position || relation === "none") {
      throw validationError([{ attribute: "organizations", reason: formMessages.incorrectFormat }]);
    }
    retainedIds.add(position.id);
    const flags = flagsOf(wanted, place);
    if (flags.admin !== (place?.admin ?? false) && !mayChangeAdministrators(access)) {
      throw forbiddenAttributes([{ attribute: "organizations", reason: formMessages.insufficientPermission }]);
    }
    if (place && isSame(flags, place)) continue;
    requireOnOrganization(relation, "CreateUser");
    write.push({ organizationId: position.id, ...flags });
  }
  const leave = [...before.values()]
    .filter(
      (place) => !retainedIds.has(place.id) && mayOnOrganization(relationToOrganization(access, place), "CreateUser"),
    )
    .map((place) => place.id);
  if (stored && before.size - leave.length + write.filter((place) => !before.has(place.organizationId)).length === 0) {
    throw validationError([{ attribute: "organizations", reason: formMessages.selectOne }]);
  }
  return { write, leave };
}

type Flags = Pick<PersonPlace, "admin" | "active" | "addToSubSchools">;

function flagsOf(wanted: OrganizationValue, place: Flags | undefined): Flags {
  return {
    admin: wanted.admin ?? place?.admin ?? false,
    active: wanted.active ?? place?.active ?? true,
    addToSubSchools: wanted.addToSubSchools ?? place?.addToSubSchools ?? false,
  };
}

function isSame(flags: Flags, place: Flags): boolean {
  return (
    flags.admin === place.admin && flags.active === place.active && flags.addToSubSchools === place.addToSubSchools
  );
}
