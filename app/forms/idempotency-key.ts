import { isUid } from "~/services/contracts/uid";

/** The call options that make a form sent twice create one thing; none where its field `key` holds no UUID. */
export function idempotencyKeyOf(formData: FormData): { idempotencyKey?: string } {
  const key = formData.get("key");
  return isUid(key) ? { idempotencyKey: key } : {};
}
