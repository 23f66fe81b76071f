import type { ListKind } from "~/control-panel/people/kinds";

/** What can be done with many people at once, from a list. */

export const bulkActions = ["move", "passwords", "badges", "void-badges", "activate", "deactivate", "delete"] as const;
export type BulkAction = (typeof bulkActions)[number];

export const exportActions = ["export-xlsx", "export-csv"] as const;
export type ExportAction = (typeof exportActions)[number];

/** What each asks of whoever wants it, by the names that an organisation's actions have. */
const rights: Record<BulkAction, string> = {
  move: "AddGroupMember",
  passwords: "EditPassword",
  badges: "EditBadge",
  "void-badges": "EditBadge",
  activate: "EditUserInfo",
  deactivate: "EditUserInfo",
  delete: "DeleteUser",
};
const handedOut: readonly BulkAction[] = ["passwords", "badges", "void-badges"];
const pupilsOnly: readonly BulkAction[] = ["badges", "void-badges"];

/**
 * Actions that a kind of list offers at an organisation: those that can be done with at least somebody there. Badges are for pupils,
 * and nobody hands out what signs somebody in while acting as another. docs/security.md, line 27.
 */
export function bulkActionsFor(
  kind: ListKind,
  { actions, isImpersonated }: { actions: readonly string[]; isImpersonated: boolean },
): BulkAction[] {
  const isWithPupils = kind === "students" || kind === "users";
  return bulkActions.filter(
    (act) =>
      actions.includes(rights[act]) &&
      (isWithPupils || !pupilsOnly.includes(act)) &&
      !(isImpersonated && handedOut.includes(act)),
  );
}
