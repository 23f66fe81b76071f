import type { PersonKind } from "~/services/contracts/person-kinds";

export function personHref({ id, type }: { id: string; type: PersonKind }): string {
  return `/controlpanel/${type}/${id}`;
}
