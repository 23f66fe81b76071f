import type { SavedListName } from "~/services/contracts/saved-lists";
import type { ListState } from "~/shell/list-address";

/** Sort fields, group fields and columns of each list of the panel, by the names used in URLs. */
type ListDefinition = {
  /** Sort fields of the service; `id` is the order of creation. */
  sorts: readonly string[];
  /** Group fields of the service: rows with the same value are adjacent. */
  groups: readonly string[];
  /** Selectable columns; the name is always shown. */
  columns: readonly string[];
  /** Columns shown if the user has not chosen any. */
  defaultColumns: readonly string[];
};

const people = { sorts: ["id", "name", "username", "email"] } as const;
const things = { sorts: ["id", "name"] } as const;

export const listDefinitions: Record<SavedListName, ListDefinition> = {
  students: {
    ...people,
    groups: ["groups", "organizations", "status"],
    columns: ["username", "groups", "lastSignIn", "hasBadge", "email", "organizations", "status"],
    defaultColumns: ["username", "groups", "lastSignIn", "hasBadge", "organizations"],
  },
  guardians: {
    ...people,
    groups: ["organizations", "status"],
    columns: ["username", "email", "lastSignIn", "organizations", "status"],
    defaultColumns: ["username", "email", "lastSignIn", "organizations"],
  },
  employees: {
    ...people,
    groups: ["organizations", "status"],
    columns: ["username", "email", "lastSignIn", "organizations", "status"],
    defaultColumns: ["username", "email", "lastSignIn", "organizations"],
  },
  users: {
    ...people,
    groups: ["type", "groups", "organizations", "status"],
    columns: ["username", "type", "groups", "lastSignIn", "hasBadge", "email", "organizations", "status"],
    defaultColumns: ["username", "type", "groups", "lastSignIn", "organizations"],
  },
  groups: {
    ...things,
    groups: ["organization", "year"],
    columns: ["students", "year", "organization"],
    defaultColumns: ["students", "year", "organization"],
  },
  organizations: {
    ...things,
    groups: ["type", "parent", "city"],
    columns: ["type", "parent", "city", "status"],
    defaultColumns: ["type", "parent", "city"],
  },
  "manage-users": {
    ...people,
    groups: ["type", "organizations", "status"],
    columns: ["username", "type", "organizations", "email", "externalId", "status"],
    defaultColumns: ["username", "type", "organizations"],
  },
  "manage-organizations": {
    ...things,
    groups: ["type", "parent", "city", "status"],
    columns: ["type", "city", "parent", "status"],
    defaultColumns: ["type", "city", "parent"],
  },
  "manage-groups": {
    ...things,
    groups: ["organization", "type", "year"],
    columns: ["organization", "year", "type"],
    defaultColumns: ["organization", "year"],
  },
};

/** The columns in the URL, else the user's saved ones, else the defaults; in the list's order. */
export function chosenColumns(
  { columns, defaultColumns }: ListDefinition,
  state: Pick<ListState, "columns">,
  saved: readonly string[] | undefined,
): string[] {
  const known = (names: readonly string[] | null | undefined) => columns.filter((name) => names?.includes(name));
  for (const names of [known(state.columns), known(saved)]) if (names.length > 0) return names;
  return [...defaultColumns];
}

/** The state's group field; null if the list does not have it. */
export function knownGroup({ groups }: ListDefinition, state: ListState): string | null {
  return state.groupBy !== null && groups.includes(state.groupBy) ? state.groupBy : null;
}
