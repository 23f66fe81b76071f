import { z } from "zod";

/** The parameters of an address by one schema. Its members have a `catch`: what makes no sense counts as left out, since people edit addresses. */

/** What stands several times counts as names with commas between them, as forms send their fields. */
export function readQuery<Schema extends z.ZodType>(parameters: URLSearchParams, schema: Schema): z.output<Schema> {
  const names = [...new Set(parameters.keys())];
  return schema.parse(Object.fromEntries(names.map((name) => [name, parameters.getAll(name).join(",")])));
}

/** A whole number in digits from 1. */
export function countParameter(max: number) {
  return z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .pipe(z.number().min(1).max(max));
}

/** @param last the deepest page that has a number */
export const pageParameter = (last: number) => countParameter(last).catch(1);

/** Null where it is empty or left out. */
export const textParameter = z.string().min(1).nullable().catch(null);

export const flagParameter = z
  .literal("true")
  .transform(() => true)
  .catch(false);

/** One of several names; left out where it is none of them. */
export function nameParameter<const Names extends readonly string[]>(names: Names) {
  return z.enum(names).optional().catch(undefined);
}
