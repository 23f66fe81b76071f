import { z } from "zod";

/** Parses search parameters by a schema whose members have a `catch`: since users edit URLs, invalid values count as missing. */

/** Repeated parameters are joined by commas, as forms submit multiple values. */
export function readQuery<Schema extends z.ZodType>(parameters: URLSearchParams, schema: Schema): z.output<Schema> {
  const names = [...new Set(parameters.keys())];
  return schema.parse(Object.fromEntries(names.map((name) => [name, parameters.getAll(name).join(",")])));
}

/** A positive integer in decimal digits. */
export function countParameter(max: number) {
  return z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .pipe(z.number().min(1).max(max));
}

/** @param last the highest page number */
export const pageParameter = (last: number) => countParameter(last).catch(1);

/** null if empty or missing. */
export const textParameter = z.string().min(1).nullable().catch(null);

export const flagParameter = z
  .literal("true")
  .transform(() => true)
  .catch(false);

/** One of several names; undefined for any other value. */
export function nameParameter<const Names extends readonly string[]>(names: Names) {
  return z.enum(names).optional().catch(undefined);
}
