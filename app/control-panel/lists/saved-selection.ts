/**
 * Who is selected in a list, in this tab's storage: paging, sorting, searching and going back keep it. Without script, or where the
 * browser has no storage, a selection is that of one page.
 */

/** As many as a job takes by their ids. */
export const mostSelected = 1000;

/** What a selection belongs to: on a shared computer the next person's is another. */
export type SelectionOwner = {
  /** uid of the person who selects. */
  uid: string;
  /** Names the list: what is selected in one is not selected in another. */
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
    // A full or forbidden storage: the selection is that of the page.
  }
}

/** Once something has been done with them. */
export function clearSelected(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}

/** The selection after a change; `isFull` where some were left out, since a job takes no more. */
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
    if (selection.size === mostSelected && !selection.has(value)) return { selection, isFull: true };
    selection.add(value);
  }
  return { selection, isFull: false };
}
