import type { ListKind } from "~/services/contracts/person-kinds";

/** Bulk actions of a list. */

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

/** The organisation's action that each bulk action requires. */
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
/** Bulk actions on a class's page. */
const classActions: readonly BulkAction[] = ["badges", "passwords", "move", "leave"];
const pupilsOnly: readonly BulkAction[] = ["badges", "void-badges"];

/**
 * Bulk actions of a list at an organisation: those permitted for at least one person there. Badges are for pupils only, and credentials
 * cannot be issued while impersonating. docs/security.md, line 27.
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
  const all = isOfGroup ? classActions : bulkActions.filter((action) => action !== "leave");
  return all.filter(
    (action) =>
      actions.includes(rights[action]) &&
      (isWithPupils || !pupilsOnly.includes(action)) &&
      !(isImpersonated && handedOut.includes(action)),
  );
}
