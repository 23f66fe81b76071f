import type { PersonEntity } from "~/services/contracts/control-panel-entities";
import type { ListKind } from "~/services/contracts/person-kinds";

/** Call of the control-panel service for each list of an organisation. */
export const listCalls = {
  students: "getStudents",
  employees: "getEmployees",
  guardians: "getGuardians",
  users: "getOrganizationUsers",
} as const satisfies Record<ListKind, string>;

export function personHref({ id, type }: Pick<PersonEntity, "id" | "type">): string {
  return `/controlpanel/${type}/${id}`;
}

export function isActive(entity: { actions: Array<{ id: string; active: boolean }> }, action: string): boolean {
  return entity.actions.some(({ id, active }) => id === action && active);
}

/** Whether the user may set a new password, or have the person mailed a link to choose one. */
export function mayGivePassword(entity: PersonEntity): boolean {
  const maySet = isActive(entity, "EditPassword") && entity.attributes.password.editable === 2;
  return maySet || isActive(entity, "MailPassword");
}

/** Classes and schools of a person on one line. */
export function placesInWords({ attributes: { groups, organizations } }: PersonEntity): string {
  return [...(groups.value ?? []), ...(organizations.value ?? [])].map(({ name }) => name).join(" · ");
}
