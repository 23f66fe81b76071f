/**
 * Sorts the rows of a page by group, keeping their order within a group; a row in several groups is repeated.
 * Rows without a group come last, even in descending order.
 * @param language BCP 47, for collating group names
 */
export function groupRows<Row>(
  rows: readonly Row[],
  labelsOf: (row: Row) => string | readonly string[],
  isDescending: boolean,
  language: string,
): Array<{ row: Row; label: string }> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const labels = labelsOf(row);
    const named = typeof labels === "string" ? [labels] : labels.length > 0 ? labels : [""];
    for (const label of new Set(named)) {
      const group = groups.get(label);
      if (group) group.push(row);
      else groups.set(label, [row]);
    }
  }
  const { compare } = new Intl.Collator(language, { numeric: true });
  const sign = isDescending ? -1 : 1;
  return [...groups]
    .sort(([one], [other]) => Number(one === "") - Number(other === "") || sign * compare(one, other))
    .flatMap(([label, group]) => group.map((row) => ({ row, label })));
}
