import type { z } from "zod";
import type { Concerned, RecordPlace, RefusedRows } from "~/services/.server/sync/roster/refused-rows";

/** A record of a list with its place. */
export type Listed<Item> = { record: Item; place: RecordPlace };

type Reading<Item> = {
  schema: z.ZodType<Item>;
  idField: string;
  /** Name of the list for messages. */
  path: string;
  /** Number of records before this page. */
  received: number;
  /** Whether the page was read before, so that its records have been reported. */
  isCheck: boolean;
  refused: RefusedRows;
  /** Whom a refused record is about. */
  concerned(record: unknown): Concerned;
};

/** Parses the records of a page. One that does not match the standard is refused under its number in the list. */
export function readRecords<Item>(
  records: readonly unknown[],
  { schema, idField, path, received, isCheck, refused, concerned }: Reading<Item>,
): Listed<Item>[] {
  return records.flatMap((record, index) => {
    const place = { path, record: received + index + 1 };
    const { success, data, error } = schema.safeParse(record);
    if (success) return [{ record: data, place }];
    if (isCheck) return [];
    const { path: fields = [], code } = error.issues[0] ?? {};
    // Only values of a list of the standard are repeated: others may be about the person.
    const value = code === "invalid_value" ? textAt(record, ...fields.map(String)) : "";
    const invalid = { id: textAt(record, idField), field: fields.join(".") || "–", value };
    refused.addInvalid(place, invalid, concerned(record));
    return [];
  });
}

/** The text at a path of field names, for records of unknown shape; "" if there is none. */
export function textAt(record: unknown, ...fields: string[]): string {
  let value = record;
  for (const field of fields) {
    value = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[field] : undefined;
  }
  return typeof value === "string" ? value : "";
}
