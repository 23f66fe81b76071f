import texts from "../../locales/en-UK/sync.json";

/** Placeholders in the message of a fault or a note for which it has no value. */
export function missingValues(
  kind: "fault" | "note",
  { code, values }: { code: string; values: Record<string, string | number> },
): string[] {
  const text = (texts[kind] as Record<string, string>)[code];
  if (text === undefined) throw new Error(`There is no sentence for ${code}`);
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].flatMap(([, name = ""]) => (values[name] === undefined ? [name] : []));
}
