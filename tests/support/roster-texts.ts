import texts from "../../locales/en-UK/sync.json";

/** Values that the sentence about a fault or a note shows and that did not come with it. */
export function missingValues(
  kind: "fault" | "note",
  { code, values }: { code: string; values: Record<string, string | number> },
): string[] {
  const text = (texts[kind] as Record<string, string>)[code];
  if (text === undefined) throw new Error(`There is no sentence for ${code}`);
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].flatMap(([, name = ""]) => (values[name] === undefined ? [name] : []));
}
