import { z } from "zod";

/**
 * Two people edit the same form: the changes of the first are separated from those of the second. A form therefore has its
 * original values in a hidden field. Decision 35.
 */

/** A form's fields as texts; a switch is `on` or empty. */
export type FieldTexts = Record<string, string>;

/** A field that the first person changed. `mine` is what the second one entered, null if unchanged. */
export type Change<Field extends string = string> = { field: Field; theirs: string; mine: string | null };

/**
 * The conflict as shown to the second person: the changes of the first, the stored values as the field `read` has them, and the
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

/** Forms send line ends of their own, and the services trim. */
const plain = (text: string) => text.replace(/\r\n?/g, "\n").trim();
const isSame = (one: string, other: string) => plain(one) === plain(other);

/**
 * Sets what the second wrote against what the first stored.
 * @param before what stood in the second's form; where it is unknown, whatever differs counts as changed by both
 * @returns what the first changed and does not stand in the form yet, and what the form holds now: theirs where the second wrote
 *   nothing, else the second's own
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
 * The result of a form that somebody else has changed since it was rendered.
 * @param fields those that the form asks for
 * @param now what is stored, and its version
 * @returns the form's new values, and the message above it
 */
export function staleResult<Field extends string>(
  fields: readonly Field[],
  { stored, version }: { stored: FieldTexts; version: number },
  formData: FormData,
): { values: FieldTexts; stale: StaleVersion<Field> } {
  const mine = Object.fromEntries(fields.map((field) => [field, String(formData.get(field) ?? "")]));
  const { changes, values } = mergeFields(fields, { before: readOriginal(formData), stored, mine });
  return { values, stale: { version, read: JSON.stringify(stored), changes } };
}
