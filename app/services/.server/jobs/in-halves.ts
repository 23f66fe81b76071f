/**
 * Processes all items at once; if that throws, each half separately, so that one bad item does not block the others.
 * @param attempt processes all of its items or none
 * @param refuse handles the one item that failed and its error; throws to abort
 */
export async function inHalves<Item>(
  items: readonly Item[],
  attempt: (items: readonly Item[]) => Promise<void>,
  refuse: (item: Item, error: unknown) => Promise<void>,
): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  try {
    await attempt(items);
  } catch (error) {
    if (items.length === 1) return refuse(first, error);
    const half = Math.ceil(items.length / 2);
    await inHalves(items.slice(0, half), attempt, refuse);
    await inHalves(items.slice(half), attempt, refuse);
  }
}
