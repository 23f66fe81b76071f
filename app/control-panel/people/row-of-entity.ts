import type { PersonEntity } from "~/services/contracts/control-panel-entities";
import type { PersonRow, RowAction } from "~/services/contracts/pages/people-list";

const rowActions = ["password", "badge", "move", "actAs"] as const;
const actionOf: Record<RowAction, string> = {
  password: "EditPassword",
  badge: "EditBadge",
  move: "EditUserInfo",
  actAs: "LoginAs",
};

export function rowOfPersonEntity({ id, type, attributes, actions, signIn }: PersonEntity): PersonRow {
  const places = attributes.organizations.value ?? [];
  return {
    id: id ?? "",
    type,
    name: attributes.name.value ?? "",
    username: attributes.username.value,
    email: attributes.email.value,
    status: attributes.status.value,
    isShared: attributes.shared.value ?? false,
    isAdmin: places.some((place) => place.admin),
    groups: (attributes.groups.value ?? []).map((group) => group.name),
    organizations: places.map((place) => place.name),
    ...(signIn ? { lastSignIn: signIn.lastAt, hasBadge: signIn.hasBadge } : {}),
    actions: rowActions.filter((each) => {
      const isActive = (action: string) => actions.some(({ id, active }) => active && id === action);
      if (each === "password" && isActive("MailPassword")) return true;
      if (each === "password" && attributes.password.editable !== 2) return false;
      if (each === "move" && type !== "students") return false;
      return isActive(actionOf[each]);
    }),
  };
}
