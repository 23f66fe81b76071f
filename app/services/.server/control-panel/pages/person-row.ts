import { kindOf, mayHoldBadge } from "~/services/.server/control-panel/entities";
import { type Access, permissionContextOf, visibleGroups, visiblePlaces } from "~/services/.server/directory/access";
import type { Person } from "~/services/.server/directory/people/people-store";
import { attributeLevel, mayOnPerson, statusLevel } from "~/services/.server/directory/permissions";
import type { PersonRow } from "~/services/contracts/pages/people-list-page";
import type { PersonAttribute } from "~/services/contracts/person-field-table";

/**
 * A person as a row of a list, with what the caller may view and do.
 * @param mayMove whether the organisation of the list permits moving its pupils: a person's own permissions do not include it
 */
export function personRow(access: Access, person: Person, { mayMove }: { mayMove: boolean }): PersonRow {
  const context = permissionContextOf(access, person);
  const mayView = (name: PersonAttribute) => attributeLevel(context, name).viewable === 2;
  const mayViewDetails = mayOnPerson(context, "ViewUserInfo");
  const places = mayView("organizations") ? visiblePlaces(access, person) : [];
  const actions: Record<PersonRow["actions"][number], boolean> = {
    password:
      mayOnPerson(context, "MailPassword") ||
      (mayOnPerson(context, "EditPassword") && attributeLevel(context, "password").editable === 2),
    badge: mayOnPerson(context, "EditBadge") && mayHoldBadge(person),
    move: mayMove && person.type === "student" && mayOnPerson(context, "EditUserInfo"),
    actAs: mayOnPerson(context, "LoginAs"),
  };
  return {
    id: person.uid,
    type: kindOf[person.type],
    name: mayView("name") ? person.name : "",
    preferredName: mayView("preferredName") ? person.preferredName : null,
    username: mayView("username") ? person.username : null,
    email: mayView("email") ? person.email : null,
    status: statusLevel(context).viewable === 2 ? person.status : null,
    isShared: mayView("shared") && person.shared,
    isAdmin: places.some((place) => place.admin),
    groups: mayViewDetails ? visibleGroups(access, person).map((group) => group.name) : [],
    organizations: places.map((place) => place.name),
    ...(mayViewDetails
      ? { lastSignIn: person.lastSignInAt && new Date(person.lastSignInAt).toISOString(), hasBadge: person.hasBadge }
      : {}),
    actions: (Object.keys(actions) as PersonRow["actions"]).filter((name) => actions[name]),
  };
}
