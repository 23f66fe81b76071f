import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";

/** A submitted form, parsed by its schema. */
export type ReadForm<Values> = {
  /** conform's submission: submitted values, and errors by field. */
  submission: Submission<Record<string, unknown>, string[], Values>;
  /** Valid fields as parsed, others as submitted, so that the service can report all errors at once. */
  values: Values;
};

/** Fields reserved by conform for its own intents, which our forms do not submit; malformed values make conform throw. */
const reserved = ["__intent__", "__state__"];

/**
 * Parses a form without conform's coercion: the fields' schemas accept strings, as the service's contract does.
 * @param schema object schema with fields from the service's contract
 */
export function readForm<Schema extends z.ZodObject>(formData: FormData, schema: Schema): ReadForm<z.output<Schema>> {
  const submission = parseWithZod(ownFields(formData), { schema, disableAutoCoercion: true }) as ReadForm<
    z.output<Schema>
  >["submission"];
  if (submission.status === "success") return { submission, values: submission.value };
  const fields = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => {
    const typed = submission.payload[name];
    const result = field.safeParse(typed);
    return [name, result.success ? result.data : (typed ?? null)];
  });
  return { submission, values: Object.fromEntries(fields) };
}

/** The form data without fields reserved by conform. */
function ownFields(formData: FormData): FormData {
  const form = new FormData();
  for (const [name, value] of formData) if (!reserved.includes(name)) form.append(name, value);
  return form;
}
