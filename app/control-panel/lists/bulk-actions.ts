import type { ListKind } from "~/control-panel/people/kinds";

/** What can be done with many people at once, from a list. */

export const bulkActions = [
  "move",
  "leave",
  "badges",
  "passwords",
  "void-badges",
  "activate",
  "deactivate",
  "delete",
] as const;
export type BulkAction = (typeof bulkActions)[number];

export const exportActions = ["export-xlsx", "export-csv"] as const;
export type ExportAction = (typeof exportActions)[number];

/** What each asks of whoever wants it, by the names that an organisation's actions have. */
const rights: Record<BulkAction, string> = {
  move: "AddGroupMember",
  leave: "EditUserInfo",
  passwords: "EditPassword",
  badges: "EditBadge",
  "void-badges": "EditBadge",
  activate: "EditUserInfo",
  deactivate: "EditUserInfo",
  delete: "DeleteUser",
};
const handedOut: readonly BulkAction[] = ["passwords", "badges", "void-badges"];
/** What is done to members of a class on its page. */
export const classActions: readonly BulkAction[] = ["badges", "passwords", "move", "leave"];
const pupilsOnly: readonly BulkAction[] = ["badges", "void-badges"];

/**
 * Actions that a kind of list offers at an organisation: those that can be done with at least somebody there. Badges are for pupils,
 * and nobody hands out what signs somebody in while acting as another. docs/security.md, line 27.
 */
export function bulkActionsFor(
  kind: ListKind,
  {
    actions,
    isImpersonated,
    isOfGroup = false,
  }: { actions: readonly string[]; isImpersonated: boolean; isOfGroup?: boolean },
): BulkAction[] {
  const isWithPupils = kind === "students" || kind === "users";
  const all = isOfGroup ? classActions : bulkActions.filter((act) => act !== "leave");
  return all.filter(
    (act) =>
      actions.includes(rights[act]) &&
      (isWithPupils || !pupilsOnly.includes(act)) &&
      !(isImpersonated && handedOut.includes(act)),
  );
}
