import { formMessages } from "~/services/contracts/form-messages";
import { forbidden } from "~/services/contracts/service-error";
import type { Access, OrganizationPosition } from "./access";
import { readPeopleFilters } from "./lists/list-filters";
import { filterReach, type PeopleQuery } from "./lists/people-query";
import { mayListPeople, type Relation } from "./permissions";
import { reachOf } from "./reach-query";
import type { PersonType } from "./rules";

/**
 * Of an organisation's people those whom a list may show to somebody who stands so to it. Only super users ask for the deleted.
 * @param written the list's filters as JSON
 * @throws ServiceError 403 where no type may be listed, 400 for wrong filters
 */
export function readPeopleReach(
  access: Access,
  organization: OrganizationPosition,
  relation: Relation,
  types: readonly PersonType[],
  written: string | undefined,
): Pick<PeopleQuery, "realm" | "callerId" | "filters" | "reach"> & {
  organization: NonNullable<PeopleQuery["organization"]>;
} {
  const allowed = types.filter((type) => mayListPeople(relation, type));
  const filters = readPeopleFilters(written);
  if (allowed.length === 0 || (filters.status?.includes("deleted") && relation !== "super")) {
    throw forbidden(formMessages.insufficientPermission);
  }
  const wanted = allowed.filter((type) => filters.types?.includes(type) ?? true);
  return {
    realm: access.realm,
    callerId: access.userId,
    organization: {
      id: organization.id,
      withBelow: relation !== "employee" || organization.above.some((above) => access.worksBelow.includes(above)),
      activeOnly: relation === "employee",
    },
    reach: filterReach(filters, reachOf(access)),
    filters: wanted.length > 0 ? { ...filters, types: wanted } : { ...filters, uids: [] },
  };
}
