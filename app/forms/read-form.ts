import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";

/** What a form holds, parsed by the form's one schema. */
export type ReadForm<Values> = {
  /** conform's submission: what was typed, and what is wrong by field. */
  submission: Submission<Record<string, unknown>, string[], Values>;
  /** Valid fields as parsed, the others as typed: a service that gets them reports every mistake at once. */
  values: Values;
};

/** Fields that conform reserves for validation by request, which no form of ours uses; malformed ones make conform throw. */
const reserved = ["__intent__", "__state__"];

/**
 * Parses a form without conform's coercion: the fields' schemas take texts themselves, as a service's contract does.
 * @param schema an object whose fields are schemas of the service's contract
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

/** The form without the fields that conform reserves. */
export function ownFields(formData: FormData): FormData {
  const form = new FormData();
  for (const [name, value] of formData) if (!reserved.includes(name)) form.append(name, value);
  return form;
}
