import { z } from "zod";

const keySchema = z.uuid();

/** The call options that make a form sent twice create one thing; none where its field `key` holds nothing of ours. */
export function idempotencyKeyOf(formData: FormData): { idempotencyKey?: string } {
  const { data } = keySchema.safeParse(formData.get("key"));
  return data === undefined ? {} : { idempotencyKey: data };
}
