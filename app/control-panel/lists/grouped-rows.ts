/**
 * The rows of a page with those of one group side by side; within a group they stay in their order. Rows without one come last,
 * whichever way the groups go.
 * @param language BCP 47, for the order of the groups' names
 */
export function groupRows<Row>(
  rows: readonly Row[],
  labelOf: (row: Row) => string,
  isDescending: boolean,
  language: string,
): Row[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const label = labelOf(row);
    const group = groups.get(label);
    if (group) group.push(row);
    else groups.set(label, [row]);
  }
  const { compare } = new Intl.Collator(language, { numeric: true });
  const sign = isDescending ? -1 : 1;
  return [...groups]
    .sort(([one], [other]) => Number(one === "") - Number(other === "") || sign * compare(one, other))
    .flatMap(([, group]) => group);
}
