import { personEntity } from "~/services/.server/control-panel/entities";
import { type Access, relationToOrganization, visiblePlaces } from "~/services/.server/directory/access";
import type { Person } from "~/services/.server/directory/people/people-store";
import { mayOnOrganization } from "~/services/.server/directory/permissions";
import type { PersonEntity } from "~/services/contracts/control-panel-entities";
import { type PersonFields, type PersonSummary, personFieldNames } from "~/services/contracts/pages/person-page";

/** Maximum number of a person's organisations that a page looks at beyond their names; more are rare. */
export const maxPlacesRead = 5;

/** What all pages about a person show, for a caller who may view the person's details. */
export function personSummary(access: Access, person: Person): PersonSummary {
  const { type, attributes, actions, deletesAccount } = personEntity(access, person);
  const held = actions.flatMap(({ id, active }) => (active ? [id] : []));
  const { lastSignInAt } = person;
  return {
    id: person.uid,
    type,
    version: person.version,
    name: person.name,
    username: person.username,
    status: person.status,
    isShared: person.shared,
    lastSignIn: lastSignInAt && new Date(lastSignInAt).toISOString(),
    groups: attributes.groups.value ?? [],
    organizations: attributes.organizations.value ?? [],
    actions: held,
    mayGivePassword:
      held.includes("MailPassword") || (held.includes("EditPassword") && attributes.password.editable === 2),
    isPasswordOfOthers: attributes.password.needs === "every_organization",
    deletesAccount,
    ...schoolOf(access, person, held.includes("EditUserInfo")),
  };
}

/**
 * The school for a person's actions, and whether the caller may move the person there: with the permission to add people of the school to
 * groups. Of several schools the topmost is used, since it includes the classes of all organisations below it.
 */
function schoolOf(access: Access, person: Person, mayEdit: boolean): Pick<PersonSummary, "school" | "mayMove"> {
  const places = visiblePlaces(access, person).slice(0, maxPlacesRead);
  const ids = new Set(places.map(({ id }) => id));
  const isTopmost = (place: Person["places"][number]) => !place.above.some((id) => id !== place.id && ids.has(id));
  const school = places.find(isTopmost);
  if (!school) return { school: null, mayMove: false };
  const mayAdd = mayOnOrganization(relationToOrganization(access, school), "AddGroupMember");
  return { school: school.uid, mayMove: person.type === "student" && mayEdit && mayAdd };
}

/** Fields of the form of a person or of a new one, as far as the caller may view them. */
export function formOf({ attributes }: Pick<PersonEntity, "attributes">) {
  return { fields: fieldsOf(attributes), mayEditOrganizations: attributes.organizations.editable === 2 };
}

function fieldsOf(attributes: PersonEntity["attributes"]): PersonFields {
  return Object.fromEntries(
    personFieldNames
      .filter((name) => attributes[name].viewable === 2)
      .map((name) => {
        const { value, editable, needs = null } = attributes[name];
        return [name, { value, isEditable: editable === 2, needs }];
      }),
  );
}
