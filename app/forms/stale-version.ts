import { z } from "zod";

/**
 * Edit conflicts: separates the changes of two users who edit the same form. Forms therefore submit their
 * original values in a hidden field. Decision 35.
 */

/** Field values as strings; a switch is `on` or empty. */
export type FieldTexts = Record<string, string>;

/** A field that the first user changed. `mine` is the second user's input, null if unchanged. */
export type Change<Field extends string = string> = { field: Field; theirs: string; mine: string | null };

/**
 * The conflict as shown to the second user: the first user's changes, the stored values for the field `read`, and the
 * version that submitting again overwrites.
 */
export type StaleVersion<Field extends string = string> = { version: number; read: string; changes: Change<Field>[] };

const readSchema = z.record(z.string(), z.string());

/** The values that the form was rendered with, from its field `read`; null if that cannot be parsed. */
export function readOriginal(formData: FormData): FieldTexts | null {
  const text = formData.get("read");
  if (typeof text !== "string") return null;
  try {
    return readSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Normalises line breaks and trims, since browsers send CRLF and the services trim. */
const plain = (text: string) => text.replace(/\r\n?/g, "\n").trim();
const isSame = (one: string, other: string) => plain(one) === plain(other);

/**
 * Merges the second user's input with the values stored by the first.
 * @param before original values of the second user's form; if unknown, every difference counts as changed by both
 * @returns the first user's changes that differ from the form, and the form's new values: stored ones where the second user
 * changed nothing, else the second user's input
 */
export function mergeFields<Field extends string>(
  fields: readonly Field[],
  { before, stored, mine }: { before: FieldTexts | null; stored: FieldTexts; mine: FieldTexts },
): { changes: Change<Field>[]; values: FieldTexts } {
  const changes: Change<Field>[] = [];
  const values: FieldTexts = {};
  for (const field of fields) {
    const theirs = stored[field] ?? "";
    const own = mine[field] ?? "";
    const was = before?.[field];
    const isLeftAlone = was !== undefined && isSame(own, was);
    const isTheirs = was === undefined || !isSame(theirs, was);
    values[field] = isTheirs && isLeftAlone ? theirs : own;
    if (isTheirs && !isSame(theirs, own)) changes.push({ field, theirs, mine: isLeftAlone ? null : own });
  }
  return { changes, values };
}

/**
 * Result of a form that another user saved since it was rendered.
 * @param fields fields of the form
 * @param now stored values and their version
 * @param mine the submitted values, if they are not simply the fields' texts
 * @returns the form's new values, and the message above it
 */
export function staleResult<Field extends string>(
  fields: readonly Field[],
  { stored, version }: { stored: FieldTexts; version: number },
  formData: FormData,
  mine: FieldTexts = textsOf(fields, formData),
): { values: FieldTexts; stale: StaleVersion<Field> } {
  const { changes, values } = mergeFields(fields, { before: readOriginal(formData), stored, mine });
  return { values, stale: { version, read: JSON.stringify(stored), changes } };
}

function textsOf(fields: readonly string[], formData: FormData): FieldTexts {
  return Object.fromEntries(fields.map((field) => [field, String(formData.get(field) ?? "")]));
}
