/**
 * Who is selected in a list, in this tab's storage: paging, sorting, searching and going back keep it. Without script, or where the
 * browser has no storage, a selection is that of one page.
 */

/** As many as a job takes by their ids. */
export const mostSelected = 1000;

const keyOf = (list: string) => `fabel-selected ${list}`;

/** @param list names the list: what is selected in one is not selected in another */
export function readSelected(list: string): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(list)) ?? "[]");
    return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === "string") : [];
  } catch {
    return [];
  }
}

export function keepSelected(list: string, ids: readonly string[]): void {
  try {
    if (ids.length === 0) sessionStorage.removeItem(keyOf(list));
    else sessionStorage.setItem(keyOf(list), JSON.stringify(ids.slice(0, mostSelected)));
  } catch {
    // A full or forbidden storage: the selection is that of the page.
  }
}

/** Once something has been done with them. */
export function forgetSelected(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(keyOf(""))) sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}
