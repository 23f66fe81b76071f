/**
 * Does all items at once, and where that throws, each half of them by itself: one that cannot be done keeps back nobody but itself.
 * @param attempt does all of its items or none
 * @param refuse takes the one item that cannot be done and why; throws what is no reason to go on
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
