/**
 * Selection of a list, saved in session storage so that it survives paging, sorting, searching and navigation. Without script or storage,
 * a selection is limited to one page.
 */

/** Maximum number of ids that a job accepts. */
export const maxSelected = 1000;

/** Scope of a selection; includes the user, since computers may be shared. */
type SelectionOwner = {
  /** uid of the user who selects. */
  uid: string;
  /** Id of the list; each list has its own selection. */
  list: string;
};

const prefix = "fabel-selected ";
const keyOf = ({ uid, list }: SelectionOwner) => `${prefix}${uid} ${list}`;

export function readSelected(owner: SelectionOwner): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(owner)) ?? "[]");
    return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === "string") : [];
  } catch {
    return [];
  }
}

export function saveSelected(owner: SelectionOwner, ids: ReadonlySet<string>): void {
  try {
    if (ids.size === 0) sessionStorage.removeItem(keyOf(owner));
    else sessionStorage.setItem(keyOf(owner), JSON.stringify([...ids]));
  } catch {
    // Storage is full or blocked: the selection is limited to the page.
  }
}

/** Clears all selections after a bulk action. */
export function clearSelected(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked: nothing to clear.
  }
}

/** The selection after a change; `isFull` if some were left out because of the limit. */
export function changedSelection(
  before: ReadonlySet<string>,
  values: readonly string[],
  isSelected: boolean,
): { selection: ReadonlySet<string>; isFull: boolean } {
  const selection = new Set(before);
  if (!isSelected) {
    for (const value of values) selection.delete(value);
    return { selection, isFull: false };
  }
  for (const value of values) {
    if (selection.size === maxSelected && !selection.has(value)) return { selection, isFull: true };
    selection.add(value);
  }
  return { selection, isFull: false };
}
