import { type Access, visiblePlaces } from "~/services/.server/directory/access";
import { mayDoToPerson } from "~/services/.server/directory/authorisation";
import type { Person } from "~/services/.server/directory/people/people-store";
import { joinList } from "~/services/contracts/import-columns";
import type { ImportScope } from "./import-scope";
import type { RowPlan } from "./plan-row";
import type { ManagedPlaces } from "./roster-row";

/**
 * Plans the removal of a person that a source no longer has: they leave the schools in its scope, and are deleted if they have no
 * other place. docs/product/control-panel.md#sync. Pure.
 */
export function planRemoval(
  person: Person,
  { access, scope, managed }: { access: Access; scope: ImportScope; managed: ManagedPlaces | null },
): RowPlan {
  const isManaged = ({ id }: { id: number }) => scope.organizations.has(id) && managed?.organizations.has(id);
  const left = person.places.filter(isManaged);
  const remaining = person.places.filter((place) => !isManaged(place));
  const isEnding = left.length > 0 && remaining.length === 0;
  const leaveGroups = person.groups
    .filter(({ organizationId }) => left.some(({ id }) => id === organizationId))
    .map(({ id }) => id);
  const isAllowed = mayDoToPerson(access, person, isEnding ? "DeleteUser" : "EditUserInfo", { exceptSelf: true });
  const seen = new Set(visiblePlaces(access, person));
  const names = (places: Person["places"]) =>
    joinList(places.filter((place) => seen.has(place)).map(({ name }) => name)) || null;
  return {
    type: person.type,
    name: person.name,
    columns: {},
    places: {
      write: [],
      // A deleted person keeps their places, so that a restore brings them back.
      leave: isEnding ? [] : left.map(({ id }) => id),
      join: [],
      leaveGroups: isEnding ? [] : leaveGroups,
      unknownGroups: [],
      changes: [],
    },
    hasPassword: false,
    changes: left.length > 0 ? [{ column: "organization", before: names(person.places), after: names(remaining) }] : [],
    problems: [],
    isRefused: left.length > 0 && !isAllowed,
    needsSecureLogin: false,
    isEnding,
  };
}
