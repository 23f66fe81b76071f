import type { PersonKind } from "~/services/contracts/person-kinds";

export function personHref({ id, type }: { id: string | null; type: PersonKind }): string {
  return `/controlpanel/${type}/${id}`;
}

export function isActive(entity: { actions: Array<{ id: string; active: boolean }> }, action: string): boolean {
  return entity.actions.some(({ id, active }) => id === action && active);
}
